package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// parentType is the id of a record of the same table.
type parentType struct{ referenceType }

func (parentType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyRecord, Members: []string{"on_delete", "where"}, Filter: "in"}
}

// referenceType is the id of a record: of another table, or of the parent in
// the same one.
type referenceType struct{}

func (referenceType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyRecord, Members: []string{"to", "on_delete", "brings", "where"}, Filter: "in", Plain: true, Adopts: true}
}

func (referenceType) schema(f *Field) Schema {
	return toTable(f, Schema{"type": []string{"integer", "object"}}) // by id, or by a key of its table
}

func (referenceType) expression(f *Field) expression.Type {
	if f.To == nil {
		return expression.Int
	}
	return expression.Reference{To: f.To.Shape()}
}

func (referenceType) decode(_ *Field, db any) (any, error) { return decodeInteger(db) }

func (referenceType) encode(_ *Field, v any) (any, error) { return encodeInteger(v) }

func (referenceType) parse(_ *Field, json any) (any, *fault.Fault) {
	if json == "" {
		return nil, nil
	}
	n, bad := parseNumber(json)
	if bad != nil || !n.IsInteger() || !n.IsPositive() || n.BigInt().BitLen() > 53 {
		return nil, wrong("not_reference")
	}
	return n.IntPart(), nil
}

func (referenceType) appendJSON(_ *Field, dst []byte, db any) []byte { return appendInteger(dst, db) }

// toTable adds whose records the ids are.
func toTable(f *Field, schema Schema) Schema {
	if f != nil && f.To != nil {
		schema["x-table"] = f.To.Key
	}
	return schema
}
