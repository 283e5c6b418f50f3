package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// manyLines are more than are counted.
const manyLines = 10_300

// eachMany runs a test over lines of orders by their thousands, with what the database
// is asked.
func eachMany(t *testing.T, run func(b *bench, asked *[]string)) {
	t.Helper()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		var asked []string
		db := enginetest.Open(t, dsn, store.Options{Tap: func(text string, _ []any) { asked = append(asked, text) }})
		w := accesstest.With(t, db, accesstest.Extended(t, nil, map[string][]any{
			"item":       {object{"key": "code", "on": []any{"code"}}},
			"order_line": {object{"key": "item", "on": []any{"item_id"}}},
		}))
		if err := db.Migrate(t.Context(), query.Migrations()); err != nil {
			t.Fatal(err)
		}
		b := &bench{World: w, t: t, q: query.New(db, query.Options{}), items: map[string]int64{}, orders: map[string]int64{}}
		b.fill()
		b.system = b.Rights(auth.System("test"))
		b.fillLines()
		run(b, &asked)
	})
}

func (b *bench) fillLines() {
	b.t.Helper()
	const numbers = "with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?) "
	err := b.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `insert into item (id, version, customer_id, code, code__fold, created_at, updated_at) `+numbers+
			`select 900000 + i, 1, ?, 'N' || (i * 7 % 300), 'n' || (i * 7 % 300), 1, 1 from n`, 300, b.acme)
		if err == nil {
			_, err = tx.Exec(ctx, `insert into order_line (id, version, order_id, line_no, item_id, qty, created_at, updated_at) `+numbers+
				`select 1000000 + i, 1, ?, i * 13 % 100, 900000 + i % 300, 1000, 1, 1 from n`, manyLines, b.orders["ACME"])
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// fillMore adds newer lines of another customer, more than are looked through.
func (b *bench) fillMore() {
	b.t.Helper()
	err := b.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `insert into order_line (id, version, order_id, line_no, item_id, qty, created_at, updated_at) with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
			select 2000000 + i, 1, (select max(id) from "order" where customer_id <> ?), i % 100, 900000 + i % 300, 1000, 1, 1 from n`, 2*manyLines, b.acme)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// inOrder are the ids of all lines by the code of their item, from the last line of each.
func (b *bench) inOrder(where string) (ids []int64) {
	b.t.Helper()
	err := b.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, `select l.id from order_line l join item i on i.id = l.item_id where `+where+` order by i.code, l.line_no desc, l.id desc`)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return ids
}

// page asks for lines in that order, and tells whether the database went along the items.
func (b *bench) page(rights *access.Rights, asked *[]string, more string) (ids []int64, out map[string]any, along bool) {
	b.t.Helper()
	*asked = nil
	out, err := b.list(rights, "order_line", `{"sort":["item_id.code","-line_no"],"fields":["item_id"],"size":50,"total":true`+more+`}`)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, found := range out["rows"].([]any) {
		id, _ := found.(map[string]any)["id"].(float64)
		ids = append(ids, int64(id))
	}
	return ids, out, slices.ContainsFunc(*asked, func(text string) bool { return strings.Contains(text, "CROSS JOIN") })
}

// TestManyRowsAreReadAlongWhatTheyReferTo: the page is the one that sorting all would give,
// by its number as by a cursor.
func TestManyRowsAreReadAlongWhatTheyReferTo(t *testing.T) {
	t.Parallel()
	eachMany(t, func(b *bench, asked *[]string) {
		want := b.inOrder("1 = 1")
		ids, out, along := b.page(b.system, asked, "")
		if !along || !slices.Equal(ids, want[:50]) || out["total"] != float64(10_000) || out["totalIsFloor"] != true {
			b.t.Errorf("along %v, total %v %v, rows\n%v, want\n%v", along, out["total"], out["totalIsFloor"], ids, want[:50])
		}
		cursor, err := json.Marshal(out["nextCursor"])
		if err != nil {
			b.t.Fatal(err)
		}
		for _, more := range []string{`,"page":2`, `,"cursor":` + string(cursor)} {
			if ids, _, along := b.page(b.system, asked, more); !along || !slices.Equal(ids, want[50:100]) {
				b.t.Errorf("%s: along %v, rows\n%v, want\n%v", more, along, ids, want[50:100])
			}
		}
	})
}

// TestFewRowsAreSorted: to look for a few along all items would take longer.
func TestFewRowsAreSorted(t *testing.T) {
	t.Parallel()
	eachMany(t, func(b *bench, asked *[]string) {
		want := b.inOrder("l.line_no = 7")
		ids, out, along := b.page(b.system, asked, `,"filter":{"field":"line_no","op":"eq","value":7}`)
		if along || !slices.Equal(ids, want[:50]) || out["total"] != float64(len(want)) {
			b.t.Errorf("along %v, %v of %d, rows\n%v, want\n%v", along, out["total"], len(want), ids, want[:50])
		}
	})
}

// TestRowsOfHiddenItemsAreThereStill: who does not see an item sees its lines, last of all,
// so that the way along the items is not his.
func TestRowsOfHiddenItemsAreThereStill(t *testing.T) {
	t.Parallel()
	eachMany(t, func(b *bench, asked *[]string) {
		clerk := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 13, 14}, Rules: map[string]rule{"item": {Rows: "row.code != 'N0'"}}})))
		ids, _, along := b.page(clerk, asked, fmt.Sprintf(`,"page":%d`, manyLines/50+1))
		if along || len(ids) == 0 {
			b.t.Errorf("along %v, rows %v", along, ids)
		}
	})
}

// heldColumn is a column of another table that SQLite is kept from finding rows by.
var heldColumn = regexp.MustCompile(`\+"?t\d`)

// TestManyRowsAreReadInTheirOrder: where many rows meet a condition on what they refer to,
// and enough of them are near, SQLite reads them in the order of the page; few are found by
// the condition, and so are many behind 20,000 others.
func TestManyRowsAreReadInTheirOrder(t *testing.T) {
	t.Parallel()
	eachMany(t, func(b *bench, asked *[]string) {
		sqlite := b.DB.Dialect() == store.SQLite
		b.fillMore()
		for _, tt := range []struct {
			name, more, where string
			first, held       bool // on the first page, and on those behind a cursor
		}{
			{"far away", fmt.Sprintf(`"filter":{"field":"order_id.customer_id","op":"eq","value":%d}`, b.acme), fmt.Sprintf("o.customer_id = %d", b.acme), false, sqlite},
			{"of another", fmt.Sprintf(`"filter":{"field":"order_id.customer_id","op":"ne","value":%d}`, b.acme), fmt.Sprintf("o.customer_id <> %d", b.acme), sqlite, sqlite},
			{"of one item", `"filter":{"field":"item_id.code","op":"eq","value":"N7"}`, "i.code = 'N7'", false, false},
		} {
			var rows []int64
			err := b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.Select(ctx, &rows, `select l.id from order_line l join "order" o on o.id = l.order_id join item i on i.id = l.item_id where `+tt.where+` order by l.id desc`)
			})
			if err != nil {
				b.t.Fatal(err)
			}
			cursor := ""
			for at := 0; at < min(len(rows), 100); at += 20 {
				*asked = nil
				out, err := b.list(b.system, "order_line", `{"sort":["-id"],"fields":["item_id"],"size":20,"total":true,"cursor":"`+cursor+`",`+tt.more+`}`)
				if err != nil {
					b.t.Fatal(err)
				}
				var ids []int64
				for _, found := range out["rows"].([]any) {
					id, _ := found.(map[string]any)["id"].(float64)
					ids = append(ids, int64(id))
				}
				held := slices.ContainsFunc(*asked, func(text string) bool {
					return heldColumn.MatchString(text) && !strings.HasPrefix(text, "SELECT count(*)")
				})
				if want := at == 0 && tt.first || at > 0 && tt.held; held != want || !slices.Equal(ids, rows[at:min(at+20, len(rows))]) {
					b.t.Errorf("%s from %d: held %v, rows\n%v, want\n%v", tt.name, at, held, ids, rows[at:min(at+20, len(rows))])
				}
				cursor, _ = out["nextCursor"].(string)
			}
			out, err := b.list(b.system, "order_line", `{"sort":["-id"],"fields":["item_id"],"size":20,"page":2,`+tt.more+`}`)
			if err != nil || len(rows) < 21 || out["rows"].([]any)[0].(map[string]any)["id"] != float64(rows[20]) {
				b.t.Errorf("%s: the second page begins with %v, %v", tt.name, out["rows"], err)
			}
		}
	})
}
