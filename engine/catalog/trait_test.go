package catalog

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// values are what a request gives for fields of a family.
var values = map[meta.Family]any{
	meta.FamilyWords: "#a1b2c3", meta.FamilyChoice: "open", meta.FamilyFile: "a1b2", meta.FamilyDay: "2026-11-24",
	meta.FamilyMoment: "2026-11-24T08:30:00Z", meta.FamilyFigure: json.Number("12"), meta.FamilyTruth: true, meta.FamilyRecord: json.Number("7"),
	meta.FamilyRecords: []any{json.Number("7"), json.Number("3")}, meta.FamilyObject: map[string]any{"city": "Vigo"}, meta.FamilySealed: "a long secret",
}

type openSealer struct{}

func (openSealer) Seal(_ string, secret []byte) ([]byte, error) { return secret, nil }
func (openSealer) Open(_ string, sealed []byte) ([]byte, error) { return sealed, nil }

// What a type says of itself is what it does, for every type that there is.
func TestTraitsOfEveryType(t *testing.T) {
	t.Parallel()
	for name := range meta.Sorted(fieldTypes) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := &meta.Field{Key: "f", Type: name}
			if slices.Contains(TraitsOf(name).Members, "scale") {
				said.Scale = 2
			}
			f := newField(said)
			f.Item = &Field{Key: "f", Meta: f.Meta, kind: referenceType{}}
			if sealed, ok := f.kind.(secretType); ok {
				sealed.sealer = openSealer{}
				f.kind = sealed
			}
			given, known := values[f.Family()]
			if !known {
				t.Fatalf("family %d is none", f.Family())
			}
			row, bad := f.Parse(given)
			if bad != nil {
				t.Fatalf("parse %v: %v", given, bad)
			}
			keptAsSaid(t, f, row)
			knownMembers(t, f.Traits)
			fitsSchema(t, f, given)
			if example := f.Traits.Example; example != "" && f.Family() != meta.FamilyMoment { // which files write in people's zone
				if _, bad := f.Parse(example); bad != nil {
					t.Errorf("example %q: %v", example, bad)
				}
			}
			if number := f.ExpressionType() == expression.Int || f.ExpressionType() == expression.Decimal; number != (f.Family() == meta.FamilyFigure || f.Family() == meta.FamilyRecord) {
				t.Errorf("expressions see %s", f.ExpressionType())
			}
		})
	}
}

// keptAsSaid holds that the database keeps a value in the kind of column that the family
// says, and gives it back.
func keptAsSaid(t *testing.T, f *Field, row any) {
	t.Helper()
	kept, err := f.Encode(row)
	if err != nil {
		t.Fatal(err)
	}
	columns := map[reflect.Kind][2]string{
		reflect.String: {"TEXT", `text COLLATE "C"`}, reflect.Int64: {"INTEGER", "bigint"}, reflect.Bool: {"INTEGER", "boolean"},
	}
	want := columns[reflect.TypeOf(kept).Kind()]
	if got := [2]string{f.ColumnType(store.SQLite), f.ColumnType(store.Postgres)}; got != want {
		t.Errorf("columns %q keep %T, want %q", got, kept, want)
	}
	back, err := f.Decode(kept)
	if text, isText := back.(string); err != nil || !reflect.DeepEqual(back, row) && (!isText || text != kept) && f.Family() != meta.FamilyFigure {
		t.Errorf("%v came back as %v (%v)", row, back, err)
	}
	if f.Family().Ordered() == slices.Contains([]meta.Family{meta.FamilyTruth, meta.FamilyObject, meta.FamilyRecords, meta.FamilySealed}, f.Family()) {
		t.Error("order is not as the family says")
	}
}

// knownMembers holds that fields have the members that a type says it has.
func knownMembers(t *testing.T, traits meta.Traits) {
	t.Helper()
	said := reflect.VisibleFields(reflect.TypeFor[meta.Field]())
	for _, member := range traits.Members {
		known := false
		for _, of := range said {
			name, _, _ := strings.Cut(of.Tag.Get("json"), ",")
			known = known || name == member
		}
		if !known {
			t.Errorf("fields have no %s", member)
		}
	}
}

// fitsSchema holds that the schema of a type lets through what the type takes.
func fitsSchema(t *testing.T, f *Field, given any) {
	t.Helper()
	of := map[meta.Family]string{
		meta.FamilyFigure: "number integer", meta.FamilyTruth: "boolean", meta.FamilyRecord: "integer object", meta.FamilyRecords: "array", meta.FamilyObject: "",
	}
	want, other := of[f.Family()]
	if !other {
		want = "string"
	}
	types := []string{}
	switch said := f.Schema()["type"].(type) {
	case string:
		types = append(types, said)
	case []string:
		types = said
	}
	for _, one := range types {
		if !strings.Contains(want, one) {
			t.Errorf("schema says %q, and takes %v", types, given)
		}
	}
	if len(types) == 0 && want != "" {
		t.Errorf("schema says nothing, want %s", want)
	}
}
