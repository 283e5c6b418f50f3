package idcards

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// A service that does not answer is asked so often, longer apart each time.
const (
	mostTries = 5
	firstWait = 20 * time.Second
)

// heard is what came of the pictures of a card.
type heard struct {
	row    plugin.Row // as it was when the pictures were taken
	values map[string]reader.Value
	notes  []fault.Told
	again  error // why it is asked again later; nil for no reason
	locked error // why it is not
}

// work is the job that has the pictures of one card read. The card is looked at in one
// transaction, the service asked in none, and what it says is written in another; a server
// that is killed between them asks again, which costs a call and no more.
func work(ctx context.Context, e *plugin.JobEvent) error {
	var w errand
	if err := e.Args(&w); err != nil {
		return err
	}
	var h heard
	var s service
	var ok bool
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		list, err := data.Find(ctx, card, plugin.Where{Match: plugin.Row{"id": w.ID, "reading": asked}})
		if err != nil || len(list) == 0 {
			return err
		}
		h.row = list[0]
		s, ok, err = serviceFor(ctx, data)
		return err
	})
	if err != nil || h.row == nil {
		return err
	}
	if !ok {
		h.locked = errors.New("no service is set up")
	} else if err := h.hear(ctx, e, s); err != nil {
		return err
	}
	return e.Write(ctx, h.settle)
}

// hear asks for each side. Of a field that both show, the surer one is kept.
func (h *heard) hear(ctx context.Context, e *plugin.JobEvent, s service) error {
	h.values = map[string]reader.Value{}
	for _, side := range []string{reader.Front, reader.Back} {
		key := plugin.Text(h.row, side)
		if key == "" {
			continue
		}
		picture, err := e.Files.Read(ctx, key)
		if fault.CodeOf(err) == fault.NotFound {
			h.notes = append(h.notes, fault.Tell("idcards.picture_gone", "side", fault.Tell("idcards."+side)))
			continue
		}
		if err != nil {
			return err
		}
		found, err := s.ask(ctx, e, reader.Question{Side: side, Image: picture})
		if done := h.said(side, found, err); done {
			return nil
		}
	}
	return nil
}

// said takes what the service says of a side, and reports whether it need not be asked on.
func (h *heard) said(side string, found reader.Card, err error) (done bool) {
	said := new(reader.Said)
	switch {
	case errors.As(err, &said) && (said.Means == reader.NotCard || said.Means == reader.Garbled):
		h.notes = append(h.notes, fault.Tell("idcards."+said.Means, "side", fault.Tell("idcards."+side)))
		return false
	case errors.As(err, &said) && said.Means == reader.Locked:
		h.locked = err
		return true
	case err != nil:
		h.again = err
		return true
	}
	if found.Side != side && (found.Side == reader.Front || found.Side == reader.Back) {
		h.notes = append(h.notes, fault.Tell("idcards.other_side", "side", fault.Tell("idcards."+side)))
	}
	for key, value := range found.Values {
		if old, known := h.values[key]; !known || value.Confidence > old.Confidence {
			h.values[key] = value
		}
	}
	return false
}

// settle writes down what was read. Pictures that were changed meanwhile are read anew.
func (h *heard) settle(ctx context.Context, data plugin.Data) error {
	id := plugin.ID(h.row)
	list, err := data.Find(ctx, card, plugin.Where{Match: plugin.Row{"id": id, "reading": asked}, Lock: true})
	if err != nil || len(list) == 0 {
		return err
	}
	now := list[0]
	if plugin.Text(now, "front") != plugin.Text(h.row, "front") || plugin.Text(now, "back") != plugin.Text(h.row, "back") {
		_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: readJob, Args: errand{id}, UniqueKey: fmt.Sprintf("%s:%d:anew", readJob, id)})
		return err
	}
	tries := plugin.Int(now, "read_tries") + 1
	switch {
	case h.locked != nil:
		return h.fail(ctx, data, tries, fault.Tell("idcards.locked"))
	case h.again != nil && tries >= mostTries:
		return h.fail(ctx, data, tries, fault.Tell("idcards.no_answer", "tries", tries))
	case h.again != nil:
		if err := data.Set(ctx, card, []plugin.Row{{"id": id, "read_tries": tries}}); err != nil {
			return err
		}
		at := data.SQL().Now().Add(firstWait << tries)
		_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: readJob, Args: errand{id}, RunAt: at, UniqueKey: fmt.Sprintf("%s:%d:%d", readJob, id, tries)})
		return err
	case len(h.values) == 0:
		return h.fail(ctx, data, tries, h.notes...)
	}
	return h.propose(ctx, data, now, tries)
}

// fail says that nothing was read, and why.
func (h *heard) fail(ctx context.Context, data plugin.Data, tries int64, notes ...fault.Told) error {
	return note(ctx, data, plugin.Row{"id": plugin.ID(h.row), "reading": failed, "read_tries": tries}, notes)
}

// note writes a card with what is told of its reading.
func note(ctx context.Context, data plugin.Data, row plugin.Row, notes []fault.Told) error {
	row["read_at"], row["read_note"] = data.SQL().Now(), nil
	if len(notes) > 0 {
		text, err := fault.Keep(notes...)
		if err != nil {
			return err
		}
		row["read_note"] = text
	}
	return data.Set(ctx, card, []plugin.Row{row})
}

// propose keeps what was read beside the card, with what speaks against it.
func (h *heard) propose(ctx context.Context, data plugin.Data, now plugin.Row, tries int64) error {
	id := plugin.ID(now)
	list, err := data.Find(ctx, reading, plugin.Where{Match: plugin.Row{"id_card_id": id}})
	if err != nil {
		return err
	}
	there := map[string]int64{}
	for _, r := range list {
		there[plugin.Text(r, "card_field")] = plugin.ID(r)
	}
	today := data.SQL().Now()
	var fresh, old []plugin.Row
	for i, key := range reader.Keys {
		row := plugin.Row{"read_value": nil, "confidence": nil, "doubt": nil}
		if value, ok := h.values[key]; ok {
			row["read_value"], row["confidence"] = value.Text, value.Confidence
			if row["doubt"], err = doubtsOf(key, value.Text, now, today); err != nil {
				return err
			}
		}
		if row["id"] = there[key]; there[key] != 0 {
			old = append(old, row)
			continue
		}
		delete(row, "id")
		row["id_card_id"], row["card_field"], row["line_no"] = id, key, int64(i+1)
		fresh = append(fresh, row)
	}
	if _, err := data.SaveMany(ctx, reading, fresh); err != nil {
		return err
	}
	if err := data.Set(ctx, reading, old); err != nil {
		return err
	}
	return note(ctx, data, plugin.Row{"id": id, "reading": read, "read_tries": tries}, h.notes)
}
