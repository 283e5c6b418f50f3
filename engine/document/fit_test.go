package document_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// foreign plants an item of another customer in the lines of an order.
func (o *office) foreign(order int64) int64 {
	o.t.Helper()
	if o.Count(`select count(*) from customer where code = 'GLOB'`) == 0 {
		o.Goods("GLOB")
	}
	item := record.ID(o.Must(o.System(), "item", row{"customer_id": row{"code": "GLOB"}, "name": "G"}))
	err := o.Write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `update order_line set item_id = ? where order_id = ?`, item, order)
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return item
}

func TestAnActionHoldsLinesToTheirHead(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		audited, open := o.order("A"), o.order("A", "B")
		o.must(audited, "audit", nil)
		o.foreign(audited)
		o.foreign(open)
		for id, name := range map[int64]string{audited: "finish", open: "audit"} {
			_, err := o.act(id, name, nil)
			if bad, ok := fault.As(err); !ok || bad.Key != "record.misfits" || bad.Errors[0].Path != "lines[0].item_id" {
				t.Errorf("%s: %v", name, err)
			}
		}
		result, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "collect", IDs: []int64{open}})
		if err != nil || len(result.Set.Left) != 1 {
			t.Errorf("over a set: %+v (%v)", result.Set, err)
		}
		o.must(audited, "reopen", nil)
		if got := o.status(audited); got != "open" {
			t.Errorf("an order that is taken back is %s", got)
		}
	})
}

func TestAParameterHasToFitTheRecord(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.order("A")
		foreign := o.foreign(o.order("B"))
		own := o.Count(`select id from item where code = 'B'`)
		_, err := o.act(id, "swap", row{"item_id": foreign})
		if bad, ok := fault.As(err); !ok || len(bad.Errors) != 1 || bad.Errors[0].Key != "record.misfit" || bad.Errors[0].Path != "params.item_id" {
			t.Errorf("an item of another customer: %v", err)
		}
		o.must(id, "swap", row{"item_id": own})
	})
}
