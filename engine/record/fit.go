package record

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// reference is a reference of a change that is to be judged.
type reference struct {
	change  *change
	field   *catalog.Field
	id      int64
	kept    bool    // it stood before, or the system set it: it need only fit its record
	records []Row   // what it must fit
	on      *change // where a fault is put; nil: on the reference itself
	onField string
}

// checkReferences looks for the records that people refer to, among those they
// may see, and judges whether they may be chosen. What the system refers to is
// left to the database's keys, but has to fit the record as well, and so has what
// stood before when the record changes under it.
func (s *saving) checkReferences(ctx context.Context) error {
	var all []reference
	_ = s.each(func(p *plan, c *change) error {
		all = append(all, s.referencesOf(p, c)...)
		return nil
	})
	under, err := s.underHeads(ctx)
	if err != nil {
		return err
	}
	return s.judge(ctx, append(all, under...), s.numbersAhead()...)
}

// referencesOf lists the references of a record that are new, or that the record
// changes under.
func (s *saving) referencesOf(p *plan, c *change) []reference {
	var list []reference
	add := func(f *catalog.Field, id int64, chosen bool) {
		kept := !chosen || s.trusted()
		if !kept || f.Fits != nil && (chosen || s.moved(c, f) != nil) {
			list = append(list, reference{change: c, field: f, id: id, kept: kept})
		}
	}
	for _, f := range p.references {
		id, isSet := c.new[f.Key].(int64)
		if isSet && !f.System && (c.head == nil || f != p.table.HeadField) {
			add(f, id, !same(c.old[f.Key], id))
		}
	}
	for _, f := range p.linked {
		fresh := c.newItems(f)
		for _, id := range IDs(c.new, f.Key) {
			add(f.Item, id, slices.Contains(fresh, id))
		}
	}
	return list
}

// moved is the first field that a reference of a record has to fit and that this
// save changes; nil when there is none. A line has what it lacks from its head.
func (s *saving) moved(c *change, f *catalog.Field) *catalog.Field {
	for _, key := range catalog.RecordFields(f.Fits) {
		of := c
		field, own := c.table.Field(key)
		if !own && c.head != nil {
			of = c.head
			field, own = of.table.Field(key)
		}
		if own && of.old != nil && !same(of.old[key], of.new[key]) {
			return field
		}
	}
	return nil
}

// underHeads lists the references of those lines that the request does not name
// and whose head changes under them; their faults are told at what was changed.
func (s *saving) underHeads(ctx context.Context) ([]reference, error) {
	var list []reference
	for _, set := range s.plan.table.Sets {
		own := s.plans.of(s.release, set.Table)
		for _, head := range s.heads {
			fields := s.heldTo(own, head)
			if len(fields) == 0 {
				continue
			}
			lines, err := own.linesOf(ctx, s.tx, set, []int64{head.id()})
			if err != nil {
				return nil, err
			}
			for _, line := range lines[head.id()] {
				if !head.names(set.Key, ID(line)) {
					list = append(list, head.references(set.Table, line, fields)...)
				}
			}
		}
	}
	return list, nil
}

// heldTo lists the references of a line table that have to fit what a save changes
// of the head, each with the changed field.
func (s *saving) heldTo(lines *plan, head *change) map[*catalog.Field]*catalog.Field {
	held := map[*catalog.Field]*catalog.Field{}
	if head.isNew() {
		return held
	}
	for _, f := range lines.references {
		if f.Fits == nil || f == lines.table.HeadField {
			continue
		}
		line := &change{table: lines.table, old: Row{}, new: Row{}, head: head}
		if moved := s.moved(line, f); moved != nil {
			held[f] = moved
		}
	}
	return held
}

// names reports whether the request of a head names a stored line.
func (c *change) names(set string, id int64) bool {
	return slices.ContainsFunc(c.lines[set], func(line *change) bool { return ID(line.old) == id })
}

// references are those of a stored line that have to fit its head.
func (c *change) references(table *catalog.Table, line Row, fields map[*catalog.Field]*catalog.Field) []reference {
	var list []reference
	stored := &change{table: table, old: line, new: line, head: c}
	for f, moved := range fields {
		if id, isSet := line[f.Key].(int64); isSet {
			list = append(list, reference{change: stored, field: f, id: id, kept: true, on: c, onField: moved.Key})
		}
	}
	return list
}

// Fit judges whether what a stored document and its lines refer to still fits it,
// as it had to when it was chosen.
//
// Invalid lists all that does not, with the paths of a save.
func (r *Records) Fit(ctx context.Context, tx *store.Tx, rights *access.Rights, document *catalog.Document, head Row, lines map[string][]Row) error {
	s, err := r.begin(tx, rights, document.Key)
	if err != nil {
		return err
	}
	stored := &change{table: document.Head, old: head, new: head}
	all := stored.standing(s.plan)
	for _, set := range document.Sets {
		own := s.plans.of(s.release, set.Table)
		for i, line := range lines[set.Key] {
			c := &change{table: set.Table, path: linePath(set.Key, i), old: line, new: line, head: stored}
			all = append(all, c.standing(own)...)
		}
	}
	if err := s.judge(ctx, all); err != nil {
		return err
	}
	bad, found := fault.As(s.report(ctx))
	if !found {
		return nil
	}
	bad.Key = "record.misfits"
	return bad
}

// standing lists the references of a stored record that have to fit it.
func (c *change) standing(p *plan) []reference {
	var list []reference
	for _, f := range p.references {
		if id, isSet := c.new[f.Key].(int64); isSet && f.Fits != nil {
			list = append(list, reference{change: c, field: f, id: id, kept: true})
		}
	}
	return list
}

// judge reads the records referred to and judges the references; beside goes along.
func (s *saving) judge(ctx context.Context, all []reference, beside ...store.Question) error {
	type group struct {
		table *catalog.Table
		kept  bool
	}
	groups := map[group][]reference{}
	for _, r := range all {
		g := group{r.field.To, r.kept}
		groups[g] = append(groups[g], r)
	}
	order := slices.SortedFunc(maps.Keys(groups), func(a, b group) int {
		if byTable := cmp.Compare(a.table.Key, b.table.Key); byTable != 0 || a.kept == b.kept {
			return byTable
		} else if a.kept {
			return 1
		}
		return -1
	})
	questions := beside
	found := make([]map[int64]Row, len(order))
	for i, g := range order {
		reach := s.reach(g.table, access.Read)
		if g.kept {
			reach = nil
		}
		found[i] = map[int64]Row{}
		own, err := s.referred(g.table, groups[g], reach, found[i])
		if err != nil {
			return err
		}
		questions = append(questions, own...)
	}
	if err := s.tx.Ask(ctx, questions...); err != nil {
		return fmt.Errorf("read what is referred to: %w", err)
	}
	for i, g := range order {
		s.know(g.table, found[i])
		if err := s.judgeSome(ctx, groups[g], found[i]); err != nil {
			return err
		}
	}
	return nil
}

// referred asks for the records of a table that are referred to, but for those held.
func (s *saving) referred(table *catalog.Table, references []reference, reach *access.Predicate, found map[int64]Row) ([]store.Question, error) {
	ids := make([]int64, len(references))
	for i, r := range references {
		ids[i] = r.id
	}
	p := s.plans.of(s.release, table)
	rest, err := p.heldByIDs(s.tx, ids, reach, found)
	return p.questionsByIDs(s.tx, newSelection(judged(table, references)), rest, false, reach, found), err
}

func (s *saving) judgeSome(ctx context.Context, references []reference, found map[int64]Row) error {
	for _, r := range references {
		bad, err := s.choosable(ctx, r, found[r.id])
		if err != nil {
			return err
		}
		if r.on != nil {
			s.faults.add(r.on, r.onField, bad)
		} else {
			s.faults.add(r.change, r.field.Key, bad)
		}
	}
	return nil
}

// judged are the fields that decide whether records may be referred to, and those
// that name them.
func judged(table *catalog.Table, references []reference) []*catalog.Field {
	keys := map[string]bool{"id": true}
	for _, path := range table.Label {
		keys[path[0].Key] = true
	}
	for _, r := range references {
		if r.field.Where == nil {
			continue
		}
		for _, path := range r.field.Where.Refs() {
			if rest, ofRow := strings.CutPrefix(path, "row."); ofRow {
				key, _, _ := strings.Cut(rest, ".")
				keys[key] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(table.Columns()), func(f *catalog.Field) bool { return !keys[f.Key] })
}

// choosable judges one reference to a record that was found, or nil.
func (s *saving) choosable(ctx context.Context, r reference, found Row) (*fault.Fault, error) {
	if found == nil {
		if r.kept {
			return nil, nil // the database's keys tell
		}
		return invalid("unknown", "value", r.id), nil
	}
	if r.field.Where == nil {
		return nil, nil
	}
	if r.records == nil {
		r.records = []Row{s.edited(r.change, r.field.Where)}
	}
	for _, record := range r.records {
		unmet, err := s.unmet(ctx, r, found, record)
		if err != nil {
			return asFault(err)
		}
		if unmet != nil {
			return s.misfit(r, unmet, found), nil
		}
	}
	return nil, nil
}

// unmet is the condition of a reference that does not hold: the part that reads the record,
// else the whole, which is not asked of what stood before; nil where all holds.
func (s *saving) unmet(ctx context.Context, r reference, found, record Row) (*expression.Program, error) {
	fits, whole := r.field.Fits, r.field.Where
	if r.kept {
		whole = fits
	}
	if whole == nil {
		return nil, nil
	}
	ctx = s.about(ctx, r.change)
	scope := s.look.scope(map[string]any{"row": found, "record": record, "user": s.actor.Values})
	holds, err := whole.Holds(ctx, scope)
	if holds || err != nil {
		return nil, err
	}
	if fits == nil || fits == whole {
		return whole, nil
	}
	if holds, err = fits.Holds(ctx, scope); holds || err != nil {
		return whole, err
	}
	return fits, nil
}

// misfit says what is wrong with a reference and what helps.
func (s *saving) misfit(r reference, condition *expression.Program, found Row) *fault.Fault {
	label := labelOf(s.rights, r.field.To, found)
	if label == "" {
		label = fmt.Sprintf("#%d", r.id)
	}
	if condition != r.field.Fits {
		return invalid("not_choosable", "value", label)
	}
	key, line := "record.misfit", r.change.new[lineNo]
	if line != nil && r.change.table != nil && r.change.table.Head != nil {
		key = "record.misfit_line"
	}
	return fault.New(fault.Invalid, key, "line", line, "field", r.field.Meta.Title, "value", label, "of", s.fittedTo(r)).Breaking("not_choosable")
}

// fittedTo are the titles of the fields that a reference has to fit.
func (s *saving) fittedTo(r reference) []meta.Text {
	var titles []meta.Text
	for _, table := range s.holders(r.change) {
		for _, key := range catalog.RecordFields(r.field.Fits) {
			if f, known := table.Field(key); known {
				titles = append(titles, f.Meta.Title)
			}
		}
		if len(titles) > 0 {
			break
		}
	}
	return titles
}

// holders are the tables whose records a reference has to fit: that of the record
// and of its head, or that of the document of a parameter.
func (s *saving) holders(c *change) []*catalog.Table {
	switch {
	case c.table == nil && s.plan != nil:
		return []*catalog.Table{s.plan.table}
	case c.table == nil:
		return nil
	case c.table.Head == nil:
		return []*catalog.Table{c.table}
	}
	return []*catalog.Table{c.table, c.table.Head}
}

// edited is the record being edited as the choice of a reference sees it, as far
// as the condition reads it: a line has what it lacks from its head.
func (s *saving) edited(c *change, condition *expression.Program) Row {
	row := Row{}
	for _, key := range catalog.RecordFields(condition) {
		v, has := c.new[key]
		if !has {
			v = s.headOf(c)[key]
		}
		row[key] = v
	}
	return row
}

// headOf is the record of a line's head as it will be; nil of other records.
func (s *saving) headOf(c *change) Row {
	switch {
	case c.head != nil:
		return c.head.new
	case c.table != nil && c.table.Head != nil:
		return s.parents[Int(c.new, c.table.HeadField.Key)]
	}
	return nil
}
