package document_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/record"
)

// TestAPlanThatDoesNotHoldIsMadeAnew: what was planned before anything was locked is
// given to the effect; if it says that things changed it is planned again, and after
// three times it does without a plan.
func TestAPlanThatDoesNotHoldIsMadeAnew(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for stale, want := range map[int]int{0: 1, 2: 3, 3: 3} {
			order, planned, ran := o.order("A"), 0, 0
			o.plan = func() any {
				planned++
				return planned
			}
			o.collect = func(ctx context.Context, e *document.EffectEvent) error {
				if ran++; ran <= stale {
					if _, err := e.Data.Save(ctx, "order", row{"customer_id": e.Head["customer_id"], "note": "stale"}); err != nil {
						return err
					}
					return e.Stale()
				}
				if given, _ := e.Plan.(int); given != planned && stale < 3 || stale == 3 && e.Plan != nil {
					t.Errorf("%d times stale: the effect has plan %v of %d", stale, e.Plan, planned)
				}
				e.Created("order", record.ID(e.Head))
				return nil
			}
			result, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "collect", IDs: []int64{order}})
			if err != nil || len(result.Set.Created) != 1 || planned != want {
				t.Errorf("%d times stale: planned %d times, want %d: %+v, %v", stale, planned, want, result.Set, err)
			}
		}
		if n := o.Count(`select count(*) from "order" where note = 'stale'`); n != 0 {
			t.Errorf("%d orders of tries that did not hold are left", n)
		}
	})
}
