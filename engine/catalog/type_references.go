package catalog

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// referencesType is a set of records of another table: []int64 in rows, ascending
// and without repetition; nil is the empty set.
//
// It is kept twice. The column holds the ids as JSON, so that reading, the audit
// and the bin know it like every other value. A table of links, one row per id,
// lets the database itself check the references, refuse to delete a record that
// others name, and find records by what they name with an index.
type referencesType struct{}

func (referencesType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyRecords, Members: []string{"max", "to", "where"}, Filter: "in"}
}

func (referencesType) schema(f *Field) Schema {
	schema := Schema{"type": "array", "items": Schema{"type": []string{"integer", "object"}}, "uniqueItems": true}
	if f.Meta.Max != nil {
		schema["maxItems"] = *f.Meta.Max
	}
	return toTable(f.Item, schema)
}

// The columns of a table of links.
const (
	LinkRecord = "record_id"
	LinkItem   = "item_id"
)

func (referencesType) expression(*Field) expression.Type { return expression.JSON }

func (referencesType) decode(_ *Field, db any) (any, error) {
	text, err := textOf(db)
	if err != nil {
		return nil, err
	}
	var ids []int64
	err = json.Unmarshal([]byte(text), &ids)
	return ids, err
}

func (referencesType) encode(_ *Field, v any) (any, error) {
	ids, ok := v.([]int64)
	switch {
	case !ok:
		return nil, strange(v)
	case len(ids) == 0:
		return nil, nil
	}
	return string(appendIDs(nil, ids)), nil
}

func (referencesType) parse(f *Field, v any) (any, *fault.Fault) {
	list, ok := v.([]any)
	switch {
	case v == "":
		return nil, nil
	case !ok:
		return nil, wrong("not_list")
	}
	ids := make([]int64, 0, len(list))
	for _, element := range list {
		id, bad := f.Item.kind.parse(f.Item, element)
		if bad != nil {
			return nil, bad
		}
		if n, given := id.(int64); given {
			ids = append(ids, n)
		}
	}
	return f.Set(ids)
}

// Set puts the ids of a multi_reference in order; nil when there are none.
//
// Invalid field.twice names a record that is given more than once, field.too_many
// the most that the field takes.
func (f *Field) Set(ids []int64) (any, *fault.Fault) {
	most := meta.MostReferences
	if f.Meta.Max != nil {
		most = int(*f.Meta.Max)
	}
	if len(ids) > most {
		return nil, wrong("too_many", "field", f.Meta.Title, "max", most, "count", len(ids)).On(f.Key)
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			return nil, wrong("twice", "field", f.Meta.Title, "value", ids[i]).On(f.Key)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return ids, nil
}

func (referencesType) appendJSON(_ *Field, dst []byte, db any) []byte {
	return jsonType{}.appendJSON(nil, dst, db)
}

func appendIDs(dst []byte, ids []int64) []byte {
	separator := byte('[')
	for _, id := range ids {
		dst = strconv.AppendInt(append(dst, separator), id, 10)
		separator = ','
	}
	return append(dst, ']')
}
