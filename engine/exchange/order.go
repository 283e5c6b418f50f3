package exchange

import (
	"cmp"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// Step is a mapping of the cutover in the order in which files are loaded.
type Step struct {
	Mapping *catalog.Mapping
	After   []string                 // keys of mappings that make what it refers to
	Later   []*catalog.MappingColumn // columns that name records of this file or of a later one

	needs []need
	depth int
}

// need is a reference of a mapping to records that other mappings make.
type need struct {
	column   *catalog.MappingColumn // nil: the record itself must be there
	makers   []string
	required bool
}

// Order puts the mappings of the cutover so that each stands behind those that make what
// it refers to. A circle is broken at a reference that may be left empty, its own rows
// being such a circle: the column is filled by a second load.
func Order(mappings map[string]*catalog.Mapping) []Step {
	var open []*Step
	makers := map[*catalog.Table][]string{}
	for key, m := range meta.Sorted(mappings) {
		if !m.Meta.Cutover {
			continue
		}
		open = append(open, &Step{Mapping: m})
		if makes(m) {
			makers[m.Table] = append(makers[m.Table], key)
		}
	}
	for _, s := range open {
		s.needs = needsOf(s.Mapping, makers)
	}
	var placed []Step
	depths := map[string]int{}
	for len(open) > 0 {
		i := slices.IndexFunc(open, func(s *Step) bool { return s.ready(depths, true) })
		if i < 0 {
			i = max(0, slices.IndexFunc(open, func(s *Step) bool { return s.ready(depths, false) }))
		}
		placed = append(placed, open[i].place(depths))
		open = slices.Delete(open, i, i+1)
	}
	slices.SortStableFunc(placed, func(a, b Step) int { return cmp.Compare(a.depth, b.depth) })
	return placed
}

// makes reports whether the mapping fills all that a new record must have.
func makes(m *catalog.Mapping) bool {
	return !slices.ContainsFunc(m.Table.Fields, func(f *catalog.Field) bool {
		filled := slices.ContainsFunc(m.Columns, func(c catalog.MappingColumn) bool { return c.Path[0] == f })
		return f.Meta.Required && f.Default == nil && !filled
	})
}

func needsOf(m *catalog.Mapping, makers map[*catalog.Table][]string) []need {
	var all []need
	if !makes(m) {
		all = append(all, need{makers: makers[m.Table], required: true})
	}
	for _, columns := range [][]catalog.MappingColumn{m.Columns, m.Lines} {
		for i := range columns {
			c := &columns[i]
			for _, table := range tablesOf(c) {
				all = append(all, need{c, makers[table], c.Meta.Required || c.Path[0].Meta.Required})
			}
		}
	}
	return all
}

// tablesOf are the tables whose records a column names.
func tablesOf(c *catalog.MappingColumn) (tables []*catalog.Table) {
	if c.Value != nil {
		return nil
	}
	for _, f := range c.Path {
		switch {
		case f.To != nil:
			tables = append(tables, f.To)
		case f.Item != nil:
			tables = append(tables, f.Item.To)
		}
	}
	return tables
}

// ready reports whether all makers are placed; without optional, those of references that
// must be filled.
func (s *Step) ready(depths map[string]int, optional bool) bool {
	return !slices.ContainsFunc(s.needs, func(n need) bool {
		return (n.required || optional) && slices.ContainsFunc(n.makers, func(key string) bool {
			_, placed := depths[key]
			return !placed && key != s.Mapping.Key
		})
	})
}

// place puts the mapping behind those that are placed, and notes what waits.
func (s *Step) place(depths map[string]int) Step {
	for _, n := range s.needs {
		for _, key := range n.makers {
			depth, placed := depths[key]
			if !placed {
				if n.column != nil && !slices.Contains(s.Later, n.column) {
					s.Later = append(s.Later, n.column)
				}
				continue
			}
			s.depth = max(s.depth, depth+1)
			if !slices.Contains(s.After, key) {
				s.After = append(s.After, key)
			}
		}
	}
	depths[s.Mapping.Key] = s.depth
	return *s
}
