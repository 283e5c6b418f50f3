package catalog

import (
	"slices"
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
			c.brings(o, path+"/brings", t, f)
			c.virtual(o, path, f)
			c.rollup(o, path, f)
			f.CodeRule = c.codeRule(t, f)
		}
		c.constraints(o, t)
		c.locks(o, t)
	}
	c.keepsRollups()
}

// locks ties what a table locks to the tables of the locked records.
func (c *compiler) locks(o *meta.Object, by *Table) {
	for i := range by.Meta.Locks {
		m := &by.Meta.Locks[i]
		of := c.rel.Tables[m.Of]
		names := c.rel.rowVars(by).with(recordName, expression.Record{Of: edited(of)})
		env := c.rel.env(names, expression.Server|expression.SQL)
		of.Locks = append(of.Locks, &Lock{
			By: by, Fields: of.fields(m.Fields), Message: m.Message,
			Where: c.program(o, "locks/"+number(i)+"/where", m.Where, env, expression.Bool),
		})
	}
}

// brings compiles what choosing a record fills in; row is the chosen one.
func (c *compiler) brings(o *meta.Object, path string, t *Table, f *Field) {
	m := f.Meta.Brings
	if m == nil {
		return
	}
	names := c.rel.recordVars(f.To)
	f.Brings = &Brings{With: c.withs(o, path+"/with", m.With, t, names)}
	if m.Lines == nil {
		return
	}
	path += "/lines"
	f.Brings.Set, _ = t.Document.Set(m.Lines.Set)
	f.Brings.For = c.program(o, path+"/for", m.Lines.For, c.rel.env(names, expression.Server), nil)
	if f.Brings.For == nil {
		return
	}
	list, ok := f.Brings.For.Type().(expression.List)
	if !ok {
		c.problem(o, path+"/for", "meta.not_a_list", "got", f.Brings.For.Type().String())
		return
	}
	f.Brings.Lines = c.withs(o, path+"/with", m.Lines.With, f.Brings.Set.Table, names.with(lineName, list.Of))
}

// withs compiles what fields of a table become.
func (c *compiler) withs(o *meta.Object, path string, sources map[string]meta.Expression, t *Table, names vars) []With {
	var list []With
	for key, source := range meta.Sorted(sources) {
		value := c.program(o, path+"/"+key, source, c.rel.env(names, expression.Server), t.byKey[key].ExpressionType())
		list = append(list, With{Key: key, Value: value})
	}
	return list
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
	if known := t.Meta.Known; known != nil {
		t.Known = c.program(o, "known/rows", known.Rows, c.rel.RowEnv(t), expression.Bool)
	}
	for _, lead := range t.Leads {
		i := slices.IndexFunc(lead.By.Meta.Codes, func(m meta.Code) bool { return m.Key == lead.Field.Key && m.Of == lead.Of.Key })
		lead.Where = c.program(&lead.By.Meta.Object, "codes/"+number(i)+"/where", lead.By.Meta.Codes[i].Where, c.rel.RowEnv(lead.By), expression.Bool)
	}
	for i, u := range t.Uniques {
		u.Where = c.ownColumns(o, "unique/"+number(i)+"/where", t, t.Meta.Unique[i].Where)
		u.Name = constraintName(t, u.Key, UniqueSuffix, definition(t, u.Fields, u.Distinct, u.Where))
	}
	for i, x := range t.Indexes {
		x.Where = c.ownColumns(o, "indexes/"+number(i)+"/where", t, t.Meta.Indexes[i].Where)
		x.Name = constraintName(t, x.Key, IndexSuffix, definition(t, x.Fields, true, x.Where))
	}
	for i, k := range t.Checks {
		k.Must = c.ownColumns(o, "checks/"+number(i)+"/must", t, t.Meta.Checks[i].Must)
		k.Name = constraintName(t, k.Key, CheckSuffix, condition(t.Fields, k.Must))
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
		for _, program := range append(slices.Clone(part.Scope), part.Value) {
			if program != nil {
				rule.Settings = append(rule.Settings, program.Named("setting")...)
			}
		}
	}
	slices.Sort(rule.Settings)
	rule.Settings = slices.Compact(rule.Settings)
	return rule
}
