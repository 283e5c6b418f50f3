package record_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func TestFaultsComeTogetherWithTheirPaths(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		s.Goods("GLOB", "G")
		office := s.Office(recordtest.MenuAll)
		tests := []struct {
			name  string
			table string
			row   row
			want  map[string]string
		}{
			{
				"unknown, read-only and computed fields", "order",
				row{"customer_id": row{"code": "ACME"}, "colour": 1, "status": "done", "total": 3, "created_by": 1},
				map[string]string{"colour": "unknown_field", "status": "readonly", "total": "readonly", "created_by": "readonly"},
			},
			{
				"missing and wrong values", "item",
				row{"price": "1.234", "kind": "soft", "made_on": "9 March", "active": "yes"},
				map[string]string{"customer_id": "required", "price": "scale", "kind": "not_in_list", "made_on": "bad_date", "active": "not_boolean"},
			},
			{"a missing reference", "order", row{"customer_id": 999999}, map[string]string{"customer_id": "unknown"}},
			{"an unknown key", "order", order("NONE"), map[string]string{"customer_id": "unknown"}},
			{
				"a key without its parts", "order",
				row{"lines": []any{row{"item_id": row{"code": "A"}, "qty": 1}}},
				map[string]string{"customer_id": "required", "lines[0].item_id": "ambiguous"},
			},
			{
				"an item of another customer", "order",
				row{"customer_id": row{"code": "ACME"}, "lines": []any{row{"item_id": row{"code": "G", "customer_id": row{"code": "GLOB"}}, "qty": 1}}},
				map[string]string{"lines[0].item_id": "not_choosable"},
			},
			{
				"a rule of a line", "order",
				row{"customer_id": row{"code": "ACME"}, "lines": []any{row{"item_id": row{"code": "A"}, "qty": 1}, row{"item_id": row{"code": "A"}, "qty": 0}}},
				map[string]string{"lines[1].qty": "rule"},
			},
			{"a value that no row of the source has", "item", row{"customer_id": row{"code": "ACME"}, "brand": "Moon"}, map[string]string{"brand": "not_in_list"}},
			{"lines that are none", "order", row{"customer_id": row{"code": "ACME"}, "lines": "A"}, map[string]string{"lines": "not_lines"}},
		}
		for _, tt := range tests {
			_, err := s.Save(office, tt.table, tt.row)
			if got := faultsOf(err); fault.CodeOf(err) != fault.Invalid || !maps.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v (%v)", tt.name, got, tt.want, err)
			}
		}
		if n := s.Count(`select count(*) from "order"`); n != 0 {
			t.Errorf("%d orders were kept", n)
		}
	})
}

func TestTablesThatPeopleDoNotWrite(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		item := row{"item_id": row{"code": "A", "customer_id": row{"code": "ACME"}}, "qty": 1}
		if _, err := s.Save(s.Office(recordtest.MenuAll), "entry", item); !fault.IsKey(err, "record.not_writable") {
			t.Errorf("a person: %v", err)
		}
		saved := s.Must(s.System(), "entry", item)
		if _, err := s.Save(s.System(), "entry", row{"id": saved["id"], "qty": 2}); !fault.IsKey(err, "record.insert_only") {
			t.Errorf("an update: %v", err)
		}
		if _, err := s.Save(s.Office(recordtest.MenuSome), "item", row{}); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
		if n := s.Count("select count(*) from record_phrase where table_key = 'entry'"); n != 0 {
			t.Errorf("%d audit rows of an insert-only table", n)
		}
	})
}

func TestUpdateJudgesVersionStateAndField(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		other := s.Goods("GLOB")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A"))
		id := saved["id"]

		changed := s.Must(office, "order", row{"id": id, "version": 1, "note": "x"})
		if changed["version"] != int64(2) {
			t.Errorf("version = %v, want 2", changed["version"])
		}
		_, err := s.Save(office, "order", row{"id": id, "version": 1, "note": "y"})
		f, _ := fault.As(err)
		if !fault.IsKey(err, "record.changed") || f.Data.(map[string]any)["current"] != int64(2) {
			t.Errorf("an old version: %v", err)
		}
		if same := s.Must(office, "order", row{"id": id, "note": "x"}); same["version"] != int64(2) {
			t.Errorf("a save without change made version %v", same["version"])
		}
		item := s.Must(s.System(), "item", row{"customer_id": row{"code": "ACME"}, "name": "N"})
		if _, err := s.Save(office, "item", row{"id": item["id"], "customer_id": other}); faultsOf(err)["customer_id"] != "immutable" {
			t.Errorf("an immutable field: %v", err)
		}
		if err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `update "order" set status = 'audited'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, edit := range []row{{"ext_no": "1"}, {"lines": []any{row{"item_id": row{"code": "A"}, "qty": 1}}}} {
			edit["id"] = id
			if _, err := s.Save(office, "order", edit); !fault.IsKey(err, "document.not_editable") {
				t.Errorf("%v in state audited: %v", edit, err)
			}
		}
		line := saved["lines"].([]row)[0]
		if _, err := s.Save(office, "order_line", row{"id": line["id"], "qty": 3}); !fault.IsKey(err, "document.not_editable") {
			t.Errorf("a line in state audited: %v", err)
		}
		s.Must(office, "order", row{"id": id, "note": "allowed", "ext_no": nil})
		if _, err := s.Save(office, "order", row{"id": 4711, "note": "x"}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a record that is not there: %v", err)
		}
	})
}

func TestLinesAreMerged(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B", "C")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A", "B", "C"))
		lines := saved["lines"].([]row)
		saved = s.Must(office, "order", row{"id": saved["id"], "lines": []any{
			row{"id": lines[0]["id"], "qty": 5},
			row{"id": lines[1]["id"], "_delete": true},
			row{"item_id": row{"code": "B"}, "qty": 1, "line_no": 15},
			row{"item_id": row{"code": "B"}, "qty": 1},
		}})
		if saved["version"] != int64(2) {
			t.Errorf("version = %v, want 2", saved["version"])
		}
		if total := record.Decimal(saved, "total").String(); total != "22.5" || saved["line_count"] != int64(4) {
			t.Errorf("total = %s of %v, want 22.5 of 4", total, saved["line_count"])
		}
		var numbers []int
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &numbers, "select line_no from order_line order by line_no")
		})
		if want := []int{10, 15, 30, 40}; err != nil || !slices.Equal(numbers, want) {
			t.Errorf("line numbers = %v, want %v (%v)", numbers, want, err)
		}
		other := s.Must(office, "order", order("ACME", "A"))
		_, err = s.Save(office, "order", row{"id": other["id"], "lines": []any{row{"id": lines[0]["id"], "qty": 1}}})
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a line of another order: %v", err)
		}
	})
}

func TestLinesSavedByThemselvesChangeTheirHead(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A", "B")
		saved := s.Must(s.System(), "order", order("ACME", "A", "B"))
		lines := saved["lines"].([]row)
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.SaveMany(ctx, tx, s.System(), "order_line", []row{
				{"id": lines[0]["id"], "qty": 10}, {"id": lines[1]["id"], "qty": 10, "done": 1},
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Count(`select count(*) from "order" where total = 5000 and version = 2`); n != 1 {
			t.Error("the head's total was not worked out again")
		}
	})
}

func TestBrokenConstraintsAreFaultsOnFields(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		s.Must(office, "order", row{"customer_id": row{"code": "ACME"}, "ext_no": "X1"})
		_, err := s.Save(office, "order", row{"customer_id": row{"code": "ACME"}, "ext_no": "X1"})
		if f, _ := fault.As(err); faultsOf(err)["ext_no"] != "taken" || f.Errors[0].Params["words"].(meta.Text)["en"] != "taken already" {
			t.Errorf("a taken key: %v", err)
		}
		batch := []row{{"code": "N1", "name": "n"}, {"code": "ACME", "name": "n"}}
		err = s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.SaveMany(ctx, tx, office, "customer", batch)
			return err
		})
		if f, _ := fault.As(err); faultsOf(err)["rows[1].code"] != "taken" || f.Errors[0].Params["value"] != "ACME" {
			t.Errorf("a taken key in a batch: %v", err)
		}
		saved := s.Must(office, "order", order("ACME", "A"))
		line := saved["lines"].([]row)[0]
		_, err = s.Save(s.System(), "order_line", row{"id": line["id"], "done": 3})
		if f, _ := fault.As(err); f == nil || f.Code != fault.Invalid || f.Params["words"].(meta.Text)["en"] != "More done than ordered" {
			t.Errorf("a broken check: %v", err)
		}
		if _, err = s.Save(s.System(), "entry", row{"item_id": 12345, "qty": 1}); !fault.IsKey(err, "record.reference_gone") {
			t.Errorf("a broken reference: %v", err)
		}
	})
}

func TestClientsStayWithinTheirCustomer(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, globex := s.Goods("ACME", "A"), s.Goods("GLOB", "G")
		client := s.Client(acme)
		s.Must(client, "order", order("ACME", "A"))
		if _, err := s.Save(client, "order", row{"customer_id": globex}); faultsOf(err)["customer_id"] != "unknown" {
			t.Errorf("an order for another customer: %v", err)
		}
		if _, err := s.Save(client, "order", order("GLOB", "G")); faultsOf(err)["customer_id"] != "unknown" {
			t.Errorf("a key of another customer: %v", err)
		}
		theirs := s.Must(s.System(), "order", order("GLOB", "G"))
		if _, err := s.Save(client, "order", row{"id": theirs["id"], "note": "x"}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("another customer's order: %v", err)
		}
		line := theirs["lines"].([]row)[0]
		if _, err := s.Save(client, "order_line", row{"id": line["id"], "qty": 1}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a line of another customer's order: %v", err)
		}
		for _, head := range []any{theirs["id"], row{"no": theirs["no"]}} {
			_, err := s.Save(client, "order_line", row{"order_id": head, "item_id": row{"code": "A", "customer_id": acme}, "qty": 1})
			if code := fault.CodeOf(err); code != fault.NotFound && code != fault.Invalid {
				t.Errorf("a new line of another customer's order %v: %v", head, err)
			}
		}
		own := s.Must(client, "order", order("ACME", "A"))
		if _, err := s.Save(client, "order_line", row{"id": own["lines"].([]row)[0]["id"], "order_id": theirs["id"]}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("a line moved to another customer's order: %v", err)
		}
	})
}

func TestSearchTextIsFolded(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		saved := s.Must(s.System(), "customer", row{"code": "Ｚ１", "name": "Ána RUIZ", "pin": "1234"})
		if n := s.Count("select count(*) from customer where name__fold = 'ana ruiz' and code__fold = 'z1'"); n != 1 {
			t.Error("the folded columns are not filled")
		}
		s.Must(s.System(), "customer", row{"id": saved["id"], "name": "Bö"})
		if n := s.Count("select count(*) from customer where name__fold = 'bo'"); n != 1 {
			t.Error("the folded column does not follow its field")
		}
		changes := history(t, s, "customer", record.ID(saved))
		if pin := string(changes[1].Changes["pin"]); pin != "" {
			t.Errorf("the history tells a secret: %s", pin)
		}
		if n := s.Count("select count(*) from record_audit where changes like '%1234%'"); n != 0 {
			t.Error("the audit keeps a secret")
		}
	})
}

func history(t *testing.T, s *recordtest.Shop, table string, id int64) (changes []record.Change) {
	t.Helper()
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		changes, err = s.Records.History(ctx, tx, s.System(), table, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func TestHooksSetRefuseAndFollow(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		var stored []string
		s.Hooks.Before("order", "note", 1, func(_ context.Context, e *record.SaveEvent) error {
			if e.New["note"] == "bad" {
				return fault.New(fault.Conflict, "shop.refused")
			}
			e.New["note"] = strings.TrimSpace(record.Text(e.New, "note") + " seen")
			return nil
		})
		s.Hooks.BeforeAll("order_line", "done", 1, func(_ context.Context, b *record.SaveBatch) error {
			for _, e := range b.Events {
				if e.IsNew() {
					e.New["done"] = e.New["qty"]
				}
			}
			return nil
		})
		s.Hooks.After("order", "list", 1, func(_ context.Context, e *record.SaveEvent) error {
			stored = append(stored, record.Text(e.New, "no"))
			return nil
		})
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A"))
		if saved["note"] != "seen" || len(stored) != 1 || stored[0] != saved["no"] {
			t.Errorf("note = %v, stored %v", saved["note"], stored)
		}
		if done := record.Decimal(saved["lines"].([]row)[0], "done").String(); done != "2" {
			t.Errorf("done = %s, want 2", done)
		}
		if _, err := s.Save(office, "order", row{"id": saved["id"], "note": "bad"}); !fault.IsKey(err, "shop.refused") {
			t.Errorf("a refusal: %v", err)
		}
	})
}

func TestOneAuditRowPerRecordAndTransaction(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		saved := s.Must(office, "order", order("ACME", "A"))
		id := record.ID(saved)
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			return s.Records.Together(record.WithSource(ctx, "desk 1"), tx, func(ctx context.Context) error {
				for _, note := range []string{"a", "b", "c"} {
					if _, err := s.Records.Save(ctx, tx, office, "order", row{"id": id, "note": note}); err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		changes := history(t, s, "order", id)
		if len(changes) != 2 || changes[1].Action != "insert" || string(changes[0].Changes["note"]) != `[null,"c"]` || changes[0].Source != "desk 1" || changes[0].Release != 7 {
			t.Errorf("history = %+v", changes)
		}
		if n := s.Count("select count(*) from record_audit where record_id = ?", record.ID(saved["lines"].([]row)[0])); n != 1 {
			t.Errorf("%d audit rows of the line, want 1", n)
		}
	})
}

// TestRecordsOfOneWriteKeepWhatEachSays: several go in together, and change together, by the
// values that they share and those that they do not, of every type and of none.
func TestRecordsOfOneWriteKeepWhatEachSays(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		customer := s.Goods("ACME")
		var saved []row
		write := func(act func(ctx context.Context, tx *store.Tx) error) {
			t.Helper()
			if err := s.Write(act); err != nil {
				t.Fatal(err)
			}
		}
		holds := func(code, that string) {
			t.Helper()
			if s.Count("select count(*) from item where code = ? and customer_id = ? and "+that, code, customer) != 1 {
				t.Errorf("not true of %s: %s", code, that)
			}
		}
		write(func(ctx context.Context, tx *store.Tx) (err error) {
			saved, err = s.Records.SaveMany(ctx, tx, s.System(), "item", []row{
				{"customer_id": customer, "code": "ALL", "name": "Ä", "price": "2.50", "made_on": "2026-03-01", "extra": row{"a": "ä'"}, "active": true},
				{"customer_id": customer, "code": "SOME", "name": "b", "price": "2.50", "active": false},
				{"customer_id": customer, "code": "NONE"},
			})
			return err
		})
		holds("ALL", `name = 'Ä' and name__fold = 'a' and price = 250 and made_on = '2026-03-01' and extra = '{"a":"ä''"}' and active = true and version = 1`)
		holds("SOME", "name__fold = 'b' and price = 250 and made_on is null and extra is null and active = false")
		holds("NONE", "name is null and name__fold is null and price is null")
		write(func(ctx context.Context, tx *store.Tx) error {
			return s.Records.Set(ctx, tx, s.System(), "item", []row{
				{"id": saved[0]["id"], "name": nil, "price": "3"}, {"id": saved[1]["id"], "name": "C", "price": "3"}, {"id": saved[2]["id"], "name": "D", "price": "4"},
			})
		})
		holds("ALL", "name is null and name__fold is null and price = 300 and made_on = '2026-03-01' and version = 2")
		holds("SOME", "name = 'C' and name__fold = 'c' and price = 300 and version = 2")
		holds("NONE", "name__fold = 'd' and price = 400 and version = 2")
	})
}
