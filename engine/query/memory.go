package query

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// Memory is what is known of a record without the database, as a save leaves it: every
// stored field that has a value.
type Memory struct {
	Row   Row
	Lines map[string][]Row // by set, all of them in their order
	// Referred gives what is known of a record that is referred to; nil for nothing.
	Referred func(table *catalog.Table, id int64) Row
}

// remembered are the paths of columns that show stored fields of the table and of what it
// refers to, to an actor whose rights hide no row of either; nil where one is something else.
func (p *planner) remembered(chosen *selection) []catalog.Path {
	if !p.rights.RowsAs(p.table, access.Read, access.Alias).All() {
		return nil
	}
	paths := make([]catalog.Path, len(chosen.columns))
	for at := range paths {
		path := chosen.paths[at]
		if len(path) == 0 || len(path) > 2 || len(path) == 2 && !p.names(path[0]) {
			return nil
		}
		paths[at] = path
	}
	return paths
}

// names reports whether the actor sees what a reference names, whichever it is.
func (p *planner) names(reference *catalog.Field) bool {
	return p.rights.FieldReadAs(p.table, reference, access.Alias).All() && p.rights.RowsAs(reference.To, access.Named, access.Alias).All()
}

// recall fills the cells of a record and of its lines from memory; false where it lacks
// something.
func (g *getting) recall(cells cells, sets []*lineReading) bool {
	if !g.memory.cells(cells.values, g.memory.Row, g.paths) {
		return false
	}
	for _, l := range sets {
		lines, known := g.memory.Lines[l.set.Key]
		if !known {
			return false
		}
		l.recalled = make([][]any, len(lines))
		for i, line := range lines {
			l.recalled[i] = make([]any, l.columns)
			if !g.memory.cells(l.recalled[i], line, l.paths) {
				return false
			}
		}
	}
	return true
}

func (m *Memory) cells(into []any, row Row, paths []catalog.Path) bool {
	for i, path := range paths {
		value, field := row[path[0].Key], path[0]
		if len(path) == 2 && value != nil {
			id, _ := value.(int64)
			referred := m.Referred(field.To, id)
			field = path[1]
			told, known := referred[field.Key]
			if !known {
				return false
			}
			value = told
		}
		if value != nil && field.Family() == meta.FamilySealed {
			return false
		}
		cell, err := field.Encode(value)
		if err != nil {
			return false
		}
		into[i] = cell
	}
	return len(paths) == len(into)
}

// writeRecalled adds what was recalled.
func (g *getting) writeRecalled(ctx context.Context, cells cells, sets []*lineReading) error {
	if err := g.writeHead(ctx, cells.values); err != nil {
		return err
	}
	for _, l := range sets {
		for _, line := range l.recalled {
			if err := g.writeLine(ctx, l, line); err != nil {
				return err
			}
		}
		g.endLines(l)
	}
	return nil
}
