package idcards

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// take is the effect idcards.take: it gives a card the values that a person chose of what
// was read.
//
// Conflict: nothing was chosen, or a number that is none.
func take(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, head := range e.Heads {
		row, err := chosen(ctx, e, head, batch[i])
		if err != nil {
			return err
		}
		if err := e.Data.Set(ctx, card, []plugin.Row{row}); err != nil {
			return err
		}
		if err := blank(ctx, e.Data, plugin.ID(head)); err != nil {
			return err
		}
	}
	return nil
}

// chosen are the values of a card that were chosen.
func chosen(ctx context.Context, e *plugin.EffectEvent, head, wanted plugin.Row) (plugin.Row, error) {
	list, err := e.Data.Find(ctx, reading, plugin.Where{Match: plugin.Row{"id_card_id": plugin.ID(head)}})
	if err != nil {
		return nil, err
	}
	row := plugin.Row{"id": plugin.ID(head)}
	for _, r := range list {
		key, text := plugin.Text(r, "card_field"), plugin.Text(r, "read_value")
		if wanted[key] != true || text == "" {
			continue
		}
		if bad := sane(key, text, e.Tx.Now()); bad != "" {
			return nil, fault.New(fault.Conflict, bad).On(key)
		}
		row[key] = text
		if key == reader.ValidTo && text == reader.NoEnd {
			row[key] = nil
		}
	}
	if len(row) == 1 {
		return nil, fault.New(fault.Conflict, "idcards.nothing_chosen")
	}
	return row, nil
}

// dismiss is the effect idcards.dismiss: what was read is let go.
func dismiss(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		if err := blank(ctx, e.Data, plugin.ID(head)); err != nil {
			return err
		}
	}
	return nil
}
