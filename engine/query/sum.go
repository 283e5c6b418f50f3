package query

import (
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// sumUnit splits the values that SQLite sums: it stops at 64 bits, which the sum
// of many large figures leaves.
const sumUnit = 1_000_000_000

// longestNumber is how many digits a JSON number keeps exactly; a longer total is
// a string.
const longestNumber = 15

// summed is a sum in a statement: one column on PostgreSQL, two on SQLite.
type summed struct {
	name  string
	at    int
	scale int
}

// sums writes the statement of the sums.
func (p *planner) sums(made *plan, names []string) error {
	source, chosen := newSource(p.rights, p.table), &selection{}
	for i, name := range names {
		to, ok := pathOf(p.table, name)
		switch {
		case !ok:
			return on(unknownField(name), "sums", i)
		case !summable(to.field()):
			return on(invalid("not_number", "field", clip(name)), "sums", i)
		case slices.Contains(names[:i], name):
			continue
		}
		if ref := source.column(to); !ref.never {
			at := addSum(chosen, ref.value(), p.dialect)
			made.summed = append(made.summed, summed{name, at, to.field().Scale})
		}
	}
	if len(made.summed) == 0 {
		return nil
	}
	where, err := p.conditions(source)
	if err != nil {
		return err
	}
	made.moves, made.wide = made.moves || source.moves, len(chosen.columns)
	made.sums, err = written(source.read(chosen.columns, where))
	return err
}

// summable reports whether a field's values add up to something.
func summable(field *catalog.Field) bool {
	return field.Family() == meta.FamilyFigure && field.InSQL() && !field.System
}

// addSum selects a sum that is exact whatever its size.
func addSum(chosen *selection, value piece, dialect store.Dialect) int {
	if dialect == store.Postgres {
		return chosen.add(glue("CAST(sum(", value, ") AS text)"))
	}
	unit := strconv.Itoa(sumUnit)
	at := chosen.add(glue("sum((", value, ") / "+unit+")"))
	chosen.add(glue("sum((", value, ") % "+unit+")"))
	return at
}

// sumOf reads a sum; without values it is zero.
func sumOf(cells []any, at, scale int) decimal.Decimal {
	var sum decimal.Decimal
	switch v := cells[at].(type) {
	case string:
		sum, _ = decimal.NewFromString(v)
	case int64:
		rest, _ := cells[at+1].(int64)
		sum = decimal.NewFromInt(v).Mul(decimal.NewFromInt(sumUnit)).Add(decimal.NewFromInt(rest))
	}
	return sum.Shift(-int32(scale))
}

// appendTotal writes a total with exact digits.
func appendTotal(dst []byte, n decimal.Decimal) []byte {
	text := n.String()
	digits := 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	if digits > longestNumber {
		return catalog.AppendString(dst, text)
	}
	return append(dst, text...)
}
