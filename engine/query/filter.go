package query

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// The limits of a filter.
const (
	MaxNodes  = 50   // nodes of the tree
	MaxHops   = 3    // references followed in one path
	MaxValues = 1000 // values of one list
)

// Filter is a condition on records: a tree of and, or and not whose leaves
// compare a field, or a field behind references, with a value. Exactly one of
// And, Or, Not and Field is used. The zero Filter holds for every record.
type Filter struct {
	And   []*Filter
	Or    []*Filter
	Not   *Filter
	Field string // "customer_id.name"
	Op    Operator
	Value any // a decoded JSON value, or the value of a Row

	led    *catalog.Code // not Field is compared with Value, but what leads on to it; nil: Field is
	root   string        // what the request calls the tree; "" is "filter"
	isOr   bool          // or, even when it has no parts
	parent *Filter
	member string // "and", "or" or "not" of the parent
	index  int    // within it
}

// Operator compares a field with a value.
type Operator string

// The operators of a filter. Like is "contains" and Starts "begins with"; on
// fields marked search both disregard case, accents and width. Between includes
// both ends. A comparison with null is false, but Eq and Ne with a null value ask
// for null itself. On a list of references Eq, Ne, In, Nin and Every ask which
// records it names: this one, not this one, one of these, none of these, all.
const (
	Eq      Operator = "eq"
	Ne      Operator = "ne"
	Lt      Operator = "lt"
	Le      Operator = "le"
	Gt      Operator = "gt"
	Ge      Operator = "ge"
	In      Operator = "in"
	Nin     Operator = "nin"
	Like    Operator = "like"
	Starts  Operator = "starts"
	Null    Operator = "null"
	NotNull Operator = "notnull"
	Between Operator = "between"
	Every   Operator = "all"
)

// Is compares a field; value is that of a Row, or a list of those for In, Nin and
// Between.
func Is(field string, op Operator, value any) *Filter {
	return &Filter{Field: field, Op: op, Value: value}
}

// All holds when every part does; without parts always.
func All(parts ...*Filter) *Filter { return &Filter{And: parts} }

// Any holds when one part does; without parts never.
func Any(parts ...*Filter) *Filter { return &Filter{Or: parts, isOr: true} }

// ParseFilter reads the filter of a request; nil for none. Every fault is
// Invalid and names the place: query.bad_filter, query.too_many_nodes.
func ParseFilter(raw json.RawMessage) (*Filter, error) { return parseTree(raw, "filter") }

func parseTree(raw json.RawMessage, root string) (*Filter, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, fault.New(fault.Invalid, "query.bad_filter").On(root).Because(err)
	}
	p := filterParser{root: root}
	f := &Filter{root: root}
	if err := p.node(f, tree); err != nil {
		return nil, err
	}
	return f, nil
}

// filterParser counts the nodes it reads.
type filterParser struct {
	root  string
	nodes int
}

func (p *filterParser) node(f *Filter, tree any) error {
	if p.nodes++; p.nodes > MaxNodes {
		return fault.New(fault.Invalid, "query.too_many_nodes", "max", MaxNodes).On(p.root)
	}
	members, ok := tree.(map[string]any)
	if !ok {
		return f.bad()
	}
	if _, leaf := members["field"]; leaf {
		return f.leaf(members)
	}
	if len(members) > 1 {
		return f.bad()
	}
	for name, value := range members {
		return p.branch(f, name, value)
	}
	return nil
}

// branch reads an and, or or not.
func (p *filterParser) branch(f *Filter, name string, value any) error {
	switch parts, isList := value.([]any); {
	case name == "not":
		f.Not = &Filter{parent: f, member: name, index: -1}
		return p.node(f.Not, value)
	case name == "and" && isList:
		return p.parts(f, &f.And, name, parts)
	case name == "or" && isList:
		f.isOr = true
		return p.parts(f, &f.Or, name, parts)
	}
	return f.bad()
}

func (p *filterParser) parts(f *Filter, into *[]*Filter, name string, parts []any) error {
	for i, part := range parts {
		child := &Filter{parent: f, member: name, index: i}
		*into = append(*into, child)
		if err := p.node(child, part); err != nil {
			return err
		}
	}
	return nil
}

// leaf reads {field, op, value}.
func (f *Filter) leaf(members map[string]any) error {
	for name, value := range members {
		text, isText := value.(string)
		switch {
		case name == "field" && isText:
			f.Field = text
		case name == "op" && isText:
			f.Op = Operator(text)
		case name == "value":
			f.Value = value
		default:
			return f.bad()
		}
	}
	if f.Field == "" || f.Op == "" {
		return f.bad()
	}
	return nil
}

// bad refuses a node that has no meaning.
func (f *Filter) bad() error { return fault.New(fault.Invalid, "query.bad_filter").On(f.place("")) }

// place names the node in the request, as "filter.and[1].value".
func (f *Filter) place(member string) string {
	text := cmp.Or(f.root, "filter")
	if f.parent != nil {
		text = f.parent.place("") + "." + f.member
		if f.index >= 0 {
			text += "[" + strconv.Itoa(f.index) + "]"
		}
	}
	if member != "" {
		text += "." + member
	}
	return text
}

// isLeaf reports whether the node compares a field.
func (f *Filter) isLeaf() bool { return f.Field != "" }

// leaves visits the leaves from left to right.
func (f *Filter) leaves(visit func(*Filter) error) error {
	if f == nil {
		return nil
	}
	if f.isLeaf() {
		return visit(f)
	}
	for _, parts := range [][]*Filter{f.And, f.Or} {
		for _, part := range parts {
			if err := part.leaves(visit); err != nil {
				return err
			}
		}
	}
	return f.Not.leaves(visit)
}
