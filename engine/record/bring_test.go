package record_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// bringing is the shop with baskets: choosing an order brings its note, and its lines, of
// which a basket has two at most and one at least, along.
const bringing = `{
	"dropdowns": [{"key": "mood", "open": true, "items": [{"key": "good", "title": {"zh": "好", "en": "Good", "es": "Bueno"}}]}],
	"tables": [
		{"key": "basket", "label": ["name"], "fields": [
			{"key": "customer_id", "type": "reference", "to": "customer"},
			{"key": "order_id", "type": "reference", "to": "order", "brings": {
				"with": {"name": "row.note", "customer_id": "row.customer_id"},
				"lines": {"set": "parts", "for": "lines", "with": {"item_id": "line.item_id", "qty": "line.qty * 2"}}
			}},
			{"key": "status", "type": "enum", "readonly": true}, {"key": "name", "type": "text"},
			{"key": "mood", "type": "enum", "dropdown": "mood"}, {"key": "from_day", "type": "date"},
			{"key": "to_day", "type": "date", "rules": [{"must": "row.from_day == nil or value != nil and value >= row.from_day", "message": {"zh": "晚", "en": "Too early", "es": "Pronto"}}]}
		]},
		{"key": "part", "label": ["item_id"], "head": {"table": "basket", "field": "basket_id"}, "fields": [
			{"key": "basket_id", "type": "reference", "to": "basket", "required": true, "on_delete": "cascade"}, {"key": "item_id", "type": "reference", "to": "item"}, {"key": "qty", "type": "decimal", "scale": 1}
		]}
	],
	"documents": [{"key": "basket", "lines": [{"key": "parts", "table": "part", "field": "basket_id", "min": 1, "max": 2}],
		"states": [{"key": "open", "phase": "draft", "edit": true}], "actions": [{"key": "touch", "from": ["open"]}]}],
	"menus": [{"key": "baskets", "items": [{"key": 13, "parent": 1, "route": "/shop/baskets", "rights": ["basket.read", "basket.create", "basket.update", "order.read", "item.read", "customer.read"]}]}]
}`

func bring(t *testing.T) (s *recordtest.Shop, office *access.Rights, of int64) {
	t.Helper()
	t.Parallel()
	s = recordtest.With(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}), bringing)
	s.Goods("ACME", "A", "B")
	filled := order("ACME", "A", "B")
	filled["note"] = "for Ann"
	return s, s.Office(13), record.ID(s.Must(s.System(), "order", filled))
}

// TestChoosingARecordBringsAlong fills what is empty and lines where there are none, and says
// beforehand what it would.
func TestChoosingARecordBringsAlong(t *testing.T) {
	s, office, of := bring(t)
	text := func(saved row) string {
		lines, _ := saved["parts"].([]row)
		told := fmt.Sprint(saved["name"])
		for _, line := range lines {
			told += " " + record.Decimal(line, "qty").String()
		}
		return told
	}
	whole := s.Must(office, "basket", row{"order_id": of})
	if got := text(whole); got != "for Ann 4 4" || whole["customer_id"] == nil {
		t.Errorf("of the order alone: %s (%v)", got, whole)
	}
	if got := text(s.Must(office, "basket", row{"order_id": row{"no": "O2600001"}})); got != "for Ann 4 4" {
		t.Errorf("of the order by its key: %s", got)
	}
	own := s.Must(office, "basket", row{"order_id": of, "name": "mine", "parts": []any{row{"qty": 1}}})
	if got := text(own); got != "mine 1" {
		t.Errorf("beside what is said: %s", got)
	}
	if got := s.Count("select count(*) from part where basket_id = ?", own["id"]); got != 1 {
		t.Errorf("%d lines", got)
	}
	empty := s.Must(office, "basket", row{"name": "later", "parts": []any{row{"qty": 1}}})
	s.Must(office, "basket", row{"id": empty["id"], "order_id": of})
	if n := s.Count("select count(*) from basket where id = ? and name = 'later' and customer_id is not null", empty["id"]); n != 1 {
		t.Error("chosen later: what is there stays, what is not is filled")
	}
	if n := s.Count("select count(*) from part where basket_id = ?", empty["id"]); n != 1 {
		t.Errorf("chosen later: %d lines beside the one that is there", n)
	}
	s.Must(office, "basket", row{"id": own["id"], "order_id": of, "name": nil})
	if n := s.Count("select count(*) from basket where id = ? and name is null", own["id"]); n != 1 {
		t.Error("the same order again brings again what was emptied")
	}
	if got := text(s.Must(s.System(), "basket", row{"order_id": of, "parts": []any{row{"qty": 1}}})); got != "<nil> 1" {
		t.Errorf("the system says all by itself: %s", got)
	}
	role := s.Role("user", accesstest.Grant{Menus: []int{13}, Rules: map[string]accesstest.Rule{"basket": {Readonly: []string{"name"}}}})
	if got := text(s.Must(s.Rights(accesstest.Office(1, role)), "basket", row{"order_id": of})); got != "<nil> 4 4" {
		t.Errorf("to who may not write the name: %s", got)
	}
	if _, err := s.Save(office, "basket", row{"order_id": 4711, "parts": []any{row{"qty": 1}}}); faultsOf(err)["order_id"] != "unknown" {
		t.Errorf("of no order: %v", err)
	}

	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		basket := s.Release.Tables["basket"]
		field, _ := basket.Field("order_id")
		found, err := s.Records.Brings(ctx, tx, office, basket, field, of)
		if err != nil || found.Values["name"] != "for Ann" || len(found.Values) != 2 || len(found.Lines["parts"]) != 2 || record.Decimal(found.Lines["parts"][1], "qty").String() != "4" {
			t.Errorf("beforehand: %+v (%v)", found, err)
		}
		if _, err := s.Records.Brings(ctx, tx, office, basket, field, 4711); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("of no order: %v", err)
		}
		plain, _ := basket.Field("customer_id")
		if none, err := s.Records.Brings(ctx, tx, office, basket, plain, 1); err != nil || none.Values != nil {
			t.Errorf("a field that brings nothing: %v (%v)", none, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecordsAreJudgedAsTheyWillBe(t *testing.T) {
	s, office, _ := bring(t)
	parts := func(n int) (lines []any) {
		for range n {
			lines = append(lines, row{"qty": 1})
		}
		return lines
	}
	s.Insert("brand", row{"name": "any"})
	for _, statement := range []string{`create table dropdown_value (dropdown text, value text, zh text, en text, es text, position bigint)`, `insert into dropdown_value values ('mood', 'bad', '', '', '', 1), ('kind', 'odd', '', '', '', 1)`} {
		err := s.DB.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, statement)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		about string
		row   row
		want  map[string]string
	}{
		{"as few lines as may be", row{"parts": parts(1)}, nil},
		{"none", row{"parts": parts(0)}, map[string]string{"parts": "too_few_lines"}},
		{"as many as may be", row{"parts": parts(2)}, nil},
		{"one more", row{"parts": parts(3)}, map[string]string{"parts": "too_many_lines"}},
		{"a choice", row{"mood": "good"}, nil},
		{"one that people added", row{"mood": "bad"}, nil},
		{"one of another list", row{"mood": "odd"}, map[string]string{"mood": "not_in_list"}},
		{"a rule over another field that is empty", row{"to_day": "2026-01-01"}, nil},
		{"a rule over another field that is not", row{"from_day": "2026-01-02", "to_day": "2026-01-01"}, map[string]string{"to_day": "rule"}},
		{"which judges what is empty, too", row{"from_day": "2026-01-02"}, map[string]string{"to_day": "rule"}},
		{"one fault of a field is enough", row{"from_day": "2026-01-02", "to_day": "soon"}, map[string]string{"to_day": "bad_date"}},
	}
	for _, tt := range tests {
		_, err := s.Save(office, "basket", tt.row)
		if got := faultsOf(err); !maps.Equal(got, tt.want) || (err == nil) != (tt.want == nil) {
			t.Errorf("%s: %v (%v), want %v", tt.about, got, err, tt.want)
		}
	}
	basket := s.Must(office, "basket", row{"parts": parts(1)})
	if _, err := s.Save(office, "basket", row{"id": basket["id"], "parts": append(parts(2), row{})}); faultsOf(err)["parts"] != "too_many_lines" {
		t.Errorf("with those that are there: %v", err)
	}
}
