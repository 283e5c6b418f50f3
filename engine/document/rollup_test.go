package document_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAGuardReadsRollups judges what other records make together, in the transaction of
// the action; what may be done says the same. The guard judges the whole, also entries of
// the ledger that the person may not read and of which nothing is told him.
func TestAGuardReadsRollups(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id, other := o.order("A"), o.order("B")
		o.must(id, "audit", nil)
		o.must(id, "finish", nil)
		if _, err := o.act(id, "settle", nil); !errors.As(err, new(*fault.Fault)) || fault.CodeOf(err) != fault.Conflict {
			t.Fatalf("while another order of the customer is open: %v", err)
		}
		if may := o.can(id); slices.Contains(may, "settle") {
			t.Errorf("and it is offered: %v", may)
		}
		o.must(other, "audit", nil)
		if may := o.can(id); !slices.Contains(may, "settle") {
			t.Errorf("none is open, and it is not offered: %v", may)
		}
		item := o.must(id, "settle", nil)
		var answer struct {
			Note   string      `json:"note"`
			Booked json.Number `json:"booked"`
		}
		if err := json.Unmarshal(item.Record, &answer); err != nil || answer.Note != "booked 2" || answer.Booked != "" {
			t.Errorf("settled: %+v (%v)", answer, err)
		}
	})
}

func (o *office) can(id int64) (names []string) {
	o.t.Helper()
	page, err := o.Documents.Query.Get(o.t.Context(), o.rights, "order", id)
	if err != nil {
		o.t.Fatal(err)
	}
	defer page.Release()
	var answer struct {
		Can []string `json:"_can"`
	}
	if err := json.Unmarshal(page.Bytes(), &answer); err != nil {
		o.t.Fatal(err)
	}
	return answer.Can
}

func TestNobodyGivesARollup(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		if _, err := o.Save(o.rights, "customer", row{"code": "NEW", "name": "New", "open_orders": 3}); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("a person: %v", err)
		}
		if _, err := o.Save(o.System(), "customer", row{"code": "NEW", "name": "New", "open_orders": 3}); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("the system: %v", err)
		}
	})
}

// TestRollupsUnderManyWriters has sixteen writers make, finish, delete and restore orders
// of one customer, and holds what is rolled up to the rows.
func TestRollupsUnderManyWriters(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var wait sync.WaitGroup
		failed := make(chan error, 16)
		for writer := range 16 {
			wait.Go(func() { failed <- o.work(writer) })
		}
		wait.Wait()
		close(failed)
		for err := range failed {
			if err != nil {
				t.Fatal(err)
			}
		}
		page, err := o.Documents.Query.List(t.Context(), o.rights, "customer", query.Request{Fields: []string{"open_orders"}, Filter: json.RawMessage(`{"field": "open_orders", "op": "gt", "value": 0}`)})
		if err != nil {
			t.Fatal(err)
		}
		defer page.Release()
		want := o.Count(`select count(*) from "order" where status = 'open'`)
		if told := opens(page.Bytes()); want == 0 || !slices.Equal(told, []string{strconv.Itoa(want)}) {
			t.Errorf("%d orders are open: %s", want, page.Bytes())
		}
		if wrong := o.Count(`select count(*) from "order" o where o.status = 'done' and (select sum(qty) from entry e where e.order_id = o.id) <> 2000`); wrong != 0 {
			t.Errorf("%d orders are booked wrongly", wrong)
		}
	})
}

// opens are the open orders that a page of customers tells.
func opens(page []byte) (told []string) {
	var answer struct{ Rows []map[string]json.Number }
	_ = json.Unmarshal(page, &answer) // a page is JSON; else nothing is told
	for _, row := range answer.Rows {
		told = append(told, string(row["open_orders"]))
	}
	return told
}

// work is what one of many does: three orders, of which one is finished, one deleted and
// taken back, and one deleted.
func (o *office) work(writer int) error {
	var ids []int64
	for range 3 {
		saved, err := o.Save(o.rights, "order", row{"customer_id": row{"code": "ACME"}, "lines": []any{row{"item_id": row{"code": "A"}, "qty": 2}}})
		if err != nil {
			return fmt.Errorf("writer %d: %w", writer, err)
		}
		ids = append(ids, record.ID(saved))
	}
	for _, name := range []string{"audit", "finish"} {
		item, err := o.Documents.Act(o.t.Context(), o.rights, "order", document.Request{Name: name, ID: ids[0]})
		if err != nil || item.Items[0].Err != nil {
			return fmt.Errorf("writer %d: %s: %w", writer, name, errors.Join(err, item.Items[0].Err))
		}
	}
	change := func(fn func(ctx context.Context, tx *store.Tx) error) error { return o.Write(fn) }
	return errors.Join(
		change(func(ctx context.Context, tx *store.Tx) error {
			return o.Records.Delete(ctx, tx, o.rights, "order", ids[1:])
		}),
		change(func(ctx context.Context, tx *store.Tx) error {
			return o.Records.Restore(ctx, tx, o.rights, "order", ids[1:2])
		}),
	)
}
