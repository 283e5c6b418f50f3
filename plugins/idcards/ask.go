package idcards

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// readJob has the pictures of one card read.
const readJob = "idcards.read"

// errand names the card of a job.
type errand struct {
	ID int64 `json:"id"`
}

// brought notes when pictures came. What was read of others is over. Those that came from
// a stranger, by a link, are read by themselves where the house wants it.
func brought(ctx context.Context, e *plugin.SaveEvent) error {
	if plugin.Text(e.New, "front") == plugin.Text(e.Old, "front") && plugin.Text(e.New, "back") == plugin.Text(e.Old, "back") {
		return nil
	}
	e.New["pictures_at"], e.New["reading"], e.New["read_note"] = nil, nil, nil
	if !pictured(e.New) {
		return nil
	}
	e.New["pictures_at"] = e.Tx.Now()
	if !e.Actor.IsSystem() {
		return nil
	}
	auto, err := e.Data.Setting(ctx, "card_read_auto", e.New)
	if err != nil || auto != true {
		return err
	}
	reader, err := e.Data.Setting(ctx, "card_reader", e.New)
	if err == nil && reader != fromNobody {
		e.New["reading"], e.New["read_tries"] = asked, int64(0)
	}
	return err
}

func pictured(c plugin.Row) bool {
	return plugin.Text(c, "front") != "" || plugin.Text(c, "back") != ""
}

// begin has pictures read that wait for it, and lets go what was read of others.
func begin(ctx context.Context, e *plugin.SaveEvent) error {
	state := plugin.Text(e.New, "reading")
	if state != read {
		if err := blank(ctx, e.Data, plugin.ID(e.New)); err != nil {
			return err
		}
	}
	if state == asked && plugin.Text(e.Old, "reading") != asked {
		return enqueue(ctx, e.Tx, plugin.ID(e.New))
	}
	return nil
}

func enqueue(ctx context.Context, tx plugin.Tx, id int64) error {
	_, err := plugin.Enqueue(ctx, tx, plugin.NewJob{Kind: readJob, Args: errand{id}, UniqueKey: fmt.Sprintf("%s:%d", readJob, id)})
	return err
}

// ask is the effect idcards.read: it has the pictures of cards read.
func ask(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var rows []plugin.Row
	for _, head := range e.Heads {
		reader, err := e.Data.Setting(ctx, "card_reader", head)
		if err != nil {
			return err
		}
		if reader == fromNobody {
			return fault.New(fault.Conflict, "idcards.no_reader")
		}
		if err := blank(ctx, e.Data, plugin.ID(head)); err != nil {
			return err
		}
		rows = append(rows, plugin.Row{"id": plugin.ID(head), "reading": asked, "read_note": nil, "read_tries": int64(0)})
		if err := enqueue(ctx, e.Tx, plugin.ID(head)); err != nil {
			return err
		}
	}
	return e.Data.Set(ctx, card, rows)
}

// blank lets go what was read of a card: it is a person's number, and nobody's any more.
func blank(ctx context.Context, data plugin.Data, id int64) error {
	list, err := data.Find(ctx, reading, plugin.Where{Match: plugin.Row{"id_card_id": id}})
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for _, r := range list {
		rows = append(rows, plugin.Row{"id": plugin.ID(r), "read_value": nil, "confidence": nil, "doubt": nil})
	}
	return data.Set(ctx, reading, rows)
}
