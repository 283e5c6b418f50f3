package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
)

// filled fills the world with items to carry out.
func (d *desk) filled() {
	d.t.Helper()
	at := time.Date(2026, 3, 9, 23, 30, 0, 0, time.UTC)
	d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "A", "name": "=1+1", "kind": "fragile", "price": decimal.RequireFromString("1234.5"), "active": true, "seen_at": at, "secret": "hush"})
	d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "B", "name": "苹果茶", "kind": "plain", "price": decimal.RequireFromString("2")})
	d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "HIDDEN", "name": "x", "kind": "plain"})
}

// take carries records out and gives the file as lines.
func (d *desk) take(who auth.Actor, ask Export) (string, error) {
	ask.Actor = who
	if ask.Language == "" {
		ask.Language = "en"
	}
	if ask.Format == "" {
		ask.Format = FormatCSV
	}
	content, sight, err := d.Export(d.t.Context(), ask, func(int) error { return nil })
	if err == nil && sight == "" {
		d.t.Error("nobody can tell what the asker saw")
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(content), "\ufeff"), "\n", "|"), err
}

// TestAFileHasWhatAListShows holds columns, titles, labels, the list's own condition and
// the reader's clock; no cell begins a formula.
func TestAFileHasWhatAListShows(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.filled()
		who := d.office(nil, carriesItems)
		for _, tt := range []struct {
			name string
			ask  Export
			want string
		}{
			{"the list", Export{Table: "item", List: "item"}, "Code,Customer,Kind|A,ACME Acme,Fragile|B,ACME Acme,Plain|"},
			{"in Spanish", Export{Table: "item", List: "item", Language: "es"}, "Código,Cliente,Tipo|A,ACME Acme,Frágil|B,ACME Acme,Normal|"},
			{"chosen fields", Export{Table: "item", List: "item", Fields: []string{"name", "price", "active", "seen_at", "customer_id.name"}}, "Name,Price,Active,Seen at,|'=1+1,1234.5,true,2026-03-10 07:30:00,Acme|苹果茶,2,,,Acme|"},
			{"the table", Export{Table: "item", Fields: []string{"code"}}, "Code|A|B|HIDDEN|"},
			{"some of it", Export{Table: "item", Fields: []string{"code"}, Filter: json.RawMessage(`{"field": "kind", "op": "eq", "value": "plain"}`)}, "Code|B|HIDDEN|"},
			{"groups", Export{Table: "item", List: "per_kind"}, "Kind,Count,Worth|Fragile,1,1234.5|Plain,2,2|"},
		} {
			if got, err := d.take(who, tt.ask); err != nil || got != tt.want {
				t.Errorf("%s: %q (%v), want %q", tt.name, got, err, tt.want)
			}
		}
	})
}

// TestAFileHasWhatItsAskerSees holds rows and fields to his rights.
func TestAFileHasWhatItsAskerSees(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.filled()
		some := d.office(map[string]accesstest.Rule{"item": {Rows: "row.kind == 'plain'", Hide: []string{"price"}}}, carriesItems)
		if got, err := d.take(some, Export{Table: "item", List: "item"}); err != nil || got != "Code,Customer,Kind|B,ACME Acme,Plain|" {
			t.Errorf("rows: %q (%v)", got, err)
		}
		got, err := d.take(some, Export{Table: "item", Fields: []string{"code", "price"}})
		if strings.Contains(got, "2") || err != nil && fault.CodeOf(err) != fault.Invalid && fault.CodeOf(err) != fault.Denied {
			t.Errorf("a hidden field: %q (%v)", got, err)
		}
	})
}

// TestAnExportIsRefused holds the faults of Export to their keys.
func TestAnExportIsRefused(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.filled()
		who := d.office(nil, carriesItems)
		poor := accesstest.Office(8, d.Role("user", accesstest.Grant{Menus: []int{onlyLooks}}))
		for _, tt := range []struct {
			name, key string
			who       auth.Actor
			ask       Export
		}{
			{"no table", "table.unknown", who, Export{Table: "none"}},
			{"no list", "screen.unknown", who, Export{Table: "item", List: "none"}},
			{"a list of another table", "screen.unknown", who, Export{Table: "item", List: "order"}},
			{"no right", "right.missing", poor, Export{Table: "item"}},
			{"an unknown field", "query.unknown_field", who, Export{Table: "item", Fields: []string{"colour"}}},
			{"a field that groups have not", "query.unknown_field", who, Export{Table: "item", List: "per_kind", Fields: []string{"code"}}},
			{"a template of another table", "screen.unknown", who, Export{Table: "item", Template: "order_out"}},
			{"no template", "screen.unknown", who, Export{Table: "item", Template: "none"}},
		} {
			if got, err := d.take(tt.who, tt.ask); !fault.IsKey(err, tt.key) {
				t.Errorf("%s: %q (%v), want %s", tt.name, got, err, tt.key)
			}
		}
		d.MostExported = 2
		if _, err := d.take(who, Export{Table: "item", Fields: []string{"code"}}); !fault.IsKey(err, "exchange.too_many_rows") {
			t.Errorf("three records of two: %v", err)
		}
		if got, err := d.take(who, Export{Table: "item", List: "item", Fields: []string{"code"}}); err != nil || got != "Code|A|B|" {
			t.Errorf("two records of two: %q (%v)", got, err)
		}
	})
}

// TestWhoSeesOtherwiseMeanwhileBeginsAnew changes the rights of the asker while his file is
// written, and has the job be cancelled.
func TestWhoSeesOtherwiseMeanwhileBeginsAnew(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.filled()
		who := d.office(nil, carriesItems)
		less := accesstest.Office(who.UserID, d.Role("user", accesstest.Grant{Menus: []int{carriesItems}, Rules: map[string]accesstest.Rule{"item": {Hide: []string{"code"}}}}))
		ask := Export{Table: "item", List: "item", Format: FormatCSV, Language: "en", Actor: who}
		if _, _, err := d.Export(t.Context(), ask, func(int) error { d.now[who.UserID] = less; return nil }); !fault.IsKey(err, "file.seen_otherwise") {
			t.Errorf("it goes on: %v", err)
		}
		delete(d.now, who.UserID)
		cancelled := errors.New("cancelled")
		if _, _, err := d.Export(t.Context(), ask, func(int) error { return cancelled }); !errors.Is(err, cancelled) {
			t.Errorf("it goes on: %v", err)
		}
	})
}

// TestABookIsReadBack writes a spreadsheet and reads it: figures are figures up to the
// digits that a spreadsheet keeps, and texts beyond.
func TestABookIsReadBack(t *testing.T) {
	t.Parallel()
	content, err := WriteFigures(FormatXLSX, []string{"Name", "n"}, [][]any{{"=1+1", json.Number("1.50")}, {"苹果", json.Number("1234567890123456.78")}, {nil, nil}, {"last", json.Number("-3")}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSheet("a.xlsx", content, nil, reading{})
	if got := fmt.Sprint(s.headers, " ", s.rows); err != nil || got != "[Name n] [{2 ['=1+1 1.5]} {3 [苹果 1234567890123456.78]} {5 [last -3]}]" {
		t.Errorf("read back is %s (%v)", got, err)
	}
	text, err := WriteFigures(FormatCSV, []string{"Name"}, [][]any{{"a,b"}, {"@x"}})
	if err != nil || string(text) != "\ufeffName\n\"a,b\"\n'@x\n" {
		t.Errorf("the text is %q (%v)", text, err)
	}
}

// TestATextIsWrittenAsAskedFor holds encodings and delimiters, and letters that an encoding
// has not to a fault that names it.
func TestATextIsWrittenAsAskedFor(t *testing.T) {
	t.Parallel()
	for shape, want := range map[csvShape]string{{}: "\ufeff茶,b\n", {"gbk", ";"}: "\xb2\xe8;b\n", {"utf-8", "\t"}: "\ufeff茶\tb\n"} {
		out, err := newTable(FormatCSV, shape, []string{"茶", "b"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := out.bytes(); err != nil || string(got) != want {
			t.Errorf("%+v: %q (%v), want %q", shape, got, err, want)
		}
	}
	out, err := newTable(FormatCSV, csvShape{encoding: "windows-1252"}, []string{"茶"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.bytes(); !fault.IsKey(err, "exchange.not_in_encoding") {
		t.Errorf("letters that it has not: %v", err)
	}
}
