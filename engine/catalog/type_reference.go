package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// referenceType is the id of a record: of another table, or of the parent in
// the same one.
type referenceType struct{}

func (referenceType) column(_ *Field, dialect store.Dialect) string { return integerColumn(dialect) }

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
