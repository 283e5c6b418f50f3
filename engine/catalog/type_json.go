package catalog

import (
	"encoding/json"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// longestJSON bounds a document that is kept in one field.
const longestJSON = 1 << 20 // bytes

// jsonType is any JSON: decoded in rows (numbers as json.Number), text in the
// database.
type jsonType struct{}

func (jsonType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyObject, Filter: "like"}
}

func (jsonType) schema(_ *Field) Schema {
	return Schema{} // any
}

func (jsonType) expression(*Field) expression.Type { return expression.JSON }

func (jsonType) decode(_ *Field, db any) (any, error) {
	text, err := textOf(db)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	err = decoder.Decode(&v)
	return v, err
}

func (jsonType) encode(_ *Field, v any) (any, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

func (jsonType) parse(_ *Field, v any) (any, *fault.Fault) {
	text, err := json.Marshal(v)
	if err != nil || strings.Contains(string(text), `\u0000`) {
		return nil, wrong("bad_text")
	}
	if len(text) > longestJSON {
		return nil, wrong("too_long", "max", longestJSON, "length", len(text))
	}
	return v, nil
}

func (jsonType) appendJSON(_ *Field, dst []byte, db any) []byte {
	switch v := db.(type) {
	case string:
		return append(dst, v...)
	case []byte:
		return append(dst, v...)
	}
	return append(dst, "null"...)
}
