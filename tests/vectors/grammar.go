package vectors

import (
	"maps"
	"slices"
	"strconv"
)

// grammar makes random expressions of a wanted type. Depth is what may still
// stand below; in a predicate the element is a line.
type grammar struct{ chooser }

func sortedNames(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func (g grammar) expression() string {
	depth := g.random.IntN(5)
	switch g.random.IntN(10) {
	case 0, 1, 2, 3:
		return g.sqlCondition(depth)
	case 4, 5:
		return g.condition(depth, false)
	case 6, 7:
		return g.numeric(depth, false)
	case 8:
		return g.textual(depth, false)
	default:
		return g.dated(depth, false)
	}
}

// sqlCondition stays within what has a SQL form.
func (g grammar) sqlCondition(depth int) string {
	if depth == 0 {
		return g.sqlLeaf()
	}
	l, r := g.sqlCondition(depth-1), g.sqlCondition(depth-1)
	switch g.random.IntN(5) {
	case 0:
		return "not (" + l + ")"
	case 1, 2:
		return "(" + l + " or " + r + ")"
	case 3:
		return "((" + l + ") == (" + r + "))"
	default:
		return "(" + l + " and " + r + ")"
	}
}

func (g grammar) sqlLeaf() string {
	column := g.one("row.a", "row.b", "row.c", "row.d", "row.customer_id", "row.customer_id.limit", "row.customer_id.parent_id.limit")
	compare := " " + g.one("==", "!=", "<", "<=", ">", ">=") + " "
	switch g.random.IntN(11) {
	case 0:
		return g.one("row.urgent", "row.paid", "row.customer_id.active", "not row.urgent", "row.urgent == true", "row.urgent == row.paid")
	case 1:
		return g.one("row.a", "row.note", "row.customer_id", "row.urgent", "row.customer_id.name", "user.limit", "(row.a + row.c)") + g.one(" == nil", " != nil")
	case 2:
		return g.one("row.note", "row.code", "row.customer_id.name") + compare + g.one("row.note", "row.status", "user.status", g.quoted())
	case 3:
		return g.one("row.due", "row.until", "row.customer_id.since") + compare + g.one("row.due", "user.since", "'"+g.date()+"'", "dateAdd(user.since, 1)")
	case 4:
		return "row.at" + compare + g.one("user.at", "'"+g.instant()+"'")
	case 5:
		return column + g.one(" in ", " not in ") + "[" + g.literal() + ", " + g.literal() + ", " + g.one("row.a", "user.limit", "nil", g.literal()) + "]"
	case 6:
		return g.one("row.status in ['draft', 'closed']", "row.note in tags", "row.a in user.ids", "row.code not in tags", "row.note in [row.code, 'a']", "user.status in tags")
	default:
		return g.sqlNumber(2) + compare + g.sqlNumber(1)
	}
}

func (g grammar) sqlNumber(depth int) string {
	if depth == 0 || g.random.IntN(3) == 0 {
		return g.one("row.a", "row.b", "row.c", "row.d", "row.customer_id", "row.customer_id.limit", "user.limit", "user.customer_id", g.literal(), g.literal())
	}
	l, r := g.sqlNumber(depth-1), g.sqlNumber(depth-1)
	switch g.random.IntN(5) {
	case 0:
		// one product, so that the numbers stay within 64 bits
		return "(" + g.one("row.a", "row.b", g.number(1).String()) + " * " + g.sqlNumber(0) + ")"
	case 1:
		return "(-" + l + ")"
	default:
		return "(" + l + g.one(" + ", " - ") + r + ")"
	}
}

func (g grammar) quoted() string { return strconv.Quote(g.text()) }

func (g grammar) literal() string { return g.number(g.random.IntN(5)).String() }

func (g grammar) condition(depth int, line bool) string {
	if depth == 0 {
		return g.shallowCondition(line)
	}
	d := depth - 1
	compare := " " + g.one("==", "!=", "<", "<=", ">", ">=") + " "
	switch g.random.IntN(12) {
	case 0:
		return "not (" + g.condition(d, line) + ")"
	case 1:
		return "(" + g.condition(d, line) + " and " + g.condition(d, line) + ")"
	case 2:
		return "(" + g.condition(d, line) + " or " + g.condition(d, line) + ")"
	case 3:
		return g.one("any", "all") + "(lines, " + g.condition(d, true) + ")"
	case 4:
		return "iif(" + g.condition(d, line) + ", " + g.condition(d, line) + ", " + g.condition(d, line) + ")"
	case 5:
		return "(" + g.textual(d, line) + compare + g.textual(d, line) + ")"
	case 6:
		return "(" + g.dated(d, line) + compare + g.dated(d, line) + ")"
	case 7:
		return "(" + g.textual(d, line) + g.one(" contains ", " startsWith ", " endsWith ", " not contains ") + g.textual(d, line) + ")"
	case 8:
		return "(" + g.numeric(d, line) + g.one(" in ", " not in ") + g.one("map(lines, .qty)", "user.ids", "["+g.numeric(d, line)+"]", "row.extra.l") + ")"
	case 9:
		return "(" + g.one(g.numeric(d, line), g.textual(d, line), g.condition(d, line)) + g.one(" == nil", " != nil") + ")"
	default:
		return "(" + g.numeric(d, line) + compare + g.numeric(d, line) + ")"
	}
}

func (g grammar) shallowCondition(line bool) string {
	if line {
		return g.one(".ok", ".qty > 0", ".name in tags", "# != nil")
	}
	return g.one("true", "false", "row.urgent", "row.paid", "row.customer_id.active", "row.extra.b", "row.extra.n == row.a", "row.extra.t == row.note")
}

func (g grammar) numeric(depth int, line bool) string {
	if depth == 0 {
		return g.shallowNumber(line)
	}
	d := depth - 1
	a, b := g.numeric(d, line), g.numeric(d, line)
	switch g.random.IntN(16) {
	case 0:
		return "div(" + a + ", " + b + ", " + g.one("0", "1", "3", "6") + ")"
	case 1:
		return "round(" + a + g.one(")", ", 0)", ", 1)", ", 2)")
	case 2:
		return g.one("abs", "-abs", "number") + "(" + a + ")"
	case 3:
		return "number(" + g.textual(d, line) + ")"
	case 4:
		return g.one("min", "max") + "(" + a + ", " + b + ")"
	case 5:
		return "mod(" + a + ", " + b + ")"
	case 6:
		return "sum(lines, " + g.numeric(d, true) + ")"
	case 7:
		return "count(lines, " + g.condition(d, true) + ")"
	case 8:
		return "(" + a + " ?? " + b + ")"
	case 9:
		return "(" + g.condition(d, line) + " ? " + a + " : " + b + ")"
	case 10:
		return g.one("len(lines)", "count(lines)", "sum(map(lines, .qty))", "max(map(lines, .price))", "len("+g.textual(d, line)+")")
	case 11:
		return g.one("dateDiff("+g.dated(d, line)+", "+g.dated(d, line)+")", "year("+g.dated(d, line)+")", "day("+g.dated(d, line)+")")
	default:
		return "(" + a + g.one(" + ", " - ", " * ") + b + ")"
	}
}

func (g grammar) shallowNumber(line bool) string {
	if line {
		return g.one(".qty", ".price", g.literal(), "row.a")
	}
	return g.one("row.a", "row.b", "row.c", "row.d", "row.customer_id", "row.customer_id.limit", "row.customer_id.parent_id.parent_id.limit",
		"lines[0].qty", "row.extra.n", g.literal(), g.literal())
}

func (g grammar) textual(depth int, line bool) string {
	if depth == 0 {
		if line {
			return g.one(".name", g.quoted())
		}
		return g.one("row.note", "row.code", "row.customer_id.name", "tags[0]", "text(row.status)", "row.extra.t", g.quoted())
	}
	d := depth - 1
	a, b := g.textual(d, line), g.textual(d, line)
	switch g.random.IntN(7) {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "concat(" + a + ", " + g.one(g.numeric(d, line), g.dated(d, line), g.condition(d, line)) + ")"
	case 2:
		return g.one("upper", "lower", "trim") + "(" + a + ")"
	case 3:
		return "text(" + g.one(g.numeric(d, line), g.condition(d, line), "row.at") + ")"
	case 4:
		return "coalesce(" + a + ", " + b + ")"
	case 5:
		return g.one("min", "max") + "(" + a + ", " + b + ")"
	default:
		return "iif(" + g.condition(d, line) + ", " + a + ", " + b + ")"
	}
}

func (g grammar) dated(depth int, line bool) string {
	if depth == 0 {
		if line {
			return ".due"
		}
		return g.one("row.due", "row.until", "row.customer_id.since", "user.since")
	}
	d := depth - 1
	switch g.random.IntN(4) {
	case 0:
		return "dateAdd(" + g.dated(d, line) + ", " + g.one("1", "-31", "366", "row.a") + ")"
	case 1:
		return "coalesce(" + g.dated(d, line) + ", '" + g.date() + "')"
	case 2:
		return "max(" + g.dated(d, line) + ", " + g.dated(d, line) + ")"
	default:
		return "iif(" + g.condition(d, line) + ", " + g.dated(d, line) + ", '" + g.date() + "')"
	}
}
