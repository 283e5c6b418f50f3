package record

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// largestBatch is the most rows of one list of values, a power of two. On SQLite what is
// added is cut into powers of two, so that a table has few different statements.
const largestBatch = 64

// plan is what the write path knows of a table: its columns and statements.
type plan struct {
	table      *catalog.Table
	stored     []*catalog.Field            // in the order of the columns
	folded     []*catalog.Field            // have a folded column behind the stored ones
	computed   []*catalog.Field            // stored computed values
	sums       []*catalog.Field            // those of them that read lines
	reads      map[*catalog.Field][]string // by sum, the line sets that it reads
	codes      []*catalog.Field            // numbered by a rule
	defaults   []*catalog.Field
	required   []*catalog.Field
	ruled      []*catalog.Field
	choices    []*catalog.Field // enums whose values are data
	references []*catalog.Field
	linked     []*catalog.Field // lists of references
	lines      bool             // a head that is never saved without a look at its lines
	name       string           // quoted; "" of an adopted table, which no statement changes
	all        selection        // the stored columns
	statements statements
}

// planCache keeps the plans of the newest release.
type planCache struct{ current atomic.Pointer[releasePlans] }

type releasePlans struct {
	release *catalog.Release
	plans   sync.Map // *catalog.Table to *plan
}

// of gives the plan of a table of a release.
func (c *planCache) of(release *catalog.Release, table *catalog.Table) *plan {
	current := c.current.Load()
	if current == nil || current.release != release {
		current = &releasePlans{release: release}
		c.current.Store(current)
	}
	if known, ok := current.plans.Load(table); ok {
		return known.(*plan) // only plans are stored
	}
	made := newPlan(table)
	current.plans.Store(table, made)
	return made
}

func newPlan(table *catalog.Table) *plan {
	p := &plan{table: table, reads: map[*catalog.Field][]string{}}
	if !table.Adopted() {
		p.name = store.Quote(table.Key)
	}
	for _, f := range table.Columns() {
		p.add(f)
	}
	for _, f := range p.sums {
		p.reads[f] = p.setsOf(f.Computed)
	}
	p.lines = p.needsLines()
	p.all = newSelection(p.stored)
	return p
}

// add sorts a field into the lists it belongs to.
func (p *plan) add(f *catalog.Field) {
	p.stored = append(p.stored, f)
	for list, belongs := range map[*[]*catalog.Field]bool{
		&p.folded:     f.Folded,
		&p.computed:   f.Computed != nil,
		&p.sums:       p.readsLines(f.Computed),
		&p.codes:      f.CodeRule != nil,
		&p.defaults:   f.Default != nil,
		&p.required:   f.Meta.Required,
		&p.ruled:      len(f.Rules) > 0,
		&p.choices:    f.Dropdown != nil && f.Values == nil,
		&p.references: f.To != nil,
		&p.linked:     f.Item != nil,
	} {
		if belongs {
			*list = append(*list, f)
		}
	}
}

// readsLines reports whether an expression of the table reads its lines.
func (p *plan) readsLines(program *expression.Program) bool {
	return program != nil && len(p.setsOf(program)) > 0
}

// setsOf are the line sets that an expression of the table reads.
func (p *plan) setsOf(program *expression.Program) (sets []string) {
	for _, path := range program.Refs() {
		root, _, _ := strings.Cut(path, ".")
		if lineSet(p.table, root) != nil && !slices.Contains(sets, root) {
			sets = append(sets, root)
		}
	}
	return sets
}

// needsLines reports whether a head cannot be saved without a look at its lines:
// a rule reads them, or a value is worked out from them and from the head.
func (p *plan) needsLines() bool {
	for _, f := range p.sums {
		if slices.ContainsFunc(f.Computed.Refs(), func(path string) bool { return strings.HasPrefix(path, "row.") }) {
			return true
		}
	}
	return slices.ContainsFunc(p.ruled, func(f *catalog.Field) bool {
		return slices.ContainsFunc(f.Rules, func(rule catalog.Rule) bool { return p.readsLines(rule.Must) })
	})
}

// lineSet finds a line set of a head; nil when there is none.
func lineSet(table *catalog.Table, key string) *catalog.LineSet {
	i := slices.IndexFunc(table.Sets, func(set *catalog.LineSet) bool { return set.Key == key })
	if i < 0 {
		return nil
	}
	return table.Sets[i]
}
