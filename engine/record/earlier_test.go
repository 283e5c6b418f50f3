package record_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// earlier asks for the state after a change and reads the answer as a browser would.
func earlier(t *testing.T, s *recordtest.Shop, rights *access.Rights, id, change int64) (row, []record.Left, error) {
	t.Helper()
	var found *record.Earlier
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		found, err = s.Records.Earlier(ctx, tx, rights, "order", id, change)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(found.Record)
	if err != nil {
		t.Fatal(err)
	}
	read := json.NewDecoder(bytes.NewReader(text))
	read.UseNumber()
	given := row{}
	if err := read.Decode(&given); err != nil {
		t.Fatal(err)
	}
	return given, found.Left, nil
}

// edited makes an order of two lines and changes all that can be changed: a field, a
// line, one line less and one more. It gives the order and its first change.
func edited(t *testing.T, s *recordtest.Shop, office *access.Rights) (id, first int64) {
	t.Helper()
	s.Goods("ACME", "A", "B", "C")
	item := func(code string) row { return row{"customer_id": row{"code": "ACME"}, "code": code} }
	saved := s.Must(office, "order", row{"customer_id": row{"code": "ACME"}, "note": "one", "lines": []row{
		{"item_id": item("A"), "qty": 2}, {"item_id": item("B"), "qty": 1},
	}})
	lines := saved["lines"].([]row)
	s.Must(office, "order", row{"id": saved["id"], "note": "two", "lines": []row{
		{"id": lines[0]["id"], "qty": 5}, {"id": lines[1]["id"], "_delete": true}, {"item_id": item("C"), "qty": 7},
	}})
	id = record.ID(saved)
	changes := history(t, s, "order", id)
	if len(changes) != 2 || len(changes[0].Lines) != 3 || len(changes[1].Lines) != 2 {
		t.Fatalf("history = %+v", changes)
	}
	return id, changes[1].ID
}

// TestAnEarlierStateIsSavedAsAnyChange: what an order was is told as a save takes it, and
// saved under the version; the taking back is a change of its own.
func TestAnEarlierStateIsSavedAsAnyChange(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		office := s.Office(recordtest.MenuAll)
		id, first := edited(t, s, office)
		given, left, err := earlier(t, s, office, id, first)
		if err != nil || len(left) != 0 {
			t.Fatalf("earlier: %v, left %v", err, left)
		}
		s.Must(office, "order", given)
		const question = `select count(*) from order_line l join item i on i.id = l.item_id
			where l.order_id = ? and (i.code = 'A' and l.qty = 2000 and l.price = 250 or i.code = 'B' and l.qty = 1000 and l.price = 250)`
		if n := s.Count(question, id); n != 2 {
			t.Errorf("%d lines are as they were, want 2", n)
		}
		if n := s.Count(`select count(*) from "order" o where id = ? and note = 'one' and line_count = 2 and (select count(*) from order_line l where l.order_id = o.id) = 2`, id); n != 1 {
			t.Error("the order is not as it was")
		}
		changes := history(t, s, "order", id)
		if len(changes) != 3 || string(changes[0].Changes["note"]) != `["two","one"]` {
			t.Errorf("history = %+v", changes)
		}
		if again, left, err := earlier(t, s, office, id, first); err != nil || len(again) != 2 || len(left) != 0 {
			t.Errorf("what is as it was differs: %v, %v, %v", again, left, err)
		}
		given, _, err = earlier(t, s, office, id, changes[1].ID)
		s.Must(office, "order", row{"id": id, "note": "three"})
		if _, refused := s.Save(office, "order", given); err != nil || !fault.IsKey(refused, "record.changed") {
			t.Errorf("after somebody else's change: %v, %v", refused, err)
		}
	})
}

// TestWhatIsGoneIsTold: a line that needs what is not there any more is not made up.
func TestWhatIsGoneIsTold(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		office := s.Office(recordtest.MenuAll)
		id, first := edited(t, s, office)
		var item int64
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			if err := tx.Get(ctx, &item, "select id from item where code = 'B'"); err != nil {
				return err
			}
			return s.Records.Delete(ctx, tx, office, "item", []int64{item})
		})
		if err != nil {
			t.Fatal(err)
		}
		given, left, err := earlier(t, s, office, id, first)
		if err != nil || len(left) != 1 || left[0].Field != "item_id" || left[0].Why != "gone" {
			t.Errorf("left = %v, %v", left, err)
		}
		if _, err := s.Save(office, "order", given); len(faultsOf(err)) == 0 {
			t.Errorf("a line without its item is saved: %v", err)
		}
	})
}

// TestNobodyTakesBackWhatHeMayNotWrite: rights, the state of the document and what the
// engine writes bound what comes back.
func TestNobodyTakesBackWhatHeMayNotWrite(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		office := s.Office(recordtest.MenuAll)
		id, first := edited(t, s, office)
		if _, _, err := earlier(t, s, s.Office(recordtest.MenuSome), id, first); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the history: %v", err)
		}
		if _, _, err := earlier(t, s, office, id, 1); !fault.IsKey(err, "record.change_unknown") {
			t.Errorf("a change of another: %v", err)
		}
		role := s.Role("user", accesstest.Grant{Menus: []int{recordtest.MenuAll}, Rules: map[string]accesstest.Rule{"order": {Readonly: []string{"note"}}}})
		given, left, err := earlier(t, s, s.Rights(accesstest.Office(7, role)), id, first)
		if err != nil || given["note"] != nil || len(left) != 1 || left[0] != (record.Left{Field: "note", Why: "right"}) {
			t.Errorf("who may not write the note gets %v, left %v, %v", given, left, err)
		}
		s.Must(s.System(), "order", row{"id": id, "status": "audited"})
		given, left, err = earlier(t, s, office, id, first)
		if err != nil || given["note"] != "one" || given["lines"] != nil || len(left) != 2 || left[0] != (record.Left{Field: "status", Why: "fixed"}) || left[1] != (record.Left{Set: "lines", Why: "state"}) {
			t.Errorf("in a later state one gets %v, left %v, %v", given, left, err)
		}
		hidden := s.Role("user", accesstest.Grant{Menus: []int{recordtest.MenuAll}, Rules: map[string]accesstest.Rule{"order": {Hide: []string{"note"}}}})
		if given, left, err = earlier(t, s, s.Rights(accesstest.Office(8, hidden)), id, first); err != nil || given["note"] != nil || len(left) != 2 {
			t.Errorf("who may not read the note gets %v, left %v, %v", given, left, err)
		}
	})
}
