package access_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func TestWhoMayWriteAField(t *testing.T) {
	t.Parallel()
	w := one(t)
	item := w.Table("item")
	role := func(r rule, buttons ...string) int64 {
		return w.Role("user", grant{Menus: []int{12}, Buttons: map[int][]string{12: buttons}, Rules: map[string]rule{"item": r}})
	}
	creates, updates := role(rule{Readonly: []string{"price"}}, "create"), role(rule{Hide: []string{"price"}, Mask: []string{"name"}}, "update")
	all, broken := w.Role("user", grant{Buttons: map[int][]string{12: {"update"}}}), role(rule{Rows: "row.gone == 1"}, "create", "update")
	tests := []struct {
		about string
		roles []int64
		want  string // price name remark
	}{
		{"who reads", []int64{w.Role("user", grant{Menus: []int{12}})}, "false false false"},
		{"who makes, with one that is fixed", []int64{creates}, "false true true"},
		{"who changes, with one that is hidden and one that is masked", []int64{updates}, "false false true"},
		{"who has both roles", []int64{creates, updates}, "false true true"},
		{"who has one without a rule beside them", []int64{creates, updates, all}, "true true true"},
		{"whose rule is broken", []int64{broken}, "false false false"},
		{"nobody", nil, "false false false"},
	}
	for _, tt := range tests {
		rights := w.Rights(accesstest.Office(1, tt.roles...))
		var got []bool
		for _, key := range []string{"price", "name", "remark"} {
			f, _ := item.Field(key)
			got = append(got, rights.FieldWrite(item, f))
		}
		if text := fmt.Sprintf("%v %v %v", got[0], got[1], got[2]); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.about, text, tt.want)
		}
	}
	price, _ := item.Field("price")
	if !w.Rights(auth.System("x")).FieldWrite(item, price) {
		t.Error("the system writes no price")
	}
	if g := w.Rights(accesstest.Office(1, broken)).FieldRead(item, price); !g.Never() || g.Masked {
		t.Errorf("whose rule is broken reads the price: %+v", g)
	}
	hidden := role(rule{Hide: []string{"price"}, Mask: []string{"price"}})
	if g := w.Rights(accesstest.Office(1, hidden)).FieldRead(item, price); g.Masked {
		t.Error("what is hidden and masked is known of")
	}
	lookup := w.Role("user", grant{Menus: []int{15}, Rules: map[string]rule{"item": {Mask: []string{"price"}}}})
	if g := w.Rights(accesstest.Office(1, lookup)).FieldRead(item, price); g.Masked {
		t.Error("who only looks up knows of a masked price")
	}
	same := rule{Rows: "row.code == 'A'"}
	twice := w.Rights(accesstest.Office(1, role(same), role(rule{Rows: same.Rows, Mask: []string{"price"}})))
	if g := twice.FieldRead(item, price); !g.All() {
		t.Errorf("of two roles with the same rows one shows the price: %+v", g)
	}
}

func TestWhatRightsSay(t *testing.T) {
	t.Parallel()
	w := one(t)
	looks := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{15}})))
	reads := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{12}})))
	narrow := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.gone == 1"}}})))
	lost := w.Rights(accesstest.Client(7, 0, w.Role("client", grant{Menus: []int{92}})))
	item := w.Table("item")
	for _, tt := range []struct {
		about  string
		rights *access.Rights
		sees   bool
		op     access.Op
		want   fault.Code
		entry  bool
	}{
		{"who looks up", looks, false, access.Read, 0, false},
		{"who looks up, on a change", looks, false, access.Update, fault.Denied, false},
		{"who reads", reads, true, access.Read, 0, true},
		{"whose rule is broken", narrow, false, access.Read, 0, true},
		{"who belongs to nobody", lost, false, access.Read, 0, false},
		{"the system", w.Rights(auth.System("x")), true, access.Delete, 0, true},
	} {
		if got := tt.rights.Sees("item"); got != tt.sees {
			t.Errorf("%s sees items: %v", tt.about, got)
		}
		if got := fault.CodeOf(tt.rights.RequireOn(item, tt.op)); got != tt.want {
			t.Errorf("%s, to %s: %d, want %d", tt.about, tt.op, got, tt.want)
		}
		if entry := tt.rights.Entry("list:item"); (entry != nil) != tt.entry || entry != nil && entry.ID != 12 {
			t.Errorf("%s has the entry %v", tt.about, entry)
		}
	}
	for _, right := range []string{"nope.read", "item", "", "item.fly"} {
		if reads.Can(right) {
			t.Errorf("he can %q", right)
		}
	}
	if reads.Entry("list:order") != nil || len(w.Rights(auth.System("x")).MenuIDs()) != len(w.Release.Menus) {
		t.Error("an entry of another screen is his, or the system lacks one")
	}
}

// TestLinesAreWrittenWithTheirHead by who may make it or change it.
func TestLinesAreWrittenWithTheirHead(t *testing.T) {
	t.Parallel()
	w := one(t)
	line := w.Table("order_line")
	for button, want := range map[string][3]bool{"update": {true, true, true}, "create": {true, true, true}, "audit": {false, false, false}} {
		rights := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{14}, Buttons: map[int][]string{14: {button}}})))
		for i, op := range []access.Op{access.Create, access.Update, access.Delete} {
			if got := !rights.RowsAs(line, op, access.Alias).Never(); got != want[i] {
				t.Errorf("who may %s an order may %s a line of it: %v", button, op, got)
			}
		}
	}
}

// TestARollUpIsThatOfItsReader and of all for the system and for conditions.
func TestARollUpIsThatOfItsReader(t *testing.T) {
	t.Parallel()
	rollup := func(key, kind, fn, field, where string) any {
		r := map[string]any{"of": "item", "by": "brand_id", "fn": fn}
		if field != "" {
			r["field"] = field
		}
		if where != "" {
			r["where"] = where
		}
		return map[string]any{"key": key, "type": kind, "rollup": r}
	}
	release := accesstest.Extended(t, map[string][]any{"brand": {
		rollup("items", "integer", "count", "", ""), rollup("acmes", "integer", "count", "", "row.customer_id.code == 'ACME'"),
		rollup("pieces", "integer", "sum", "pieces", ""), rollup("owners", "integer", "count_distinct", "customer_id", ""), rollup("most", "integer", "max", "pieces", "row.code != 'A'"),
	}}, nil)
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		w := accesstest.With(t, db, release)
		acme, _ := goods(w)
		brand := w.Insert("brand", row{"name": "Moon"})
		for i, code := range []string{"A", "X", "Y"} {
			w.Insert("item", row{"customer_id": acme, "code": code + "2", "brand_id": brand, "pieces": int64(i + 1)})
		}
		office := func(g grant) *access.Rights { return w.Rights(accesstest.Office(1, w.Role("user", g))) }
		ruled := func(r rule) *access.Rights {
			return office(grant{Menus: []int{12, 13}, Rules: map[string]rule{"item": r}})
		}
		tests := []struct {
			about  string
			rights *access.Rights
			want   string // items acmes pieces owners most, of Moon
		}{
			{"the system", w.Rights(auth.System("x")), "3 3 6 1 3"},
			{"who reads all", office(grant{Menus: []int{12, 13}}), "3 3 6 1 3"},
			{"who reads some rows", ruled(rule{Rows: "row.code != 'Y2'"}), "2 2 3 1 2"},
			{"who reads the pieces of none", ruled(rule{Hide: []string{"pieces"}}), "3 3 0 1 <nil>"},
			{"who reads the owners of none", ruled(rule{Mask: []string{"customer_id"}}), "3 0 6 0 3"},
			{"who reads the reference on none", ruled(rule{Hide: []string{"brand_id"}}), "0 0 0 0 <nil>"},
		}
		for _, tt := range tests {
			var got string
			for _, key := range []string{"items", "acmes", "pieces", "owners", "most"} {
				f, _ := w.Table("brand").Field(key)
				rolled, err := access.Rolled(tt.rights, f, access.Alias)
				if err != nil {
					t.Fatal(err)
				}
				err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
					var n *int64
					if err := tx.QueryRow(ctx, "select "+rolled.SQL+" from brand as t0 where t0.id = ?", append(rolled.Args, brand)...).Scan(&n); err != nil {
						return err
					}
					if n == nil {
						got += " <nil>"
					} else {
						got += fmt.Sprintf(" %d", *n)
					}
					return nil
				})
				if err != nil {
					t.Fatalf("%s of %s: %v", key, tt.about, err)
				}
			}
			if got != " "+tt.want {
				t.Errorf("%s: %s, want %s", tt.about, got, tt.want)
			}
		}
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			roll := access.Rolls(tx, release)
			for key, want := range map[string]any{"pieces": int64(6), "acmes": int64(3), "name": nil, "nope": nil} {
				if got, err := roll(ctx, "brand", row{"id": brand}, key); got != want || err != nil {
					t.Errorf("%s by itself: %v (%v), want %v", key, got, err, want)
				}
			}
			if got, err := roll(ctx, "brand", row{"id": nil}, "items"); got != int64(0) || err != nil {
				t.Errorf("of a record that is not kept yet: %v (%v)", got, err)
			}
			_, err := roll(ctx, "nope", row{}, "items")
			if fault.CodeOf(err) != fault.NotFound {
				t.Errorf("of no table: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
