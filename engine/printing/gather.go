package printing

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/picture"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// lineNumber orders lines where the template does not.
const lineNumber = "line_no"

// MostLines bounds the lines of one print.
const MostLines = 20_000

// gathering reads what a print is about, as the asker may see it.
type gathering struct {
	*Papers
	tx       *store.Tx
	rights   *access.Rights
	template *catalog.Print
	ask      Ask
	seen     map[string]map[string]any // records that expressions looked up, by table and id
}

// records reads the records in the order in which they were asked for, as many at a time as a
// question takes.
func (g *gathering) records(ctx context.Context) (all []layout.Record, err error) {
	for ids := range slices.Chunk(g.ask.IDs, query.MaxSize) {
		some := *g
		some.ask.IDs = ids
		records, err := some.chunk(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return all, nil
}

func (g *gathering) chunk(ctx context.Context) ([]layout.Record, error) {
	t := g.template.Table
	words, err := g.words(ctx, t, "id", g.paths(false), []string{"id"})
	if err != nil {
		return nil, err
	}
	rows, err := g.rows(ctx, t, "id", g.refs("row"))
	if err != nil {
		return nil, err
	}
	told := map[int64]query.Told{}
	for _, w := range words {
		told[w.ID] = w
	}
	records := make([]layout.Record, len(g.ask.IDs))
	byID := map[int64][]int{}
	for i, id := range g.ask.IDs {
		w, found := told[id]
		row := rows[id]
		if !found || row == nil {
			return nil, fault.New(fault.NotFound, "record.not_found", "table", t.Meta.Title, "id", id)
		}
		records[i] = layout.Record{ID: id, Label: w.Label, Row: row, Words: w.Words}
		byID[id] = append(byID[id], i)
	}
	return records, g.lines(ctx, records, byID)
}

// lines hands each record its lines, in the order in which people read them.
func (g *gathering) lines(ctx context.Context, records []layout.Record, byID map[int64][]int) error {
	set := g.template.Lines
	if set == nil {
		return nil
	}
	sort := g.template.Meta.Sort
	if _, ok := set.Table.Field(lineNumber); ok && len(sort) == 0 {
		sort = []string{lineNumber}
	}
	sort = append(append([]string{}, sort...), "id")
	words, err := g.words(ctx, set.Table, set.Field.Key, append(g.paths(true), set.Field.Key), sort)
	if err != nil {
		return err
	}
	rows, err := g.rows(ctx, set.Table, set.Field.Key, append(g.refs("line", "group", set.Key), set.Field.Key))
	if err != nil {
		return err
	}
	for _, w := range words {
		row := rows[w.ID]
		head, _ := row[set.Field.Key].(int64)
		for _, n := range byID[head] {
			records[n].Lines = append(records[n].Lines, layout.Line{Row: row, Words: w.Words})
		}
	}
	return nil
}

// rows reads values for expressions, by id; by is the field that the ids asked for are
// of.
func (g *gathering) rows(ctx context.Context, t *catalog.Table, by string, fields []string) (map[int64]query.Row, error) {
	where := query.Where{Filter: g.chosen(by), Fields: append(fields, "id"), Limit: MostLines + 1}
	found, err := g.Query.Rows(ctx, g.tx, g.rights, t.Key, where)
	if err == nil && len(found) > MostLines {
		err = tooManyLines()
	}
	if err != nil {
		return nil, err
	}
	rows := map[int64]query.Row{}
	for _, row := range found {
		id, _ := row["id"].(int64)
		rows[id] = row
	}
	return rows, nil
}

func tooManyLines() error {
	return fault.New(fault.TooLarge, "print.too_many_lines", "max", MostLines).On("ids")
}

func (g *gathering) chosen(by string) *query.Filter {
	return query.Is(by, query.In, anyOf(g.ask.IDs))
}

// words reads fields as people read them.
func (g *gathering) words(ctx context.Context, t *catalog.Table, by string, paths, sort []string) ([]query.Told, error) {
	request := query.Request{Where: g.chosen(by), Fields: paths, Sort: sort}
	reader := query.Reader{Language: g.ask.Language, Zone: g.Zone(ctx, g.rights.Actor())}
	found, err := g.Query.TellIn(ctx, g.tx, g.rights, t.Key, request, reader, MostLines+1)
	if err == nil && len(found) > MostLines {
		err = tooManyLines()
	}
	return found, err
}

// paths lists the fields that elements show: of the lines, or of the record with what
// names it.
func (g *gathering) paths(ofLines bool) []string {
	var paths []string
	if !ofLines && len(g.template.Table.Meta.Label) > 0 {
		paths = append(paths, g.template.Table.Meta.Label[0])
	}
	for i := range g.template.Bands {
		band := &g.template.Bands[i]
		if (band.Meta.OverLines() || band.Meta.OfGroup()) != ofLines {
			continue
		}
		if band.Meta.Group != "" {
			paths = append(paths, band.Meta.Group)
		}
		for j := range band.Elements {
			if e := &band.Elements[j]; e.Field != nil {
				paths = append(paths, e.Meta.Field)
			}
		}
	}
	return unique(paths)
}

// refs lists the fields that expressions read under some names.
func (g *gathering) refs(roots ...string) []string {
	var fields []string
	take := func(p *expression.Program) { fields = append(fields, fieldsOf(p, roots...)...) }
	take(g.template.Copies)
	for i := range g.template.Bands {
		take(g.template.Bands[i].When)
		for j := range g.template.Bands[i].Elements {
			e := &g.template.Bands[i].Elements[j]
			take(e.When)
			take(e.Value)
		}
	}
	return unique(fields)
}

func unique(names []string) []string {
	var once []string
	known := map[string]bool{}
	for _, name := range names {
		if !known[name] {
			once = append(once, name)
		}
		known[name] = true
	}
	return once
}

// resolve reads a record that an expression refers to, if the asker may.
func (g *gathering) resolve(ctx context.Context, table string, id int64) (map[string]any, error) {
	key := fmt.Sprint(table, " ", id)
	if row, known := g.seen[key]; known {
		return row, nil
	}
	row, err := g.Query.One(ctx, g.tx, g.rights, table, id)
	if code := fault.CodeOf(err); code == fault.NotFound || code == fault.Denied {
		row, err = nil, nil
	}
	if err == nil {
		g.seen[key] = row
	}
	return row, err
}

// picture reads the file of a field of the records, which the asker sees.
func (g *gathering) picture(ctx context.Context, key string) (*picture.Picture, error) {
	file, err := g.File(ctx, g.tx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, picture.MostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read file %s: %w", key, err)
	}
	return picture.Read(content)
}

func anyOf(ids []int64) []any {
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}
