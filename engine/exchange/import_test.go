package exchange

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAFileBecomesRecords reads cells of each kind, under headers in several languages,
// and reads the file once more: it finds its records.
func TestAFileBecomesRecords(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.Insert("brand", accesstest.Row{"name": "Loom"})
		who := d.office(nil, carriesItems)
		lines := []string{
			"Customer, code ,Nombre,价,Kind,active,made on,Brands,other",
			`ACME,A,"'=1+1","1,234.50",易碎,sí,09.03.2026,Loom,x`,
			"",
			"GLOB,B,,,plain,0,,,",
			"ACME,---,not meant,,,,,,",
			"ACME,OLD,,,,,,,",
		}
		out, err := d.bring(who, "items", lines...)
		done(t, "the first time", out, err, "4 rows: 2 ok, 0 failed, 1 rejected, 0 skipped; 2 created, 0 updated")
		if got := said(out.Errors); got != "6 @-1 No longer taken" || !out.Errors[0].Rejected {
			t.Errorf("told is %s", got)
		}
		got := d.told(`select c.code || ' ' || i.code || ' ' || coalesce(i.name, '-') || ' ' || coalesce(cast(i.price as text), '-') || ' ' || i.kind || ' ' || case when i.active then 'on' else 'off' end || ' ' || coalesce(i.secret, '-') from item i join customer c on c.id = i.customer_id order by i.code`)
		if got != "ACME A =1+1 123450 fragile on from a file, GLOB B - - plain off from a file" {
			t.Errorf("the items are %s", got)
		}
		lines[1] = strings.Replace(lines[1], "'=1+1", "changed", 1)
		out, err = d.bring(who, "items", lines...)
		done(t, "the second time", out, err, "4 rows: 2 ok, 0 failed, 1 rejected, 0 skipped; 0 created, 2 updated")
		if got := d.items(); got != "A changed, B -" {
			t.Errorf("the items are %s", got)
		}
	})
}

// TestARecordThatIsThere holds what a mapping says about duplicates to what becomes of
// record and row.
func TestARecordThatIsThere(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who := d.office(nil, carriesItems)
		d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "A", "name": "old"})
		for _, tt := range []struct{ mapping, counts, items string }{
			{"items_skip", "2 rows: 2 ok, 0 failed, 0 rejected, 1 skipped; 1 created, 0 updated", "A old, B new"},
			{"items_new", "2 rows: 0 ok, 2 failed, 0 rejected, 0 skipped; 0 created, 0 updated", "A old, B new"},
			{"items", "2 rows: 2 ok, 0 failed, 0 rejected, 0 skipped; 0 created, 2 updated", "A new, B new"},
		} {
			out, err := d.bring(who, tt.mapping, "Customer,code,name", "ACME,A,new", "ACME,B,new")
			done(t, tt.mapping, out, err, tt.counts)
			if got := d.items(); got != tt.items {
				t.Errorf("%s: the items are %s, want %s", tt.mapping, got, tt.items)
			}
		}
	})
}

// TestEachWrongRowIsTold holds errors to their rows and cells, and the other rows to be
// saved, unless one wrong row keeps all out.
func TestEachWrongRowIsTold(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who := d.office(nil, carriesItems)
		lines := []string{"code,Customer,price", "A,ACME,1", "B,NONE,1", "C,ACME,dear", "D,,1", "E,ACME,-1", strings.Repeat("F", 21) + ",ACME,1", "G,ACME,2"}
		for mapping, want := range map[string]string{
			"items":     "7 rows: 2 ok, 5 failed, 0 rejected, 0 skipped; 2 created, 0 updated",
			"items_all": "7 rows: 0 ok, 5 failed, 0 rejected, 0 skipped; 0 created, 0 updated",
		} {
			out, err := d.bring(who, mapping, lines...)
			done(t, mapping, out, err, want)
			var rows, cells []int
			for _, e := range out.Errors {
				rows, cells = append(rows, e.Row), append(cells, e.Cell)
			}
			if !slices.Equal(rows, []int{3, 4, 5, 6, 7}) || !slices.Equal(cells, []int{1, 2, 1, 2, 0}) {
				t.Errorf("%s: told are %s", mapping, said(out.Errors))
			}
			if out.Errors[2].Message != "exchange.needed Customer" || len(out.Wrong) != 5 || out.Wrong[0].Row != 3 || !slices.Equal(out.Wrong[0].Cells, []string{"B", "NONE", "1"}) {
				t.Errorf("%s: to be mended are %+v, told %s", mapping, out.Wrong, said(out.Errors))
			}
			if mapping == "items_all" {
				continue
			}
			if got := d.items(); got != "A -, G -" {
				t.Errorf("the items are %s", got)
			}
			if err := d.Exchange.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { _, err := tx.Exec(ctx, "delete from item"); return err }); err != nil {
				t.Fatal(err)
			}
		}
		if got := d.items(); got != "" {
			t.Errorf("where one wrong row keeps all out %s came in", got)
		}
	})
}

// TestATrialWritesNothing tells what would become of a file, of all its rows and of some.
func TestATrialWritesNothing(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who := d.office(nil, carriesItems)
		lines := []string{"Customer,code,price", "ACME,A,1", "NONE,B,1", "ACME,OLD,1", "ACME,C,1"}
		out, err := d.ask(Import{Mapping: "items", DryRun: true, Language: "en", Actor: who}, nil, lines...)
		done(t, "all", out, err, "4 rows: 2 ok, 1 failed, 1 rejected, 0 skipped; 2 created, 0 updated")
		out, err = d.ask(Import{Mapping: "items", DryRun: true, Language: "en", Actor: who, Only: []int{3, 5}, Edits: []Edit{{Row: 3, Cell: 0, Value: " ACME "}}}, nil, lines...)
		done(t, "two, one of them mended", out, err, "2 rows: 2 ok, 0 failed, 0 rejected, 0 skipped; 2 created, 0 updated")
		if !out.DryRun || !slices.Equal(out.Checked, []int{3, 5}) {
			t.Errorf("checked are %v", out.Checked)
		}
		if got := d.items(); got != "" {
			t.Errorf("%s came in", got)
		}
	})
}

// TestRowsOfOneDocumentAreOne groups rows into orders, adds lines of one item up, and has
// an action follow what is new.
func TestRowsOfOneDocumentAreOne(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, code := range []string{"A", "B"} {
			d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": code})
		}
		who := d.office(nil, carriesOrders)
		lines := []string{"No,Customer,Item,Quantity,Note", "1,ACME,A,0.1,", "2,ACME,A,5,", "1,ACME,B,1,late", "1,ACME,A,0.2,"}
		orders := func() string {
			return d.told(`select o.code || ' ' || coalesce(o.note, '-') || ' ' || i.code || ' ' || l.qty from order_line l join "order" o on o.id = l.order_id join item i on i.id = l.item_id order by o.code, i.code`)
		}
		out, err := d.bring(who, "orders", lines...)
		done(t, "the first time", out, err, "4 rows: 4 ok, 0 failed, 0 rejected, 0 skipped; 2 created, 0 updated")
		if got := orders(); got != "1 late A 300, 1 late B 1000, 2 - A 5000" {
			t.Errorf("the orders are %s", got)
		}
		if got := fmt.Sprint(d.acted); got != "[audit order audit order]" {
			t.Errorf("taken were %s", got)
		}
		out, err = d.bring(who, "orders", lines[0], "1,ACME,B,7,")
		done(t, "the second time", out, err, "1 rows: 1 ok, 0 failed, 0 rejected, 0 skipped; 0 created, 1 updated")
		if got := orders(); got != "1 late B 7000, 2 - A 5000" || len(d.acted) != 2 {
			t.Errorf("the orders are %s, taken were %v", got, d.acted)
		}
	})
}

// TestAFileIsRefusedAsAWhole holds the faults that end an import before anything is read
// into records.
func TestAFileIsRefusedAsAWhole(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		good, poor := d.office(nil, carriesItems), accesstest.Office(8, d.Role("user", accesstest.Grant{Menus: []int{onlyLooks}}))
		for _, tt := range []struct {
			name, key string
			ask       Import
			lines     []string
		}{
			{"no mapping", "screen.unknown", Import{Mapping: "none", Actor: good}, []string{"Customer,code", "ACME,A"}},
			{"no right", "right.missing", Import{Mapping: "items", Actor: poor}, []string{"Customer,code", "ACME,A"}},
			{"no column that must be there", "exchange.no_column", Import{Mapping: "items", Actor: good}, []string{"code,name", "A,x"}},
			{"nothing at all", "exchange.no_header", Import{Mapping: "items", Actor: good}, nil},
			{"a mended cell that there is not", "exchange.no_cell", Import{Mapping: "items", Actor: good, Edits: []Edit{{Row: 9}}}, []string{"Customer,code", "ACME,A"}},
			{"a column that there is not", "exchange.unknown_column", Import{Mapping: "items", Actor: good, Columns: []Choice{{Cell: 2, Field: "name"}}}, []string{"Customer,code", "ACME,A"}},
		} {
			out, err := d.ask(tt.ask, nil, tt.lines...)
			if !fault.IsKey(err, tt.key) || out != nil {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.key)
			}
		}
	})
}

// TestAnOwnersFileIsOfHisOwn holds the file of a customer's person to his customer, whom it
// need not name, and a field that he may not write to its default.
func TestAnOwnersFileIsOfHisOwn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		role := d.Role("client", accesstest.Grant{Menus: []int{ownItems}, Rules: map[string]accesstest.Rule{"item": {Readonly: []string{"secret"}}}})
		who := accesstest.Client(9, d.customer, role)
		out, err := d.bring(who, "items", "code,name", "A,mine")
		done(t, "without a customer", out, err, "1 rows: 1 ok, 0 failed, 0 rejected, 0 skipped; 1 created, 0 updated")
		out, err = d.bring(who, "items", "Customer,code,name", "GLOB,B,not mine", "ACME,C,mine")
		done(t, "with another one's", out, err, "2 rows: 1 ok, 1 failed, 0 rejected, 0 skipped; 1 created, 0 updated")
		got := d.told("select i.code || ' ' || c.code || ' ' || coalesce(i.secret, '-') from item i join customer c on c.id = i.customer_id order by i.code")
		if got != "A ACME -, C ACME -" {
			t.Errorf("the items are %s", got)
		}
	})
}

// keeper keeps parts as a job does.
type keeper struct{ parts []json.RawMessage }

func (k *keeper) Keep(_ context.Context, _ *store.Tx, p any) error {
	text, err := json.Marshal(p)
	k.parts = append(k.parts, text)
	return err
}

func (k *keeper) Kept(context.Context) ([]json.RawMessage, error) { return k.parts, nil }

// TestAnImportThatWasKilledGoesOn ends an import behind its first batch, and holds the next
// run to the rest, with the counts of all; a file that was mended meanwhile is refused.
func TestAnImportThatWasKilledGoesOn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who, k := d.office(nil, carriesItems), &keeper{}
		lines := []string{"Customer,code,name"}
		for i := range largestBatch + 3 {
			lines = append(lines, fmt.Sprintf("ACME,I%03d,x", i))
		}
		lines[2] = "NONE,wrong,x"
		content, ask, killed := []byte(strings.Join(lines, "\n")), Import{Mapping: "items_new", Language: "en", Actor: who}, errors.New("killed")
		if _, err := d.Import(t.Context(), ask, "f.csv", content, func(int, int) error { return killed }, k); !errors.Is(err, killed) {
			t.Fatal(err)
		}
		if done, total, err := Saved(k.parts); done != largestBatch || total != largestBatch+3 || err != nil {
			t.Errorf("noted are %d of %d (%v)", done, total, err)
		}
		if _, err := d.ask(ask, k, lines[:4]...); !fault.IsKey(err, Changed) {
			t.Errorf("another file: %v", err)
		}
		var progress []int
		out, err := d.Import(t.Context(), ask, "f.csv", content, func(done, _ int) error { progress = append(progress, done); return nil }, k)
		done(t, "the second run", out, err, "253 rows: 252 ok, 1 failed, 0 rejected, 0 skipped; 252 created, 0 updated")
		if !slices.Equal(progress, []int{largestBatch + 3}) || len(out.Errors) != 1 || out.Errors[0].Row != 3 {
			t.Errorf("told were %v, errors %s", progress, said(out.Errors))
		}
		if got := d.told("select cast(count(*) as text) from item"); got != "252" {
			t.Errorf("%s items are there", got)
		}
	})
}

// TestWhoMayNoMoreSavesNoMore takes the right away while a file is read.
func TestWhoMayNoMoreSavesNoMore(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who := d.office(nil, carriesItems)
		poor := accesstest.Office(who.UserID, d.Role("user", accesstest.Grant{Menus: []int{onlyLooks}}))
		lines := []string{"Customer,code"}
		for i := range largestBatch + 1 {
			lines = append(lines, fmt.Sprintf("ACME,I%03d", i))
		}
		tell := func(int, int) error { d.now[who.UserID] = poor; return nil }
		_, err := d.Import(t.Context(), Import{Mapping: "items_new", Actor: who}, "f.csv", []byte(strings.Join(lines, "\n")), tell, nil)
		if fault.CodeOf(err) != fault.Denied {
			t.Errorf("it ends with %v", err)
		}
		if got := d.told("select cast(count(*) as text) from item"); got != fmt.Sprint(largestBatch) {
			t.Errorf("%s items are there", got)
		}
	})
}
