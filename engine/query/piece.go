package query

import (
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/store"
)

// piece is a stretch of SQL with what its placeholders stand for.
type piece struct {
	text  string
	slots []slot
}

// slot is what a placeholder stands for: a value of the request, by its number,
// or one that is part of the plan.
type slot struct {
	request bool
	number  int
	fixed   any
}

// raw is SQL without placeholders.
func raw(text string) piece { return piece{text: text} }

// placeholder stands for a value of the request.
func placeholder(number int) piece {
	return piece{text: "?", slots: []slot{{request: true, number: number}}}
}

// predicate takes over a condition of access.
func predicate(p access.Predicate) piece { return fixed(p.SQL(), p.Args()) }

// glue joins texts (string) and pieces in order.
func glue(parts ...any) piece {
	var text strings.Builder
	var slots []slot
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			text.WriteString(part)
		case piece:
			text.WriteString(part.text)
			slots = append(slots, part.slots...)
		}
	}
	return piece{text.String(), slots}
}

// list joins pieces with a separator.
func list(separator string, pieces []piece) piece {
	parts := make([]any, 0, 2*len(pieces))
	for i, p := range pieces {
		if i > 0 {
			parts = append(parts, separator)
		}
		parts = append(parts, p)
	}
	return glue(parts...)
}

// every is the conjunction of conditions, each in brackets.
func every(conditions ...piece) piece {
	kept := make([]piece, 0, len(conditions))
	for _, c := range conditions {
		if c.text != "" && c.text != "TRUE" {
			kept = append(kept, glue("(", c, ")"))
		}
	}
	if len(kept) == 0 {
		return raw("TRUE")
	}
	return list(" AND ", kept)
}

// args gives the arguments of the piece; values are those of the request.
func (p piece) args(values []any) []any {
	args := make([]any, len(p.slots))
	for i, s := range p.slots {
		if s.request {
			args[i] = values[s.number]
		} else {
			args[i] = s.fixed
		}
	}
	return args
}

// bound is the piece with values of a request made part of it.
func (p piece) bound(values []any) piece { return fixed(p.text, p.args(values)) }

// fixed is SQL whose arguments are part of the plan.
func fixed(text string, args []any) piece {
	out := piece{text: text}
	for _, arg := range args {
		out.slots = append(out.slots, slot{fixed: arg})
	}
	return out
}

// column names a column of a table under its name in the statement.
func column(alias, key string) string { return alias + "." + store.Quote(key) }
