package metadata_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestEffectsTakeWhatTheirOffersSay puts effects into a document of the product that give
// what is not taken, or of another type: each is refused at its place.
func TestEffectsTakeWhatTheirOffersSay(t *testing.T) {
	t.Parallel()
	type with = map[string]meta.Expression
	tests := []struct {
		name, effect string
		with         with
		want         string // part of the problem
	}{
		{"nothing wrong", "inventory.hold", with{"quant_id": "1", "reason": "row.doc_no"}, ""},
		{"an unknown parameter", "inventory.hold", with{"quant_id": "1", "resaon": "'a'"}, "with/resaon: meta.unknown kind=parameter"},
		{"a missing parameter", "inventory.hold", with{"reason": "'a'"}, "with: meta.missing_parameter effect=inventory.hold name=quant_id"},
		{"a text for a number", "counting.settle", with{"counted_qty": "row.doc_no"}, "with/counted_qty: "},
		{"a value outside the list", "inventory.post", with{"code": "'XXX'", "product_id": "1", "qty": "1"}, "with/code: "},
		{"a record of an unknown table", "create", with{"table": "'wagon'"}, "with/table: meta.unknown kind=table"},
		{"a record with an unknown field", "create", with{"table": "'department'", "nam": "'a'"}, "with/nam: meta.unknown"},
		{"a record with a number for a text", "create", with{"table": "'department'", "name": "1"}, "with/name: "},
		{"a record with an unknown field of a line", "create", with{"table": "'rma'", "lines.colour": "'a'"}, "with/lines.colour: meta.unknown"},
		{"a record with lines of an unknown set", "create", with{"table": "'rma'", "parts.qty": "1"}, "with/parts.qty: meta.unknown"},
		{"an unknown action", "act", with{"table": "'sale_order'", "action": "'vanish'", "id": "row.id"}, "with/action: meta.unknown kind=action"},
		{"a parameter that the action lacks", "act", with{"table": "'sale_order'", "action": "'hold'", "id": "row.id", "colour": "'a'"}, "with/colour: meta.unknown"},
		{"an unknown job", "job", with{"kind": "'allocation.sevre'"}, "with/kind: meta.unknown kind=job"},
		{"a parameter that the job lacks", "job", with{"kind": "'allocation.serve'", "lane": "1"}, "with/lane: meta.unknown"},
		{"a job with a text for a reference", "job", with{"kind": "'allocation.serve'", "warehouse_id": "'a'"}, "with/warehouse_id: "},
		{"an unknown text", "notice.add", with{"text": "'notice.nothing'", "role": "'lead'"}, "with/text: meta.unknown kind=text"},
		{"a text without what it tells", "notice.add", with{"text": "'notice.order_short'", "role": "'lead'", "no": "row.doc_no"}, "with: meta.missing_parameter effect=notice.order_short name=reason"},
		{"more than a text tells", "notice.add", with{"text": "'notice.order_served'", "no": "row.doc_no", "lane": "1"}, "with/lane: meta.unknown"},
	}
	model := product(t)
	action := &model.Documents["stock_hold"].Actions[0]
	before := action.Do
	defer func() { action.Do = before }()
	for _, tt := range tests { // one after another: they share the model
		action.Do = []meta.Effect{{Effect: tt.effect, With: tt.with}}
		told := facts(t, model)
		if tt.want == "" && told != "" || !strings.Contains(told, tt.want) {
			t.Errorf("%s: told %q, want %q", tt.name, told, tt.want)
		}
	}
}

// facts tells what is wrong with a model, by keys.
func facts(t *testing.T, model *meta.Model) string {
	t.Helper()
	_, err := catalog.Compile(model, functions(t))
	var problems meta.Problems
	if err != nil && !errors.As(err, &problems) {
		t.Fatal(err)
	}
	for i := range problems {
		problems[i].Message = ""
	}
	return problems.Error()
}

// TestTheEngineSaysAllItsFunctions holds what the engine offers to the language.
func TestTheEngineSaysAllItsFunctions(t *testing.T) {
	t.Parallel()
	var said []string
	for _, o := range product(t).Plugins["engine"].Functions {
		said = append(said, o.Key)
	}
	slices.Sort(said)
	known := functions(t).Names(expression.Server)
	slices.Sort(known)
	if !slices.Equal(said, known) {
		t.Errorf("said: %v\nknown: %v", said, known)
	}
}
