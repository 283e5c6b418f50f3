package document_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
)

// lacks are the fields that each left order lacks.
func lacks(result document.Result) [][]string {
	var all [][]string
	for _, left := range result.Set.Left {
		var paths []string
		for _, bad := range left.Err.Errors {
			paths = append(paths, bad.Key)
		}
		all = append(all, paths)
	}
	return all
}

func TestAnActionSaysAllThatItNeeds(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		bare, whole := o.order("A"), o.order("A")
		o.Must(o.rights, "order", row{"id": whole, "note": "n"})
		ask := document.Request{Name: "seal", IDs: []int64{bare, whole}}
		result, err := o.Documents.Act(t.Context(), o.rights, "order", ask)
		if err != nil || len(result.Set.Left) != 1 || !slices.Equal(lacks(result)[0], []string{"record.required"}) {
			t.Fatalf("%+v (%v)", result.Set, err)
		}
		if o.status(bare) != "open" || o.status(whole) != "audited" {
			t.Errorf("the orders are %s and %s", o.status(bare), o.status(whole))
		}

		held := o.order("A")
		o.must(held, "hold", row{"reason": "r"})
		ctx := auth.WithCall(t.Context(), auth.Call{UserID: o.rights.Actor().UserID, Key: "twice"})
		for range 2 { // what is kept with a call says as much as the first answer
			result, err = o.Documents.Act(ctx, o.rights, "order", document.Request{Name: "seal", IDs: []int64{bare}})
			if err != nil || len(result.Set.Left) != 1 || !slices.Equal(lacks(result)[0], []string{"record.required", "record.said"}) {
				t.Errorf("%+v (%v)", result.Set, err)
			}
		}
		if code := result.Set.Left[0].Err.Code; code != fault.Invalid {
			t.Errorf("code %d", code)
		}
	})
}
