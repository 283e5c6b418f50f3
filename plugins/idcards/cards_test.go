package idcards_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
	"github.com/wareloom/wareloom/tests/world"
)

// desk is the small building with cards of its owners.
type desk struct {
	*testing.T
	*world.World
}

// eachDesk runs a test on either database. When it ends, every invariant is checked.
func eachDesk(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { run(&desk{T: t, World: world.Start(t, dsn)}) })
}

// card makes a card of an owner, and gives it pictures that came some days ago.
func (d *desk) card(owner int64, days int) (id int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "id_card", plugin.Row{"consignor_id": owner, "name": "王伟", "id_no": fmt.Sprintf("G%07d", days)})
		if id = plugin.ID(row); err == nil {
			_, err = data.SQL().Exec(ctx, `UPDATE id_card SET front = 'no-such-file', pictures_at = ? WHERE id = ?`, data.SQL().Now().AddDate(0, 0, -days).UnixMilli(), id)
		}
		return err
	})
	return id
}

// reads has values read of a card, which wait for a person.
func (d *desk) reads(id int64, values map[string]string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		for key, text := range values {
			if _, err := data.Save(ctx, "id_card_reading", plugin.Row{"id_card_id": id, "card_field": key, "read_value": text, "confidence": int64(90)}); err != nil {
				return err
			}
		}
		_, err := data.SQL().Exec(ctx, `UPDATE id_card SET reading = 'read' WHERE id = ?`, id)
		return err
	})
}

func (d *desk) act(id int64, action string, params plugin.Row) error {
	return d.Try(d.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, "id_card", action, id, params)
		return err
	})
}

func (d *desk) set(key string, owner int64, value any) {
	d.Helper()
	change := setting.Change{Key: key, Level: "system", Value: value}
	if owner != 0 {
		change.Level, change.OwnerID = "consignor", owner
	}
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		return d.Settings.Save(ctx, data.SQL(), d.Catalog.Current(), auth.System("test"), change)
	})
}

func (d *desk) text(question string, args ...any) (text string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &text, `SELECT COALESCE((`+question+`), '')`, args...)
	})
	return text
}

// work runs the jobs that wait, and this one; those of the timetable wait on.
func (d *desk) work(kind string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.SQL().Exec(ctx, `UPDATE job SET due_at = 9000000000000 WHERE cron <> ''`)
		if err == nil && kind != "" {
			_, err = plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: kind})
		}
		return err
	})
	d.Work(d.T)
}

// TestPicturesAreReadWhereSomebodyReads; of one that is gone nothing is read, and that is told.
func TestPicturesAreReadWhereSomebodyReads(t *testing.T) {
	eachDesk(t, func(d *desk) {
		id := d.card(d.Owners[0], 0)
		if err := d.act(id, "read_pictures", nil); !fault.IsKey(err, "idcards.no_reader") {
			d.Errorf("where nobody reads: %v", err)
		}
		d.set("card_reader", 0, "simulated")
		if err := d.act(id, "read_pictures", nil); err != nil {
			d.Fatal(err)
		}
		if got := d.text(`SELECT reading FROM id_card WHERE id = ?`, id); got != "asked" {
			d.Errorf("asked for, the reading is %q", got)
		}
		d.work("")
		if got := d.text(`SELECT reading || ' ' || read_note FROM id_card WHERE id = ?`, id); !strings.HasPrefix(got, "failed ") || !strings.Contains(got, "idcards.picture_gone") {
			d.Errorf("the picture is gone, and told is %q", got)
		}
		if err := d.act(id, "dismiss_reading", nil); err != nil {
			d.Error(err)
		}
	})
}

// TestOnlyWhatAPersonChoseIsTakenOver: nothing of it where nothing is chosen or a number is
// none; an end that is none leaves the field empty, and what was read is let go.
func TestOnlyWhatAPersonChoseIsTakenOver(t *testing.T) {
	eachDesk(t, func(d *desk) {
		id := d.card(d.Owners[0], 0)
		d.reads(id, map[string]string{reader.Name: "李芳", reader.IDNo: "110105194912310020", reader.Address: "上海", reader.ValidTo: reader.NoEnd})
		choice := func(keys ...string) plugin.Row {
			params := plugin.Row{}
			for _, key := range reader.Keys {
				params[key] = slices.Contains(keys, key)
			}
			return params
		}
		for key, params := range map[string]plugin.Row{"idcards.nothing_chosen": choice(), "idcards.bad_number": choice(reader.Name, reader.IDNo)} {
			if err := d.act(id, "take_reading", params); !fault.IsKey(err, key) {
				d.Errorf("taken over are %v: %v, want %s", params, err, key)
			}
		}
		if err := d.act(id, "take_reading", choice(reader.Address, reader.ValidTo)); err != nil {
			d.Fatal(err)
		}
		if got := d.text(`SELECT name || ' ' || address || ' ' || COALESCE(valid_to, 'no end') || ' ' || reading FROM id_card WHERE id = ?`, id); got != "王伟 上海 no end taken" {
			d.Errorf("the card is %s", got)
		}
		if left := d.text(`SELECT CAST(COUNT(read_value) AS TEXT) FROM id_card_reading`); left != "0" {
			d.Errorf("%s values that were read are kept", left)
		}
	})
}

// TestPicturesGoWhenTheirDaysAreOver, by the days of their owner; the card stays, and what was
// read of them goes too.
func TestPicturesGoWhenTheirDaysAreOver(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.set("card_picture_days", d.Owners[0], 30)
		d.set("card_picture_days", d.Owners[1], 0)
		cards := []int64{d.card(d.Owners[0], 31), d.card(d.Owners[0], 29), d.card(d.Owners[1], 3000), d.card(d.Owners[0], 400)}
		d.reads(cards[3], map[string]string{reader.Name: "李芳"})
		d.work("idcards.forget")
		for i, want := range []string{"gone", "kept", "kept", "gone"} {
			got := d.text(`SELECT CASE WHEN front IS NULL AND pictures_at IS NULL THEN 'gone' WHEN front IS NOT NULL AND pictures_at IS NOT NULL THEN 'kept' END || COALESCE(reading, '') FROM id_card WHERE id = ?`, cards[i])
			if got != want {
				d.Errorf("the pictures of the %d. card are %s, want %s", i+1, got, want)
			}
		}
		if left := d.text(`SELECT CAST(COUNT(read_value) AS TEXT) FROM id_card_reading`); left != "0" {
			d.Errorf("%s values that were read of pictures that are gone are kept", left)
		}
	})
}

// TestInvariantsFindTheirBreaches plants a breach of each, which must be told.
func TestInvariantsFindTheirBreaches(t *testing.T) {
	eachDesk(t, func(d *desk) {
		id := d.card(d.Owners[0], 0)
		d.reads(id, map[string]string{reader.Name: "李芳"})
		for key, text := range map[string]string{
			"idcards.proposal_is_kept_while_asked": `UPDATE id_card SET reading = NULL`,
			"idcards.pictures_have_a_day":          `UPDATE id_card SET pictures_at = NULL`,
		} {
			if broken := d.Broken(d.T, text); !slices.Contains(broken, key) {
				d.Errorf("%s is not found: %v", key, broken)
			}
		}
	})
}
