package record_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// holding is a shop that notes which tables were asked.
type holding struct {
	*testing.T
	*recordtest.Shop
	asked []string
}

func eachHolding(t *testing.T, run func(h *holding)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &holding{T: t}
		db := enginetest.Open(t, dsn, store.Options{Tap: func(text string, _ []any) {
			if _, from, asks := strings.Cut(text, ` from "`); asks && strings.HasPrefix(text, "select") {
				table, _, _ := strings.Cut(from, `"`)
				h.asked = append(h.asked, table)
			}
		}})
		h.Shop = recordtest.New(t, db)
		h.Goods("ACME", "A", "B")
		run(h)
	})
}

// write saves an order in a transaction and goes on in it.
func (h *holding) write(then func(ctx context.Context, tx *store.Tx, saved row) error) {
	h.Helper()
	err := h.Write(func(ctx context.Context, tx *store.Tx) error {
		saved, err := h.Records.Save(ctx, tx, h.System(), "order", order("ACME", "B", "A"))
		if err != nil {
			return err
		}
		return then(ctx, tx, saved)
	})
	if err != nil {
		h.Fatal(err)
	}
}

// whole reads an order with its lines.
func (h *holding) whole(ctx context.Context, tx *store.Tx, id int64) (head row, lines []row) {
	h.Helper()
	head, err := h.Records.Get(ctx, tx, h.System(), "order", id, true)
	if err != nil {
		h.Fatal(err)
	}
	table, err := h.Release.Table("order")
	if err != nil {
		h.Fatal(err)
	}
	set := table.Sets[slices.IndexFunc(table.Sets, func(set *catalog.LineSet) bool { return set.Key == "lines" })]
	all, err := h.Records.Lines(ctx, tx, h.System(), set, []int64{id})
	if err != nil {
		h.Fatal(err)
	}
	return head, all[id]
}

func TestAWriterKnowsWhatItWrote(t *testing.T) {
	eachHolding(t, func(h *holding) {
		var id int64
		var head row
		var lines []row
		h.write(func(ctx context.Context, tx *store.Tx, saved row) error {
			id = record.ID(saved)
			own := saved["lines"].([]row)
			change := row{"id": id, "lines": []any{row{"id": own[0]["id"], "_delete": true}, row{"item_id": row{"code": "A"}, "qty": "7.125"}}}
			if _, err := h.Records.Save(ctx, tx, h.System(), "order", change); err != nil {
				return err
			}
			if err := h.Records.Add(ctx, tx, h.System(), "order_line", []row{{"id": own[1]["id"], "done": "0.5"}}); err != nil {
				return err
			}
			h.asked = nil
			head, lines = h.whole(ctx, tx, id)
			delete(head, "no") // the caller's own copy
			head, lines = h.whole(ctx, tx, id)
			return nil
		})
		for _, table := range []string{"order", "order_line"} {
			if slices.Contains(h.asked, table) {
				h.Errorf("the table %s was asked for what the transaction had written: %v", table, h.asked)
			}
		}
		err := h.DB.Read(h.Context(), func(ctx context.Context, tx *store.Tx) error {
			stored, storedLines := h.whole(ctx, tx, id)
			if !same(stored, head) || len(storedLines) != 2 || !slices.EqualFunc(storedLines, lines, same) {
				h.Errorf("known were\n%v\n%v\nstored are\n%v\n%v", head, lines, stored, storedLines)
			}
			return nil
		})
		if err != nil {
			h.Fatal(err)
		}
	})
}

// same compares rows by what people see of their values.
func same(a, b row) bool {
	return maps.EqualFunc(a, b, func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) })
}

func TestAWriterAsksAgainWhereOthersMayHaveWritten(t *testing.T) {
	eachHolding(t, func(h *holding) {
		h.write(func(ctx context.Context, tx *store.Tx, saved row) error {
			id := record.ID(saved)
			if _, err := tx.Exec(ctx, `UPDATE "order" SET note = ? WHERE id = ?`, "by hand", id); err != nil {
				return err
			}
			if head, _ := h.whole(ctx, tx, id); head["note"] != "by hand" {
				h.Errorf("after a statement by hand the note is %v", head["note"])
			}
			if _, err := tx.Exec(ctx, `DELETE FROM order_line WHERE order_id = ? AND line_no > 10`, id); err != nil {
				return err
			}
			if _, lines := h.whole(ctx, tx, id); len(lines) != 1 {
				h.Errorf("after a line was removed by hand there are %d", len(lines))
			}
			return nil
		})
	})
}

func TestWhatASavepointTakesBackIsNotKnown(t *testing.T) {
	eachHolding(t, func(h *holding) {
		h.write(func(ctx context.Context, tx *store.Tx, saved row) error {
			id, back := record.ID(saved), errors.New("back")
			err := tx.Savepoint(ctx, func(ctx context.Context) error {
				change := row{"id": id, "note": "gone", "lines": []any{row{"item_id": row{"code": "A"}, "qty": 1}}}
				if _, err := h.Records.Save(ctx, tx, h.System(), "order", change); err != nil {
					return err
				}
				return back
			})
			if !errors.Is(err, back) {
				return err
			}
			if head, lines := h.whole(ctx, tx, id); !reflect.DeepEqual(head["note"], saved["note"]) || len(lines) != 2 {
				h.Errorf("after the savepoint the note is %v, and there are %d lines", head["note"], len(lines))
			}
			return nil
		})
	})
}

func TestAKnownRecordIsOfTheRightsThatAskForIt(t *testing.T) {
	eachHolding(t, func(h *holding) {
		stranger := h.Client(h.Goods("GLOBEX", "C"))
		h.write(func(ctx context.Context, tx *store.Tx, saved row) error {
			if _, err := h.Records.Get(ctx, tx, stranger, "order", record.ID(saved), false); err == nil {
				h.Error("a client reads the order of another")
			}
			return nil
		})
	})
}
