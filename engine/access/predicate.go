package access

import "strings"

// Alias is the name that a table bears in predicates made without another one.
const Alias = "t0"

// Predicate is a condition on the rows of a table. The zero Predicate holds for
// no row.
type Predicate struct {
	all  bool
	text string
	args []any
}

// everything holds for every row.
func everything() Predicate { return Predicate{all: true} }

func condition(text string, args ...any) Predicate { return Predicate{text: text, args: args} }

// All reports whether it holds for every row.
func (p Predicate) All() bool { return p.all }

// Never reports whether it holds for no row.
func (p Predicate) Never() bool { return !p.all && p.text == "" }

// SQL gives the condition in brackets, ready to be joined with others by AND.
// It is never empty.
func (p Predicate) SQL() string {
	switch {
	case p.all:
		return "TRUE"
	case p.text == "":
		return "FALSE"
	}
	return "(" + p.text + ")"
}

// Args are the arguments of the placeholders in SQL.
func (p Predicate) Args() []any { return p.args }

// And narrows the predicate by another one.
func (p Predicate) And(other Predicate) Predicate {
	switch {
	case p.all:
		return other
	case other.all:
		return p
	case p.Never() || other.Never():
		return Predicate{}
	}
	return joined(" AND ", p, other)
}

// anyOf holds where one of the predicates does.
func anyOf(predicates []Predicate) Predicate {
	var kept []Predicate
	for _, p := range predicates {
		if p.all {
			return p
		}
		if !p.Never() && !contains(kept, p) {
			kept = append(kept, p)
		}
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return joined(" OR ", kept...)
}

func joined(with string, predicates ...Predicate) Predicate {
	texts := make([]string, len(predicates))
	var args []any
	for i, p := range predicates {
		texts[i], args = p.SQL(), append(args, p.args...)
	}
	return condition(strings.Join(texts, with), args...)
}

// contains finds the same condition, which several roles often share.
func contains(predicates []Predicate, p Predicate) bool {
	for _, known := range predicates {
		if known.Equal(p) {
			return true
		}
	}
	return false
}

// Equal reports whether two predicates are the same condition, word for word.
func (p Predicate) Equal(other Predicate) bool {
	if p.all != other.all || p.text != other.text || len(p.args) != len(other.args) {
		return false
	}
	for i, arg := range p.args {
		if arg != other.args[i] {
			return false
		}
	}
	return true
}
