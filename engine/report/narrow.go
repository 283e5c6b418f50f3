package report

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// Leaf is a comparison of a filter as requests write it.
type Leaf struct {
	Field string         `json:"field"`
	Op    query.Operator `json:"op"`
	Value any            `json:"value,omitempty"`
}

// Tree is a filter all of whose leaves hold.
type Tree struct {
	And []Leaf `json:"and"`
}

// Operator is that of a parameter or a filter: its own, else the usual one of the
// field's type.
func Operator(op string, of *catalog.Field) query.Operator {
	return cmp.Or(query.Operator(op), query.Operator(of.Traits.Filter), query.Between)
}

// comparisons are the operators that a value may name.
var comparisons = []query.Operator{query.Eq, query.Ne, query.Lt, query.Le, query.Gt, query.Ge, query.Nin, query.Like, query.Starts, query.Null, query.NotNull}

// Always gives the comparisons that metadata asks for by field, in the order of
// the fields.
func Always(values meta.Values, today time.Time) ([]Leaf, error) {
	leaves := []Leaf{}
	for field, value := range meta.Sorted(values) {
		more, err := Narrow(field, query.Eq, value, today)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, more...)
	}
	return leaves, nil
}

// Narrow gives the comparison that a value of a decoded JSON asks for; none for an
// empty value. {"period": name} is a stretch of days up to today, a range with an
// open end a plain comparison, a single value one of a list, and {"gt": 0} and the
// like what they say.
//
// Invalid: report.bad_period.
func Narrow(field string, op query.Operator, value any, today time.Time) ([]Leaf, error) {
	if period, ok := periodIn(value); ok {
		days, known := DaysOf(period, today)
		if !known {
			return nil, fault.New(fault.Invalid, "report.bad_period", "period", period).On("params." + field)
		}
		return []Leaf{{field, query.Between, days[:]}}, nil
	}
	if leaf, ok := comparison(field, value, today); ok {
		return []Leaf{leaf}, nil
	}
	if isEmpty(value) {
		return nil, nil
	}
	list, isList := value.([]any)
	switch {
	case op == query.Between && isList && len(list) == 2:
		return between(field, list), nil
	case op == query.In && !isList:
		return []Leaf{{field, op, []any{value}}}, nil
	case op == query.Eq && isList:
		return []Leaf{{field, query.In, value}}, nil
	}
	return []Leaf{{field, op, value}}, nil
}

func between(field string, ends []any) []Leaf {
	switch {
	case isEmpty(ends[0]) && isEmpty(ends[1]):
		return nil
	case isEmpty(ends[0]):
		return []Leaf{{field, query.Le, ends[1]}}
	case isEmpty(ends[1]):
		return []Leaf{{field, query.Ge, ends[0]}}
	}
	return []Leaf{{field, query.Between, ends}}
}

// comparison reads a value that names its operator.
func comparison(field string, value any, now time.Time) (Leaf, bool) {
	members, _ := value.(map[string]any)
	for name, operand := range members {
		op := query.Operator(name)
		if len(members) != 1 || !slices.Contains(comparisons, op) {
			continue
		}
		if op == query.Null || op == query.NotNull {
			operand = nil
		}
		if minutes, ok := apart(operand, "now"); ok {
			operand = now.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
		}
		if days, ok := apart(operand, "today"); ok {
			operand = now.AddDate(0, 0, int(days)).Format(time.DateOnly)
		}
		return Leaf{field, op, operand}, true
	}
	return Leaf{}, false
}

// apart reads {"now": minutes}, a moment so far from now, or {"today": days}, a day.
func apart(operand any, from string) (far int64, ok bool) {
	members, _ := operand.(map[string]any)
	switch n := members[from].(type) {
	case float64:
		return int64(n), true
	case json.Number:
		far, err := n.Int64()
		return far, err == nil
	}
	return 0, false
}

func periodIn(value any) (string, bool) {
	members, _ := value.(map[string]any)
	name, ok := members["period"].(string)
	return name, ok && len(members) == 1
}

func isEmpty(value any) bool {
	list, isList := value.([]any)
	return value == nil || value == "" || isList && (len(list) == 0 || !slices.ContainsFunc(list, func(v any) bool { return v != nil && v != "" }))
}
