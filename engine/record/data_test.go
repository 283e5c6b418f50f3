package record_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestCodeFindsRecordsByTheirValues(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme := s.Goods("ACME", "A", "B", "C")
		globex := s.Goods("GLOB", "A")
		for code, kind := range map[string]any{"A": "fragile", "B": nil} {
			err := s.Write(func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, "update item set kind = ? where code = ?", kind, code)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		tests := []struct {
			about string
			where record.Where
			want  string
		}{
			{"all, by id", record.Where{}, "A B C A"},
			{"one value", record.Where{Match: row{"code": "B"}}, "B"},
			{"several, each of which holds", record.Where{Match: row{"code": "A", "customer_id": globex}}, "A"},
			{"one of a list", record.Where{Match: row{"code": []string{"A", "C"}, "customer_id": acme}}, "A C"},
			{"one of ids", record.Where{Match: row{"customer_id": []int64{acme, 4711}}}, "A B C"},
			{"one of anything", record.Where{Match: row{"customer_id": []any{globex, fmt.Sprint(acme)}}}, "A B C A"},
			{"one of none", record.Where{Match: row{"code": []string{}}}, ""},
			{"nothing", record.Where{Match: row{"kind": nil}}, "B"},
			{"in order, nothing last", record.Where{Match: row{"customer_id": acme}, Sort: []string{"kind"}}, "A C B"},
			{"backwards, nothing first", record.Where{Match: row{"customer_id": acme}, Sort: []string{"-kind"}}, "B C A"},
			{"by two", record.Where{Sort: []string{"-code", "-customer_id"}}, "C B A A"},
			{"a few", record.Where{Sort: []string{"-id"}, Limit: 2}, "A C"},
			{"locked", record.Where{Match: row{"code": "C"}, Lock: true}, "C"},
		}
		for _, tt := range tests {
			var codes []string
			err := s.Write(func(ctx context.Context, tx *store.Tx) error {
				rows, err := s.Records.Find(ctx, tx, s.System(), "item", tt.where)
				for _, r := range rows {
					codes = append(codes, record.Text(r, "code"))
				}
				return err
			})
			if got := strings.Join(codes, " "); got != tt.want || err != nil {
				t.Errorf("%s: %q (%v), want %q", tt.about, got, err, tt.want)
			}
		}
		client := s.Client(globex)
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			rows, err := s.Records.Find(ctx, tx, client, "item", record.Where{Match: row{"code": "A"}})
			if len(rows) != 1 || rows[0]["customer_id"] != globex {
				t.Errorf("a client finds %v", rows)
			}
			for about, where := range map[string]record.Where{
				"no field": {Match: row{"colour": 1}}, "a field that is no column": {Match: row{"label": "A Item A"}}, "no value of the field": {Match: row{"customer_id": "x"}},
				"no value of the field in a list": {Match: row{"customer_id": []string{"x"}}}, "no field to sort by": {Sort: []string{"colour"}}, "none that is a column": {Sort: []string{"-label"}},
			} {
				if rows, err := s.Records.Find(ctx, tx, client, "item", where); err == nil {
					t.Errorf("%s: %v", about, rows)
				}
			}
			if _, err := s.Records.Find(ctx, tx, client, "nope", record.Where{}); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("an unknown table: %v", err)
			}
			for source, want := range map[string]bool{"row.code == 'A' and row.customer_id.code == 'ACME'": true, "row.code == 'Z'": false} {
				program, err := expression.Compile(source, s.Release.RowEnv(s.Table("item")), expression.Bool)
				if err != nil {
					return err
				}
				if got, err := s.Records.Any(ctx, tx, client, s.Table("item"), program, expression.Scope{}); got != want || err != nil {
					t.Errorf("any of %s: %v (%v)", source, got, err)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestTheLogIsReadInPages by time, by table and by who did it.
func TestTheLogIsReadInPages(t *testing.T) {
	s := one(t)
	s.Goods("ACME", "A")
	office := s.Office(recordtest.MenuAll)
	var ids []int64
	for range 3 {
		ids = append(ids, record.ID(s.Must(office, "order", order("ACME", "A"))))
	}
	read := func(ask record.LogRequest) (orders []int64, next int64) {
		t.Helper()
		if ask.Size == 0 {
			ask.Size = 100
		}
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			found, at, err := s.Records.Log(ctx, tx, office, ask)
			for _, one := range found {
				if one.Table == "order" {
					orders = append(orders, one.RecordID)
				}
			}
			next = at
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return orders, next
	}
	all, next := read(record.LogRequest{})
	if fmt.Sprint(all) != fmt.Sprint([]int64{ids[2], ids[1], ids[0]}) || next != 0 {
		t.Errorf("all: %v, and on from %d", all, next)
	}
	var walked []int64
	before := int64(0)
	for range 20 {
		page, next := read(record.LogRequest{Size: 1, Before: before})
		walked = append(walked, page...)
		if before = next; next == 0 {
			break
		}
	}
	if fmt.Sprint(walked) != fmt.Sprint(all) {
		t.Errorf("one by one: %v, want %v", walked, all)
	}
	now := recordtest.Now()
	for about, tt := range map[string]struct {
		ask  record.LogRequest
		want int
	}{
		"from its moment":     {record.LogRequest{From: now}, 3},
		"from later":          {record.LogRequest{From: now.Add(time.Millisecond)}, 0},
		"before its moment":   {record.LogRequest{To: now}, 0},
		"before later":        {record.LogRequest{To: now.Add(time.Millisecond)}, 3},
		"of a table":          {record.LogRequest{Search: "ORD", Language: "en"}, 3},
		"of another":          {record.LogRequest{Search: "customer", Language: "en"}, 0},
		"of who did it":       {record.LogRequest{Search: "A", Language: "en"}, 3},
		"of who did not":      {record.LogRequest{Search: "zoe", Language: "en"}, 0},
		"of part of his name": {record.LogRequest{Search: "zo", Language: "en"}, 0},
	} {
		if got, _ := read(tt.ask); len(got) != tt.want {
			t.Errorf("%s: %v, want %d", about, got, tt.want)
		}
	}
	if err := remove(s, office, "order", ids[0]); err != nil {
		t.Fatal(err)
	}
	if gone, _ := read(record.LogRequest{Search: "order", Language: "en"}); len(gone) != 4 {
		t.Errorf("of one that is gone its changes are told: %v", gone)
	}
}
