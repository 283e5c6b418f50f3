package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// told reads records as people do.
func (b *bench) told(table string, r query.Request, reader query.Reader, most int) (told []query.Told, err error) {
	b.t.Helper()
	err = b.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		told, err = b.q.TellIn(ctx, tx, b.system, table, r, reader, most)
		return err
	})
	return told, err
}

func TestRecordsInWords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		madrid, err := time.LoadLocation("Europe/Madrid")
		if err != nil {
			t.Fatal(err)
		}
		words := func(reader query.Reader, table string, id int64, fields ...string) map[string]string {
			t.Helper()
			told, err := b.told(table, query.Request{Where: query.Is("id", query.Eq, id), Fields: fields}, reader, 10)
			if err != nil || len(told) != 1 || told[0].ID != id {
				t.Fatalf("told %v (%v)", told, err)
			}
			return told[0].Words
		}
		item, order := b.items["ACME/B"], b.orders["ACME"]
		line := b.Insert("order_line", row{"order_id": order, "item_id": item, "qty": decimal.RequireFromString("2.500")})
		tests := []struct {
			reader      query.Reader
			table, path string
			id          int64
			want        string
		}{
			{query.Reader{}, "item", "brand_id", item, "Moon"},
			{query.Reader{}, "item", "price", item, "100.00"},
			{query.Reader{}, "item", "pieces", item, "1"},
			{query.Reader{}, "item", "active", b.items["ACME/A"], "✓"},
			{query.Reader{}, "item", "active", item, ""},
			{query.Reader{}, "item", "made_on", item, ""},
			{query.Reader{}, "item", "made_on", b.items["ACME/A"], "2026-01-02"},
			{query.Reader{Language: "en"}, "item", "kind", item, "Fragile"},
			{query.Reader{Language: "es"}, "item", "kind", item, "Frágil"},
			{query.Reader{}, "item", "seen_at", b.items["ACME/A"], "2026-03-09 17:30"},
			{query.Reader{Zone: madrid}, "item", "seen_at", b.items["ACME/A"], "2026-03-09 18:30"},
			{query.Reader{Language: "en"}, "order", "status", order, "Open"},
			{query.Reader{Language: "en"}, "order_line", "order_id.status", line, "Open"},
			{query.Reader{}, "order_line", "order_id.code", line, "O-ACME"},
		}
		states := b.Release.Tables["order"].Document.Meta.States
		states[0].Title = map[string]string{"zh": "未结", "en": "Open", "es": "Abierto"}
		for _, tt := range tests {
			if got := words(tt.reader, tt.table, tt.id, tt.path)[tt.path]; got != tt.want {
				t.Errorf("%s of %s in %q: %q, want %q", tt.path, tt.table, tt.reader.Language, got, tt.want)
			}
		}
	})
}

// TestTellingGoesOnUntilThereIsEnough reads over the end of pages.
func TestTellingGoesOnUntilThereIsEnough(t *testing.T) {
	t.Parallel()
	b := one(t)
	b.run(`insert into department (id, version, created_at, updated_at, name) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select 5000000 + i, 1, 0, 0, 'D' from n`, query.MaxSize+3)
	for most, want := range map[int]int{2: 2, query.MaxSize: query.MaxSize, query.MaxSize + 1: query.MaxSize + 1, 2 * query.MaxSize: query.MaxSize + 3} {
		told, err := b.told("department", query.Request{Fields: []string{"name"}, Sort: []string{"id"}}, query.Reader{}, most)
		if err != nil || len(told) != want || told[want-1].ID != int64(5000000+want) {
			t.Errorf("at most %d: %d (%v), want %d", most, len(told), err, want)
		}
	}
}

// TestWhatNamesATold is the first field of the label where it was asked for, else the id.
func TestWhatNamesATold(t *testing.T) {
	t.Parallel()
	b := one(t)
	for _, tt := range []struct{ fields, want string }{{"code", "ACME"}, {"name", fmt.Sprint(b.acme)}} {
		told, err := b.told("customer", query.Request{Where: query.Is("id", query.Eq, b.acme), Fields: []string{tt.fields}}, query.Reader{}, 1)
		if err != nil || len(told) != 1 || told[0].Label != tt.want || told[0].Values[tt.fields] == nil {
			t.Errorf("with its %s: %v (%v), want %s", tt.fields, told, err, tt.want)
		}
	}
	if _, err := b.told("nope", query.Request{}, query.Reader{}, 1); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("an unknown table: %v", err)
	}
	if _, err := b.told("item", query.Request{Fields: []string{"nope"}}, query.Reader{}, 1); fault.CodeOf(err) != fault.Invalid {
		t.Errorf("an unknown field: %v", err)
	}
}
