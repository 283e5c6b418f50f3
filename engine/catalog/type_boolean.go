package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// booleanType is true or false; SQLite keeps 1 and 0.
type booleanType struct{}

func (booleanType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyTruth, Filter: "eq", Adopts: true}
}

func (booleanType) schema(_ *Field) Schema {
	return Schema{"type": "boolean"}
}

func (booleanType) expression(*Field) expression.Type { return expression.Bool }

func (booleanType) decode(_ *Field, db any) (any, error) {
	switch v := db.(type) {
	case bool:
		return v, nil
	case int64:
		return v != 0, nil
	}
	return nil, strange(db)
}

func (booleanType) encode(_ *Field, v any) (any, error) {
	if b, ok := v.(bool); ok {
		return b, nil
	}
	return nil, strange(v)
}

func (booleanType) parse(_ *Field, json any) (any, *fault.Fault) {
	if b, ok := json.(bool); ok {
		return b, nil
	}
	return nil, wrong("not_boolean")
}

func (booleanType) appendJSON(_ *Field, dst []byte, db any) []byte {
	if db == true || db == int64(1) {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}
