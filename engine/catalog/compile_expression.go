package catalog

import (
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

func number(i int) string { return strconv.Itoa(i) }

// tableExpressions compiles what tables say in expressions.
func (c *compiler) tableExpressions() {
	for _, t := range meta.Sorted(c.rel.Tables) {
		o := &t.Meta.Object
		envs := fieldEnvs{base: c.rel.recordVars(t), record: edited(t)}
		for i := range t.Meta.Fields {
			f := t.byKey[t.Meta.Fields[i].Key]
			path := "fields/" + number(i)
			c.fieldExpressions(o, path, f, envs)
			c.virtual(o, path, f)
			f.CodeRule = c.codeRule(t, f)
		}
		c.constraints(o, t)
	}
}

// virtual refuses a value over lines that is worked out on every reading.
func (c *compiler) virtual(o *meta.Object, path string, f *Field) {
	if !f.Virtual || f.Computed == nil {
		return
	}
	for _, ref := range f.Computed.Refs() {
		if !strings.HasPrefix(ref, rowName+".") && !strings.HasSuffix(ref, "()") {
			c.problem(o, path+"/computed", "meta.computed_not_stored", "name", ref)
			return
		}
	}
}

// constraints compiles the conditions that the database keeps, and the one of
// what is offered.
func (c *compiler) constraints(o *meta.Object, t *Table) {
	t.Offered = c.program(o, "offered", t.Meta.Offered, c.rel.RowEnv(t), expression.Bool)
	for i, u := range t.Uniques {
		u.Where = c.ownColumns(o, "unique/"+number(i)+"/where", t, t.Meta.Unique[i].Where)
		u.Name = constraintName(t, u.Key, UniqueSuffix, definition(t, u.Fields, u.Distinct, u.Where))
	}
	for i, x := range t.Indexes {
		x.Where = c.ownColumns(o, "indexes/"+number(i)+"/where", t, t.Meta.Indexes[i].Where)
		x.Name = constraintName(t, x.Key, IndexSuffix, definition(t, x.Fields, true, x.Where))
	}
	for i, k := range t.Checks {
		k.That = c.ownColumns(o, "checks/"+number(i)+"/that", t, t.Meta.Checks[i].That)
		k.Name = constraintName(t, k.Key, CheckSuffix, condition(t.Fields, k.That))
	}
}

// ownColumns compiles a condition over the columns of one row and nothing else.
func (c *compiler) ownColumns(o *meta.Object, path string, t *Table, source meta.Expression) *expression.Program {
	env := c.rel.env(vars{rowName: expression.Record{Of: t.shape}}, expression.Server|expression.SQL)
	p := c.program(o, path, source, env, expression.Bool)
	if p == nil {
		return nil
	}
	for _, ref := range p.Refs() {
		name, isField := strings.CutPrefix(ref, rowName+".")
		f, known := t.byKey[name]
		if !isField || !known || f.Virtual {
			c.problem(o, path, "meta.not_own_column", "name", ref)
		}
	}
	return p
}

// codeRule compiles the code rule of a field over the records of its table.
func (c *compiler) codeRule(t *Table, f *Field) *CodeRule {
	m, ok := c.model.CodeRules[f.Meta.CodeRule]
	if !ok {
		return nil
	}
	env := c.rel.env(c.rel.recordVars(t), expression.Server)
	rule := &CodeRule{Key: m.Key, Meta: m}
	for i := range m.Parts {
		part := CodePart{Meta: &m.Parts[i]}
		path := "parts/" + number(i)
		part.Value = c.program(&m.Object, path+"/value", m.Parts[i].Value, env, nil)
		if seq := m.Parts[i].Seq; seq != nil {
			for j, scope := range seq.Scope {
				part.Scope = append(part.Scope, c.program(&m.Object, path+"/seq/scope/"+number(j), scope, env, nil))
			}
		}
		rule.Parts = append(rule.Parts, part)
	}
	return rule
}
