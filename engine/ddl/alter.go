package ddl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// alter plans changes in place. SQLite gets only new columns this way, and columns whose
// values mean another type as they are.
func (d *differ) alter(w *table, ch *changes) {
	step := func(class Class, name string, statements ...string) {
		d.tables = append(d.tables, d.locking(Step{Class: class, Apart: ch.breaksOthers(), Table: w.of.Key, Name: name, SQL: statements}, store.AgainstAll))
	}
	d.unkey(w, ch)
	for _, name := range ch.oldChecks {
		step(Safe, name, alter(w, "DROP CONSTRAINT "+store.Quote(name)))
	}
	for _, name := range ch.loosened {
		step(Safe, name, append(d.unfill(w, name), alter(w, "ALTER COLUMN "+store.Quote(name)+" DROP NOT NULL"))...)
	}
	for _, name := range ch.dropped {
		gone := Step{Class: Safe, Table: w.of.Key, Name: name, SQL: []string{alter(w, "DROP COLUMN "+store.Quote(name))}}
		d.tables = append(d.tables, d.locking(gone, store.AgainstAll, targets(d.live[w.of.Key], name)...))
	}
	for _, c := range ch.added {
		d.tables = append(d.tables, d.add(w, c))
		end := ""
		if c.initial == "" {
			end = unread
		}
		d.foreignKey(w, c, end)
	}
	for _, c := range ch.converted {
		step(Online, c.name, d.inPlace(w, c)...)
	}
	d.refold(w, ch)
	for _, c := range ch.tightened {
		made := d.tighten(w, c)
		made.Apart = ch.breaksOthers()
		d.tables = append(d.tables, d.locking(made, store.AgainstAll))
	}
	for _, k := range ch.newChecks {
		step(Online, k.name, alter(w, "ADD "+k.definition()))
	}
}

// unread has PostgreSQL take a condition of a new column without reading the rows, which
// are all empty there; they would be read while the table is locked. New rows are held to
// the condition like any.
const unread = " NOT VALID"

// add plans a new column with its range check; rows that are there take its
// initial value. One that must be filled keeps that as its default, by which programs that
// do not know it go on writing.
func (d *differ) add(w *table, c column) Step {
	if c.copies != "" {
		return d.addCopy(w, c)
	}
	text := "ADD COLUMN " + c.definition()
	if c.initial != "" {
		text += " DEFAULT " + c.initial
	}
	if d.dialect == store.SQLite {
		text += c.references()
	}
	bare := c.initial == "" && d.dialect == store.Postgres
	if c.scaled && !bare {
		text += " " + rangeCheck(w.of, c).definition()
	}
	apart := c.required && c.initial == ""
	step := Step{Class: Safe, Apart: apart, Table: w.of.Key, Name: c.name, Lost: d.lost(w.of.Key, c.name), SQL: []string{alter(w, text)}}
	if c.scaled && bare {
		step.SQL = append(step.SQL, alter(w, "ADD "+rangeCheck(w.of, c).definition()+unread))
	}
	if c.initial != "" && !c.required && d.dialect == store.Postgres {
		step.SQL = append(step.SQL, alter(w, "ALTER COLUMN "+store.Quote(c.name)+" DROP DEFAULT"))
	}
	if c.folds != nil {
		step.Class, step.fold = Online, &fold{w.of, c.folds}
	}
	return d.locking(step, store.AgainstAll)
}

// addCopy plans a new column that takes the values of another on PostgreSQL; SQLite rebuilds
// the table.
func (d *differ) addCopy(w *table, c column) Step {
	filled := c
	filled.required = false
	return d.locking(Step{Class: Online, Apart: true, Table: w.of.Key, Name: c.name, SQL: []string{
		alter(w, "ADD COLUMN "+filled.definition()), c.fillIn(w), alter(w, "ALTER COLUMN "+store.Quote(c.name)+" SET NOT NULL"),
	}}, store.AgainstAll)
}

// inPlace converts a column on PostgreSQL; SQLite rebuilds the table.
func (d *differ) inPlace(w *table, c converted) (statements []string) {
	name := store.Quote(c.name)
	if check := scaleName(w.of.Key, c.name, c.from.Scale); slices.Contains(d.live[w.of.Key].Checks, check) {
		statements = append(statements, alter(w, "DROP CONSTRAINT "+store.Quote(check)))
	}
	statements = append(statements, d.unfill(w, c.name)...)
	if c.retype {
		statements = append(statements, alter(w, "ALTER COLUMN "+name+" TYPE "+c.kind+" USING NULL"))
	}
	if c.value != "" {
		statements = append(statements, fmt.Sprintf("UPDATE %s SET %s = %s", store.Quote(w.of.Key), name, c.value))
	}
	if c.scaled {
		statements = append(statements, alter(w, "ADD "+rangeCheck(w.of, c.column).definition()))
	}
	return statements
}

// refold plans to fold anew what changed while nobody folded it.
func (d *differ) refold(w *table, ch *changes) {
	for _, c := range ch.refolded {
		empty := fmt.Sprintf("UPDATE %s SET %s = NULL", store.Quote(w.of.Key), store.Quote(c.name))
		step := Step{Class: Online, Table: w.of.Key, Name: c.name, SQL: []string{empty}, fold: &fold{w.of, c.folds}}
		d.tables = append(d.tables, d.locking(step, store.AgainstWriters))
	}
}

// rebuild plans what SQLite cannot do in place: a new table takes all rows over
// and the name of the old one. Indexes are made anew.
func (d *differ) rebuild(w *table, ch *changes) {
	name, fresh := store.Quote(w.of.Key), w.of.Key+"__new"
	var columns, values []string
	fills := 0
	for _, c := range ch.tightened {
		fills += c.rows
	}
	for _, c := range slices.Concat(w.columns, ch.hidden) {
		columns = append(columns, store.Quote(c.name))
		values = append(values, ch.value(c))
	}
	step := Step{Class: Online, Rebuild: true, Apart: ch.breaksOthers(), Table: w.of.Key, Fills: fills, SQL: []string{
		w.filling(ch).create(fresh, d.dialect, ch.hidden),
		fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s", store.Quote(fresh), strings.Join(columns, ", "), strings.Join(values, ", "), name),
		"DROP TABLE " + name,
		"ALTER TABLE " + store.Quote(fresh) + " RENAME TO " + name,
	}}
	d.tables = append(d.tables, step)
	for _, c := range ch.added {
		if lost := d.lost(w.of.Key, c.name); lost > 0 {
			d.tables = append(d.tables, Step{Class: Safe, Table: w.of.Key, Name: c.name, Lost: lost})
		}
	}
	for _, c := range ch.added {
		if c.folds != nil {
			d.tables = append(d.tables, Step{Class: Online, Table: w.of.Key, Name: c.name, fold: &fold{w.of, c.folds}})
		}
	}
	d.refold(w, ch)
}

// value is what a column of the rebuilt table takes from the old one.
func (ch *changes) value(c column) string {
	same := func(other column) bool { return other.name == c.name }
	name := store.Quote(c.name)
	change, changes := ch.converts(c.name)
	switch {
	case changes && change.retype:
		return "NULL"
	case changes && change.value != "":
		return change.value
	case slices.ContainsFunc(ch.added, same) && c.filler() != "":
		return c.filler()
	case slices.ContainsFunc(ch.added, same):
		return "NULL"
	case ch.tightens(c.name) && c.filler() != "":
		return "coalesce(" + name + ", " + c.filler() + ")"
	}
	return name
}
