package query

import (
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// ledBy holds for the records that some of a table lead on to, all of them.
func ledBy(lead *catalog.Code, through []int64) *Filter {
	return &Filter{Field: "id", Op: In, Value: through, led: lead}
}

// leading is what leads on to records, with the condition on its rows.
type leading struct {
	by    *catalog.Code
	where piece
}

func (r *resolver) leading(lead *catalog.Code) (*leading, error) {
	l := &leading{by: lead, where: raw("TRUE")}
	if lead.Where == nil {
		return l, nil
	}
	var err error
	l.where, err = conditionOf(r.ctx, lead.Where, r.rights, l.rows())
	return l, err
}

// rows is the table whose rows lead on, under its name in the statement.
func (l *leading) rows() *joined { return &joined{table: l.by.By, alias: "led"} }

// leads selects what the rows lead on to that refer to one of the operands, as far as
// the actor sees those rows and may read both references.
func (l *leaf) leads(s *source, dialect store.Dialect) piece {
	inner := &source{rights: s.rights, root: l.led.rows()}
	through := &leaf{to: target{path: catalog.Path{l.led.by.Field}}, op: In, operands: l.operands}
	of := inner.fieldOf(inner.root, l.led.by.Of)
	where := every(inner.rows(), through.write(inner, dialect), of.guarded(raw("TRUE")), l.led.where)
	return glue("SELECT ", of.plain(), " FROM "+l.led.by.By.From()+" AS "+inner.root.alias+" WHERE ", where)
}
