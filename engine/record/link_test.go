package record_test

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// brands makes brands of the names and gives their ids.
func brands(s *recordtest.Shop, names ...string) (ids []int64) {
	for _, name := range names {
		ids = append(ids, s.Insert("brand", row{"name": name}))
	}
	return ids
}

func TestListOfReferencesIsKept(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, ids := s.Goods("ACME"), brands(s, "Sun", "Moon", "Star")
		office := s.Office(recordtest.MenuAll)
		item := s.Must(office, "item", row{"customer_id": acme, "code": "A", "brand_ids": []any{ids[2], row{"name": "Sun"}}})
		if got := record.IDs(item, "brand_ids"); !slices.Equal(got, []int64{ids[0], ids[2]}) {
			t.Fatalf("saved %v, want %v in order", got, ids)
		}
		item = s.Must(office, "item", row{"id": item["id"], "brand_ids": []any{ids[1], ids[2]}})
		if n := s.Count(`select count(*) from item__brand_ids where record_id = ? and item_id in (?, ?)`, item["id"], ids[1], ids[2]); n != 2 {
			t.Errorf("%d links, want those of the second save", n)
		}
		if changes := history(t, s, "item", record.ID(item)); len(changes) != 2 || !regexp.MustCompile(`^\[\[.+\],\[.+\]\]$`).Match(changes[0].Changes["brand_ids"]) {
			t.Errorf("the history tells %v", changes)
		}
		item = s.Must(office, "item", row{"id": item["id"], "brand_ids": []any{}})
		if n := s.Count(`select count(*) from item__brand_ids`); n != 0 || item["brand_ids"] != nil {
			t.Errorf("%d links and %v after the list was emptied", n, item["brand_ids"])
		}
	})
}

func TestListOfReferencesRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, ids := s.Goods("ACME"), brands(s, "Sun", "Moon", "Star", "Old")
		office := s.Office(recordtest.MenuAll)
		tests := map[string]struct {
			given any
			rule  string
		}{
			"an unknown id":              {[]any{ids[0], 999999}, "unknown"},
			"an unknown key":             {[]any{row{"name": "None"}}, "unknown"},
			"one twice":                  {[]any{ids[0], ids[0]}, "twice"},
			"one twice, by a key":        {[]any{ids[0], row{"name": "Sun"}}, "twice"},
			"too many":                   {[]any{ids[0], ids[1], ids[2], ids[3]}, "too_many"},
			"no list":                    {"Sun", "not_list"},
			"no reference":               {[]any{"Sun"}, "not_reference"},
			"one that may not be chosen": {[]any{ids[3]}, "not_choosable"},
		}
		for name, tt := range tests {
			_, err := s.Save(office, "item", row{"customer_id": acme, "code": "A", "brand_ids": tt.given})
			if got, want := faultsOf(err), map[string]string{"brand_ids": tt.rule}; !maps.Equal(got, want) {
				t.Errorf("%s: %v, want %v (%v)", name, got, want, err)
			}
		}
	})
}

func TestListOfReferencesHoldsWhatItNames(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, ids := s.Goods("ACME"), brands(s, "Sun", "Moon")
		office := s.Office(recordtest.MenuAll)
		item := s.Must(office, "item", row{"customer_id": acme, "code": "A", "brand_ids": []any{ids[0]}})
		remove := func(table string, id int64) error {
			return s.Write(func(ctx context.Context, tx *store.Tx) error {
				return s.Records.Delete(ctx, tx, s.System(), table, []int64{id})
			})
		}
		if err := remove("brand", ids[0]); !fault.IsKey(err, "record.in_use_archive") {
			t.Errorf("delete a brand that an item names: %v", err)
		}
		if err := remove("item", record.ID(item)); err != nil {
			t.Fatal(err)
		}
		if n := s.Count(`select count(*) from item__brand_ids`); n != 0 {
			t.Errorf("%d links are left of a deleted item", n)
		}
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			return s.Records.Restore(ctx, tx, s.System(), "item", []int64{record.ID(item)})
		})
		if n := s.Count(`select count(*) from item__brand_ids where item_id = ?`, ids[0]); err != nil || n != 1 {
			t.Errorf("%d links after the item came back, %v", n, err)
		}
	})
}

func TestListOfReferencesIsFoundAndAnswered(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, ids := s.Goods("ACME"), brands(s, "Sun", "Moon", "Star")
		for code, named := range map[string][]any{"A": {ids[0], ids[1]}, "B": {ids[1]}, "C": {ids[2]}, "D": nil} {
			s.Must(s.System(), "item", row{"customer_id": acme, "code": code, "brand_ids": named})
		}
		if err := s.DB.Migrate(t.Context(), query.Migrations()); err != nil {
			t.Fatal(err)
		}
		q := query.New(s.DB, query.Options{})
		rights := s.Rights(auth.System("test"))
		tests := []struct {
			op    query.Operator
			value any
			want  []string
		}{
			{query.In, []any{ids[0], ids[2]}, []string{"A", "C"}},
			{query.In, []any{row{"name": "Moon"}}, []string{"A", "B"}},
			{query.Eq, ids[1], []string{"A", "B"}},
			{query.Every, []any{ids[0], ids[1]}, []string{"A"}},
			{query.Nin, []any{ids[0], ids[2]}, []string{"B", "D"}},
			{query.Ne, ids[1], []string{"C", "D"}},
			{query.Null, nil, []string{"D"}},
			{query.Eq, nil, []string{"D"}},
		}
		for _, tt := range tests {
			if got := codes(t, q, rights, query.Is("brand_ids", tt.op, tt.value)); !slices.Equal(got, tt.want) {
				t.Errorf("%s %v: %v, want %v", tt.op, tt.value, got, tt.want)
			}
		}
		page, err := q.List(t.Context(), rights, "item", query.Request{Fields: []string{"brand_ids"}, Sort: []string{"code"}, Size: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer page.Release()
		var answer struct {
			Rows []struct {
				IDs    []int64 `json:"brand_ids"`
				Labels []struct {
					ID    int64  `json:"id"`
					Label string `json:"_label"`
				} `json:"brand_ids__label"`
			}
		}
		if err := json.Unmarshal(page.Bytes(), &answer); err != nil {
			t.Fatalf("%s: %v", page.Bytes(), err)
		}
		if len(answer.Rows) != 2 || len(answer.Rows[0].Labels) != 2 || answer.Rows[0].Labels[1].Label != "Moon" || answer.Rows[1].Labels[0].ID != ids[1] {
			t.Errorf("answered %s", page.Bytes())
		}
	})
}

// codes lists the items for which a filter holds.
func codes(t *testing.T, q *query.Query, rights *access.Rights, filter *query.Filter) (found []string) {
	t.Helper()
	page, err := q.List(t.Context(), rights, "item", query.Request{Where: filter, Fields: []string{"code"}, Sort: []string{"code"}})
	if err != nil {
		t.Fatalf("%+v: %v", filter, err)
	}
	defer page.Release()
	var answer struct{ Rows []struct{ Code string } }
	if err := json.Unmarshal(page.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	for _, r := range answer.Rows {
		found = append(found, r.Code)
	}
	return found
}
