package catalog

import (
	"time"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// instantFormat is RFC 3339 with the milliseconds that are kept.
const instantFormat = "2006-01-02T15:04:05.999Z07:00"

// instantType is a point in time: UTC in rows, milliseconds since 1970 in the
// database, RFC 3339 in JSON.
type instantType struct{}

func (instantType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyMoment, Example: "2027-01-31 08:30", Adopts: true}
}

func (instantType) schema(_ *Field) Schema {
	return Schema{"type": "string", "format": "date-time"}
}

func (instantType) expression(*Field) expression.Type { return expression.Instant }

func (instantType) decode(_ *Field, db any) (any, error) {
	if ms, ok := db.(int64); ok {
		return time.UnixMilli(ms).UTC(), nil
	}
	return nil, strange(db)
}

func (instantType) encode(_ *Field, v any) (any, error) {
	if at, ok := v.(time.Time); ok {
		return at.UnixMilli(), nil
	}
	return nil, strange(v)
}

func (instantType) parse(_ *Field, json any) (any, *fault.Fault) {
	switch v := json.(type) {
	case time.Time:
		return v.UTC().Truncate(time.Millisecond), nil
	case string:
		if v == "" {
			return nil, nil
		}
		at, err := time.Parse(time.RFC3339, v)
		if err == nil && at.UTC().Year() >= 1 && at.UTC().Year() <= 9999 {
			return at.UTC().Truncate(time.Millisecond), nil
		}
	}
	return nil, wrong("bad_instant")
}

func (instantType) appendJSON(_ *Field, dst []byte, db any) []byte {
	ms, ok := db.(int64)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = time.UnixMilli(ms).UTC().AppendFormat(dst, instantFormat)
	return append(dst, '"')
}
