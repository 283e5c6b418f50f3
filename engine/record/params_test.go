package record_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// one is the shop where the database is not the point.
func one(t *testing.T) *recordtest.Shop {
	t.Helper()
	t.Parallel()
	return recordtest.New(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}

// fieldsOf are fields of a table, by their keys.
func fieldsOf(s *recordtest.Shop, table string, keys ...string) (fields []*catalog.Field) {
	for _, key := range keys {
		f, _ := s.Release.Tables[table].Field(key)
		fields = append(fields, f)
	}
	return fields
}

func readParams(t *testing.T, s *recordtest.Shop, rights *access.Rights, ask record.Params) (read row, err error) {
	t.Helper()
	err = s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		read, err = s.Records.ReadParams(ctx, tx, rights, ask)
		return err
	})
	return read, err
}

func TestParametersAreReadAsFieldsAre(t *testing.T) {
	s := one(t)
	acme := s.Goods("ACME", "A")
	globex := s.Goods("GLOB", "G")
	office, client := s.Office(recordtest.MenuAll), s.Client(globex)
	item := s.Count("select id from item where code = 'A'")
	own := []record.Row{{"customer_id": acme}}
	ask := func(given row, records []record.Row) record.Params {
		return record.Params{
			Fields: append(fieldsOf(s, "order_line", "item_id", "qty", "done"), fieldsOf(s, "item", "kind")...),
			Given:  given, Of: s.Release.Tables["order"], Records: records, Names: map[string]any{"row": row{"item_id": nil}},
		}
	}
	byKey := row{"code": "A", "customer_id": row{"code": "ACME"}}
	tests := []struct {
		about   string
		rights  *access.Rights
		given   row
		records []record.Row
		want    map[string]string
	}{
		{"by id", office, row{"item_id": item, "qty": "2.5"}, own, nil},
		{"by key", office, row{"item_id": byKey, "qty": 1}, own, nil},
		{"of no record", office, row{"item_id": item, "qty": 1}, nil, nil},
		{"what nobody asked for", office, row{"item_id": item, "qty": 1, "colour": "red"}, own, map[string]string{"params.colour": "unknown_field"}},
		{"nothing", office, nil, own, map[string]string{"params.item_id": "required", "params.qty": "required"}},
		{"a wrong value", office, row{"item_id": item, "qty": "x"}, own, map[string]string{"params.qty": "not_number"}},
		{"a broken rule", office, row{"item_id": item, "qty": 0}, own, map[string]string{"params.qty": "rule"}},
		{"no choice", office, row{"item_id": item, "qty": 1, "kind": "soft"}, own, map[string]string{"params.kind": "not_in_list"}},
		{"a key that is not whole", office, row{"item_id": row{"code": "A"}, "qty": 1}, own, map[string]string{"params.item_id": "ambiguous"}},
		{"a key of no record", office, row{"item_id": row{"code": "Z", "customer_id": acme}, "qty": 1}, own, map[string]string{"params.item_id": "unknown"}},
		{"no record", office, row{"item_id": 999999, "qty": 1}, own, map[string]string{"params.item_id": "unknown"}},
		{"of another than one of the records", office, row{"item_id": item, "qty": 1}, []record.Row{{"customer_id": acme}, {"customer_id": globex}}, map[string]string{"params.item_id": "not_choosable"}},
		{"of somebody else", client, row{"item_id": item, "qty": 1}, own, map[string]string{"params.item_id": "unknown"}},
	}
	for _, tt := range tests {
		read, err := readParams(t, s, tt.rights, ask(tt.given, tt.records))
		if got := faultsOf(err); !maps.Equal(got, tt.want) || (err == nil) != (tt.want == nil) {
			t.Errorf("%s: %v (%v), want %v", tt.about, got, err, tt.want)
		}
		if err == nil && (read["item_id"] != int64(item) || record.Decimal(read, "done").String() != "0" || read["kind"] != "plain") {
			t.Errorf("%s: read %v", tt.about, read)
		}
	}
	_, err := readParams(t, s, office, record.Params{Fields: fieldsOf(s, "order", "discount"), Given: row{"discount": "0.125"}})
	if faultsOf(err)["params.discount"] != "scale" {
		t.Errorf("a default does not stand in for what is wrong: %v", err)
	}
	kept, err := readParams(t, s, office, record.Params{Fields: fieldsOf(s, "order", "note", "ext_no"), Given: row{"note": nil}})
	if _, given := kept["note"]; err != nil || !given || len(kept) != 1 {
		t.Errorf("what was given as nothing is known, what was not given is not: %v (%v)", kept, err)
	}
}

// TestParametersBeginWithTheirDefaults over the names that they may read.
func TestParametersBeginWithTheirDefaults(t *testing.T) {
	s := one(t)
	s.Goods("ACME", "A")
	item := int64(s.Count("select id from item where code = 'A'"))
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		fields := append(fieldsOf(s, "order_line", "price", "done", "qty"), fieldsOf(s, "item", "kind", "active")...)
		proposed, err := s.Records.Propose(ctx, tx, s.System(), append(fields, fieldsOf(s, "order", "discount")...), map[string]any{"row": row{"item_id": item}})
		if err != nil {
			return err
		}
		if got := fmt.Sprintf("%v %v %v %v %v", proposed["price"], proposed["kind"], proposed["active"], proposed["discount"], proposed["done"]); got != "2.5 plain true 0 0" || len(proposed) != 5 {
			t.Errorf("proposed %v", proposed)
		}
		if _, there := proposed["qty"]; there {
			t.Errorf("without a default: %v", proposed)
		}
		none, err := s.Records.Propose(ctx, tx, s.System(), fieldsOf(s, "order_line", "price"), map[string]any{"row": row{"item_id": nil}})
		if len(none) != 0 {
			t.Errorf("a default of nothing: %v", none)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatASaveWouldTake is the condition on what may be chosen, and the
// record that it is asked for.
func TestWhatASaveWouldTake(t *testing.T) {
	s := one(t)
	acme := s.Goods("ACME", "A", "B")
	globex := s.Goods("GLOB", "G")
	field := fieldsOf(s, "order_line", "item_id")[0]
	ask := func(rights *access.Rights, c record.Chooser) (n int) {
		t.Helper()
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			text, args, err := s.Records.Choices(ctx, tx, rights, c)
			if err != nil || text == "" {
				n = -1
				return err
			}
			return tx.Get(ctx, &n, "select count(*) from item as "+access.Alias+" where "+text, args...)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for customer, want := range map[any]int{acme: 2, globex: 1, nil: 0} {
		if got := ask(s.System(), record.Chooser{Field: field, Record: row{"customer_id": customer}}); got != want {
			t.Errorf("of %v: %d, want %d", customer, got, want)
		}
	}
	if got := ask(s.System(), record.Chooser{Field: field, Record: row{"customer_id": acme}, Stands: true}); got != 2 {
		t.Errorf("what was chosen before: %d", got)
	}
	if got := ask(s.System(), record.Chooser{Field: fieldsOf(s, "item", "customer_id")[0]}); got != -1 {
		t.Errorf("a field without a condition has one: %d", got)
	}

	client := s.Client(acme)
	line := s.Release.Tables["order_line"]
	for _, tt := range []struct {
		about  string
		rights *access.Rights
		given  row
		want   any
	}{
		{"a line has it from its head", s.System(), row{"customer_id": json.Number(fmt.Sprint(globex))}, globex},
		{"what means nothing", s.System(), row{"customer_id": "x"}, nil},
		{"nothing", s.System(), row{}, nil},
		{"a client is the owner", client, row{}, acme},
		{"unless he says another", client, row{"customer_id": json.Number(fmt.Sprint(globex))}, globex},
	} {
		if got := record.Edited(tt.rights, line, field, tt.given); len(got) != 1 || got["customer_id"] != tt.want {
			t.Errorf("%s: %v, want %v", tt.about, got, tt.want)
		}
	}
}

// TestWhoReachesARecord is told in the same way whether there is none or it is not his.
func TestWhoReachesARecord(t *testing.T) {
	s := one(t)
	acme := s.Goods("ACME", "A")
	s.Goods("GLOB", "G")
	mine := record.ID(s.Must(s.System(), "order", order("ACME", "A")))
	others := record.ID(s.Must(s.System(), "order", order("GLOB", "G")))
	client, table := s.Client(acme), s.Release.Tables["order"]
	for _, tt := range []struct {
		op   access.Op
		id   int64
		want fault.Code
	}{
		{access.Read, mine, 0},
		{access.Update, mine, 0},
		{access.Read, others, fault.NotFound},
		{access.Update, others, fault.NotFound},
		{access.Read, 4711, fault.NotFound},
		{access.Delete, mine, fault.Denied},
	} {
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			return s.Records.Reach(ctx, tx, client, table, tt.op, tt.id)
		})
		if got := fault.CodeOf(err); got != tt.want {
			t.Errorf("%s of %d: %v, want %d", tt.op, tt.id, err, tt.want)
		}
	}
	err := s.Write(func(ctx context.Context, tx *store.Tx) error {
		found, err := s.Records.Lock(ctx, tx, client, table, access.Update, []int64{others, mine, 4711})
		if len(found) != 1 || found[mine]["no"] != "O2600001" {
			t.Errorf("locked %v", found)
		}
		if err := s.Records.Note(ctx, tx, client, table, mine, "printed", "label.pdf"); err != nil {
			return err
		}
		heads := []record.Row{found[mine]}
		for range 2 {
			if err := s.Records.Together(ctx, tx, func(ctx context.Context) error {
				return s.Records.Move(ctx, tx, client, table, "audit", "audited", heads)
			}); err != nil {
				return err
			}
		}
		if heads[0]["status"] != "audited" || heads[0]["version"] != int64(2) {
			t.Errorf("moved to %v", heads[0])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	changes := history(t, s, "order", mine)
	if len(changes) != 3 || changes[0].Action != "audit" || string(changes[0].Changes["status"]) != `["open","audited"]` || changes[1].Action != "printed" || changes[1].About != "label.pdf" || len(changes[1].Changes) != 0 {
		t.Errorf("history = %+v", changes)
	}
	stale := record.Row{"id": mine, "version": int64(1), "status": "audited"}
	err = s.Write(func(ctx context.Context, tx *store.Tx) error {
		return s.Records.Move(ctx, tx, s.System(), table, "finish", "done", []record.Row{stale})
	})
	if !fault.IsKey(err, "record.changed") {
		t.Errorf("moved on from an old version: %v", err)
	}
}
