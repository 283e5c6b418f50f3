package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Next is a compiled step of the road that leads on from a record, or from the
// end of a station.
type Next struct {
	Key    string
	Meta   *meta.Next
	Action *Action // nil: the step opens a screen
	When   *expression.Program
	Record *expression.Program
	Input  *expression.Program
	With   []With

	from map[string]bool
}

// From reports whether it is a step from a state.
func (n *Next) From(state string) bool { return len(n.from) == 0 || n.from[state] }

// Shows is the table of the record that opens; "" where none does.
func (n *Next) Shows() string {
	if n.Record == nil {
		return ""
	}
	return strings.TrimPrefix(n.Meta.Opens, "document:")
}

// Programs are its expressions, for those who load what they read.
func (n *Next) Programs() []*expression.Program {
	all := []*expression.Program{n.When, n.Record, n.Input}
	for _, with := range n.With {
		all = append(all, with.Value)
	}
	return all
}

// Carried is what a step carries along.
type Carried struct {
	Record int64          // that opens
	With   map[string]any // parameters, or values that rows have
	Input  string         // answer to a station's first question

	kind string // of the screen that opens
}

// The names under which addresses of the app carry things along.
const (
	inputParam = "open"  // first input of a station
	rowsParam  = "where" // filter of a list
)

// Address is the address of the screen that opens, with what is carried along; its
// route is that of the screen's menu entry.
func (c Carried) Address(route string) (string, error) {
	query := url.Values{}
	switch {
	case c.Record != 0:
		return route + "/" + strconv.FormatInt(c.Record, 10), nil
	case c.kind == "station" || c.kind == "custom":
		for key, value := range c.With {
			if value != nil {
				query.Set(key, fmt.Sprint(value))
			}
		}
		if c.Input != "" {
			query.Set(inputParam, c.Input)
		}
	case len(c.With) > 0:
		filter, err := json.Marshal(rowsWith(c.With))
		if err != nil {
			return "", fmt.Errorf("write a filter into an address: %w", err)
		}
		query.Set(rowsParam, string(filter))
	}
	if len(query) == 0 {
		return route, nil
	}
	return route + "?" + query.Encode(), nil
}

// rowsWith is the filter of the rows that have these values.
func rowsWith(values map[string]any) any {
	type leaf struct {
		Field string `json:"field"`
		Op    string `json:"op"`
		Value any    `json:"value,omitempty"`
	}
	var all []leaf
	for _, field := range slices.Sorted(maps.Keys(values)) {
		if values[field] == nil {
			all = append(all, leaf{Field: field, Op: "null"})
		} else {
			all = append(all, leaf{field, "eq", values[field]})
		}
	}
	return map[string]any{"and": all}
}

// Carry works out what the step carries along; false where its condition does not
// hold or the record that it opens is not known.
func (n *Next) Carry(ctx context.Context, scope expression.Scope) (Carried, bool, error) {
	var c Carried
	c.kind, _, _ = strings.Cut(n.Meta.Opens, ":")
	if n.When != nil {
		if holds, err := n.When.Holds(ctx, scope); err != nil || !holds {
			return c, false, err
		}
	}
	if n.Record != nil {
		id, err := n.Record.Eval(ctx, scope)
		if err != nil || id == nil {
			return c, false, err
		}
		c.Record, _ = id.(int64)
	}
	if n.Input != nil {
		text, err := n.Input.Eval(ctx, scope)
		if err != nil {
			return c, false, err
		}
		c.Input, _ = text.(string)
	}
	for _, with := range n.With {
		value, err := with.Value.Eval(ctx, scope)
		if err != nil {
			return c, false, err
		}
		if c.With == nil {
			c.With = map[string]any{}
		}
		c.With[with.Key] = value
	}
	return c, true, nil
}

// Called is what people call a record of the table by its own fields; "" where
// its name is of other records.
func (t *Table) Called(row map[string]any) string {
	for _, path := range t.Label {
		if name, ok := row[path[0].Key].(string); ok && len(path) == 1 {
			return name
		}
	}
	return ""
}
