package metadata_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/meta/uses"
)

// fillElements gives the fields of all objects what they have from elements.
func fillElements(objects []uses.Object, shapes *shape.Shapes) {
	elements := meta.Elements{}
	for _, o := range objects {
		if o.Kind == meta.ElementKind {
			elements[o.Key] = o.Tree
		}
	}
	for _, o := range objects {
		elements.Fill(o.Tree, shapes.Of(o.Kind))
	}
}

// TestAFamilyOfFieldsIsAnElement: what three tables say of a field in the same words is
// said once; an element that hardly any field names is none.
func TestAFamilyOfFieldsIsAnElement(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	said, named := map[string][]string{}, map[string]int{}
	note := func(object string, fields []meta.Field) {
		for i := range fields {
			f := &fields[i]
			named[f.Element]++
			if f.Element == "" && f.Computed == "" { // what is worked out has no length of its own
				family := fmt.Sprint(f.Type, f.Title, f.To, f.Dropdown, f.Scale, f.MaxLength, f.Unit, f.Currency, f.Format)
				said[family] = append(said[family], object+"."+f.Key)
			}
		}
	}
	for key, table := range meta.Sorted(model.Tables) {
		note(key, table.Fields)
	}
	for key, document := range meta.Sorted(model.Documents) {
		for _, action := range document.Actions {
			note(key+"."+action.Key, action.Params)
		}
	}
	for family, fields := range said {
		if len(fields) > 2 {
			t.Errorf("%s: %v are one element", family, fields)
		}
	}
	for key := range meta.Sorted(model.Elements) {
		if named[key] == 0 {
			t.Errorf("no field of a table or an action names the element %s", key)
		}
	}
}

// TestNoFieldRepeatsItsElement: what the element says stands there alone.
func TestNoFieldRepeatsItsElement(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for key, table := range meta.Sorted(model.Tables) {
		written, err := tree.Parse(table.Text())
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range written.Get("fields").Items {
			element, ok := model.Elements[field.Get(meta.ElementKind).String()]
			if !ok {
				continue
			}
			of, err := tree.Parse(element.Text())
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range field.Members {
				if m.Name != "key" && tree.Equal(of.Get(m.Name), m.Value) {
					t.Errorf("%s.%s repeats the %s of its element", key, field.Get("key"), m.Name)
				}
			}
		}
	}
}
