package catalog

import (
	"time"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// dateType is a plain day, "2026-03-09" in every form; so days sort as texts.
type dateType struct{}

func (dateType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyDay, Example: "2027-01-31", Plain: true, Adopts: true}
}

func (dateType) schema(_ *Field) Schema {
	return Schema{"type": "string", "format": "date"}
}

func (dateType) expression(*Field) expression.Type { return expression.Date }

func (dateType) decode(_ *Field, db any) (any, error) { return decodeText(db) }

func (dateType) encode(_ *Field, v any) (any, error) { return encodeText(v) }

func (dateType) parse(_ *Field, json any) (any, *fault.Fault) {
	text, ok := json.(string)
	if text == "" && ok {
		return nil, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1 {
		return nil, wrong("bad_date")
	}
	return text, nil
}

func (dateType) appendJSON(_ *Field, dst []byte, db any) []byte { return appendText(dst, db) }
