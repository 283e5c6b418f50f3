package catalog

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// departmentTable is the table of the engine's own metadata that an actor's
// department_id refers to.
const departmentTable = "department"

// The names that expressions see. A line sees the record of its head as head.
// Each line set stands under its own key.
const (
	rowName    = "row"    // the record, or the head of a document
	oldName    = "old"    // the record before the change; null when it is new
	headName   = "head"   // of a line: the record of its head
	recordName = "record" // where of a reference: the record being edited; of a line, with what it lacks from its head
	lineName   = "line"   // the element of an effect's list
	valueName  = "value"  // the value that a rule judges
	paramsName = "params"
	cellName   = "cell" // of a mapping: the cells of a row by header
	ctxName    = "ctx"  // of a station: what its session knows
	userName   = "user"
)

// The names that a figure reckoned from others sees.
const (
	FiguresName = "figures"
	TotalsName  = "totals"
	DaysName    = "days"
)

// vars is a set of names.
type vars map[string]expression.Type

// with gives the set with one name more.
func (v vars) with(name string, t expression.Type) vars {
	more := make(vars, len(v)+1)
	for key, known := range v {
		more[key] = known
	}
	more[name] = t
	return more
}

// env makes an environment of names for some targets.
func (r *Release) env(v vars, targets expression.Target) expression.Env {
	return expression.Env{Vars: v, Functions: r.Functions, Targets: targets}
}

// userVars are the names without any record.
func (r *Release) userVars() vars { return vars{userName: r.user} }

// rowVars are the names with a record of a table alone, as in SQL.
func (r *Release) rowVars(t *Table) vars {
	return r.userVars().with(rowName, expression.Record{Of: t.shape})
}

// recordVars are the names with a record and what belongs to it.
func (r *Release) recordVars(t *Table) vars {
	v := r.rowVars(t).with(oldName, expression.Record{Of: t.shape})
	if t.Head != nil {
		v = v.with(headName, expression.Record{Of: t.Head.shape})
	}
	for _, set := range t.Sets {
		v = v.with(set.Key, expression.List{Of: expression.Record{Of: set.Table.shape}})
	}
	return v
}

// RowEnv is the environment of a condition that becomes SQL over the rows of a
// table, such as the rows of a role: row and user.
func (r *Release) RowEnv(t *Table) expression.Env {
	return r.env(r.rowVars(t), expression.Server|expression.SQL)
}

// RecordEnv is the environment of a condition on one record that is judged on
// the server, such as the check of a role: row, old, head, lines and user.
func (r *Release) RecordEnv(t *Table) expression.Env {
	return r.env(r.recordVars(t), expression.Server)
}

// paramsOf describes parameters.
func paramsOf(fields []*Field) expression.Type {
	shape := expression.Shape{Key: paramsName, Fields: map[string]expression.Type{}}
	for _, f := range fields {
		shape.Fields[f.Key] = f.ExpressionType()
	}
	return expression.Record{Of: shape}
}

// makeUser describes the facts about the actor: those of every actor, where he
// works, the owner of each user type and what the levels of settings go by.
func (c *compiler) makeUser() {
	fields := map[string]expression.Type{
		"id": expression.Int, "account": expression.Text, "true_name": expression.Text, "user_type": expression.Text,
		"language": expression.Text, "department_id": c.referenceTo(departmentTable),
	}
	fields["place_id"] = expression.Int
	if where := c.model.WorkingPlace(); where != nil {
		fields["place_id"] = c.referenceTo(where.Table)
	}
	for _, level := range c.rel.Levels {
		if level.Field != "" {
			fields[level.Field] = expression.Int
		}
	}
	for _, userType := range c.rel.UserTypes {
		if userType.Owner != nil {
			fields[userType.Owner.Field] = c.referenceTo(userType.Owner.Table)
		}
	}
	c.rel.user = expression.Record{Of: expression.Shape{Key: userName, Fields: fields}}
}

func (c *compiler) referenceTo(table string) expression.Type {
	if t, ok := c.rel.Tables[table]; ok {
		return expression.Reference{To: t.shape}
	}
	return expression.Int
}

// editedShape is the record being edited as the choice of a reference sees it: a
// line, with what it lacks from its head.
type editedShape struct{ line, head expression.Table }

func edited(t *Table) expression.Table {
	if t.Head == nil {
		return t.shape
	}
	return editedShape{t.shape, t.Head.shape}
}

func (s editedShape) Name() string { return s.line.Name() }

func (s editedShape) Field(name string) (expression.Type, bool) {
	if t, ok := s.line.Field(name); ok {
		return t, true
	}
	return s.head.Field(name)
}

func (s editedShape) FieldNames() []string {
	return append(s.line.FieldNames(), s.head.FieldNames()...)
}

// fieldEnvs are the environments of the expressions of a field.
type fieldEnvs struct {
	base   vars             // names of its default, computed value and rules
	record expression.Table // record being edited, for the choice of a reference
}

// fieldExpressions compiles the expressions of a field at a path of an object.
func (c *compiler) fieldExpressions(o *meta.Object, path string, f *Field, envs fieldEnvs) {
	env := c.rel.env(envs.base, expression.Server)
	f.Default = c.program(o, path+"/default", f.Meta.Default, env, f.ExpressionType())
	f.Computed = c.program(o, path+"/computed", f.Meta.Computed, env, f.ExpressionType())
	c.choice(o, path, f, envs)
	judged := c.rel.env(envs.base.with(valueName, f.ExpressionType()), expression.Server)
	for i, rule := range f.Meta.Rules {
		at := path + "/rules/" + number(i) + "/must"
		f.Rules = append(f.Rules, Rule{Must: c.program(o, at, rule.Must, judged, expression.Bool), Message: rule.Message})
	}
}

// choice compiles which records a reference may choose.
func (c *compiler) choice(o *meta.Object, path string, f *Field, envs fieldEnvs) {
	if f.Item != nil {
		c.choice(o, path, f.Item, envs)
	}
	if f.To == nil {
		return
	}
	v := c.rel.rowVars(f.To)
	if envs.record != nil {
		v = v.with(recordName, expression.Record{Of: envs.record})
	}
	f.Where = c.program(o, path+"/where", f.Meta.Where, c.rel.env(v, expression.Server|expression.SQL), expression.Bool)
	if f.Where != nil {
		f.Fits = f.Where.Part(readsRecord)
	}
}

// readsRecord reports whether a condition speaks of the record being edited.
func readsRecord(refs []string) bool {
	return slices.ContainsFunc(refs, func(path string) bool { return strings.HasPrefix(path, recordName+".") })
}
