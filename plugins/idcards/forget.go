package idcards

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// mostForgotten bounds the cards of one transaction.
const mostForgotten = 200

// forget is the job that deletes pictures whose days are over; the cards stay. Each owner
// may have his own days.
func forget(ctx context.Context, e *plugin.JobEvent) error {
	for after := int64(0); ; {
		var last int64
		err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
			last, err = forgetSome(ctx, e, data, after)
			return err
		})
		if err != nil || last == 0 {
			return err
		}
		after = last
	}
}

// forgetSome looks at cards with ids above one, and gives the last; 0 when none are left.
func forgetSome(ctx context.Context, e *plugin.JobEvent, data plugin.Data, after int64) (last int64, err error) {
	var found []struct {
		ID int64 `db:"id"`
	}
	const text = "SELECT id FROM id_card WHERE id > ? AND (front IS NOT NULL OR back IS NOT NULL) ORDER BY id LIMIT ?"
	if err := data.SQL().Select(ctx, &found, text, after, mostForgotten); err != nil {
		return 0, err
	}
	for _, one := range found {
		if err := forgetOld(ctx, e, data, one.ID); err != nil {
			return 0, err
		}
		last = one.ID
	}
	return last, nil
}

// forgetOld deletes the pictures of a card when their days are over.
func forgetOld(ctx context.Context, e *plugin.JobEvent, data plugin.Data, id int64) error {
	list, err := data.Find(ctx, card, plugin.Where{Match: plugin.Row{"id": id}, Lock: true})
	if err != nil || len(list) == 0 {
		return err
	}
	row := list[0]
	days, err := data.Setting(ctx, "card_picture_days", row)
	if err != nil {
		return err
	}
	keep, _ := days.(int64)
	since := timeOf(row, "pictures_at")
	if keep == 0 || since.IsZero() || since.AddDate(0, 0, int(keep)).After(data.SQL().Now()) {
		return nil
	}
	gone := plugin.Row{"id": id, "front": nil, "back": nil, "pictures_at": nil}
	if state := plugin.Text(row, "reading"); state == asked || state == read {
		gone["reading"], gone["read_note"] = nil, nil
		if err := blank(ctx, data, id); err != nil {
			return err
		}
	}
	if err := data.Set(ctx, card, []plugin.Row{gone}); err != nil {
		return err
	}
	for _, side := range []string{"front", "back"} {
		if err := e.Files.Erase(ctx, data.SQL(), plugin.Text(row, side)); err != nil {
			return err
		}
	}
	return nil
}

// timeOf is an instant of a record; the zero time when it is empty.
func timeOf(row plugin.Row, key string) time.Time {
	at, _ := row[key].(time.Time)
	return at
}

// since gives pictures that an earlier version kept the day of the upgrade, from which
// their days are counted.
func since(ctx context.Context, data plugin.Data, after int64) (last int64, err error) {
	var found []struct {
		ID int64 `db:"id"`
	}
	const text = "SELECT id FROM id_card WHERE id > ? AND (front IS NOT NULL OR back IS NOT NULL) AND pictures_at IS NULL ORDER BY id LIMIT ?"
	if err := data.SQL().Select(ctx, &found, text, after, mostForgotten); err != nil {
		return 0, fmt.Errorf("look for pictures without a day: %w", err)
	}
	var rows []plugin.Row
	for _, one := range found {
		rows = append(rows, plugin.Row{"id": one.ID, "pictures_at": data.SQL().Now()})
		last = one.ID
	}
	return last, data.Set(ctx, card, rows)
}
