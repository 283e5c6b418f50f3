package exchange

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// mostExported bounds an export unless MostExported does.
const mostExported = 1_000_000

// outColumn is a column of a file to be.
type outColumn struct {
	path  string
	steps catalog.Path // of the path; none for a count
	title string
	field *catalog.Field           // nil for a count
	names map[string]string        // titles of choices by value
	links map[string]string        // list of references: keys by id, of one page
	told  func(text string) string // words what the field keeps; nil: it keeps words
}

// table takes rows of cells.
type table interface {
	write(cells []any) error
	bytes() ([]byte, error)
}

// Export writes the records of a list, as the asker may see them, into a file and
// gives its content, and what he saw as access.Rights.Sight tells it. The progress is
// told in records.
//
// Denied without the right to export; Conflict file.seen_otherwise when what he may
// see changes meanwhile; faults of query.List; TooLarge exchange.too_many_rows.
func (x *Exchange) Export(ctx context.Context, ask Export, tell func(done int) error) (content []byte, sight string, err error) {
	rights, err := x.rightsNow(ctx, ask.Actor)
	if err != nil {
		return nil, "", err
	}
	ask.Actor = rights.Actor()
	t, err := rights.Release().Table(ask.Table)
	if err != nil {
		return nil, "", err
	}
	if err := rights.Require(t.Right(meta.Export)); err != nil {
		return nil, "", err
	}
	list, err := listOf(rights.Release(), t, ask)
	if err != nil {
		return nil, "", err
	}
	columns, err := x.chosen(t, list, ask)
	if err != nil {
		return nil, "", err
	}
	sight = rights.Sight(t, pathsOf(columns)...)
	content, err = x.written(ctx, rights, ask, list, columns, func(done int) error {
		if err := tell(done); err != nil {
			return err
		}
		return x.stillSees(ctx, ask.Actor, sight)
	})
	return content, sight, err
}

// stillSees refuses to go on with an export whose asker sees something else by now: it
// begins anew.
func (x *Exchange) stillSees(ctx context.Context, asker auth.Actor, sight string) error {
	rights, err := x.rightsNow(ctx, asker)
	if err == nil && !rights.StillSees(sight) {
		err = fault.New(fault.Conflict, "file.seen_otherwise")
	}
	return err
}

func pathsOf(columns []outColumn) (paths []catalog.Path) {
	for _, c := range columns {
		paths = append(paths, c.steps)
	}
	return paths
}

// written gives the content of the file.
func (x *Exchange) written(ctx context.Context, rights *access.Rights, ask Export, list *catalog.List, columns []outColumn, tell func(done int) error) ([]byte, error) {
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	out, err := newTable(ask.Format, titles)
	if err != nil {
		return nil, err
	}
	write := x.writeRows
	if len(list.Group) > 0 {
		write = x.writeGroups
	}
	if err := write(ctx, rights, ask, list, columns, out, tell); err != nil {
		return nil, err
	}
	return out.bytes()
}

// listOf is the list whose rows are meant; one without columns is the table.
func listOf(release *catalog.Release, t *catalog.Table, ask Export) (*catalog.List, error) {
	key := cmp.Or(ask.List, ask.View)
	if key == "" {
		return &catalog.List{Table: t, Meta: &meta.List{}}, nil
	}
	list, ok := release.Lists[key]
	if !ok || list.Table != t {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", key)
	}
	return list, nil
}

// chosen are the columns asked for, else those of the list, else all fields.
func (x *Exchange) chosen(t *catalog.Table, list *catalog.List, ask Export) ([]outColumn, error) {
	paths := ask.Fields
	for i := 0; len(ask.Fields) == 0 && i < len(list.Meta.Columns); i++ {
		paths = append(paths, list.Meta.Columns[i].Path())
	}
	for i := 0; len(ask.Fields) == 0 && i < len(list.Measures); i++ {
		paths = append(paths, list.Measures[i].Meta.Key)
	}
	for i := 0; len(paths) == 0 && i < len(t.Fields); i++ {
		paths = append(paths, t.Fields[i].Key)
	}
	var columns []outColumn
	for _, path := range paths {
		if measured, ok := measureOf(list, path, ask.Language); ok {
			columns = append(columns, measured)
			continue
		}
		steps, ok := t.Path(path)
		if !ok || len(list.Group) > 0 && !slices.Contains(list.Meta.Group, path) {
			return nil, fault.New(fault.Invalid, "query.unknown_field", "field", path).On("fields")
		}
		last := steps[len(steps)-1]
		columns = append(columns, outColumn{path: path, steps: steps, title: last.Meta.Title.In(ask.Language), field: last, names: namesOf(last, ask.Language), told: x.toldIn(last, ask.Language)})
	}
	return columns, nil
}

// toldIn words a field that keeps what is told; a file has no markup.
func (x *Exchange) toldIn(f *catalog.Field, language string) func(text string) string {
	if f.Meta.Format != meta.FormatTold {
		return nil
	}
	return func(text string) string { return html.UnescapeString(x.Told(language, text)) }
}

// measureOf is a figure of a grouped list as a column.
func measureOf(list *catalog.List, name, language string) (outColumn, bool) {
	for _, m := range list.Measures {
		if m.Meta.Key != name {
			continue
		}
		column := outColumn{path: name, steps: m.Path, title: m.Meta.Title.In(language)}
		if len(m.Path) > 0 {
			column.field = m.Path.Last()
			column.names = namesOf(column.field, language)
		}
		return column, true
	}
	return outColumn{}, false
}

// namesOf are the titles of a choice's values.
func namesOf(f *catalog.Field, language string) map[string]string {
	if f.Dropdown == nil {
		return nil
	}
	names := map[string]string{}
	for i := range f.Dropdown.Items {
		names[f.Dropdown.Items[i].Key] = f.Dropdown.Items[i].Title.In(language)
	}
	return names
}

// writeRows follows the cursor to the end of the list.
func (x *Exchange) writeRows(ctx context.Context, rights *access.Rights, ask Export, list *catalog.List, columns []outColumn, out table, tell func(done int) error) error {
	request := query.Request{Filter: ask.Filter, Search: ask.Search, Size: query.MaxSize, Condition: list.Where, Sort: []string{"id"}, Whole: true}
	for _, c := range columns {
		request.Fields = append(request.Fields, c.path)
	}
	for done := 0; ; {
		page, err := decoded(x.Query.List(ctx, rights, ask.Table, request))
		if err != nil {
			return err
		}
		if err := x.readLinks(ctx, rights, columns, page.Rows); err != nil {
			return err
		}
		if err := x.writePage(ctx, ask, columns, page.Rows, out); err != nil {
			return err
		}
		done += len(page.Rows)
		if most := cmp.Or(x.MostExported, mostExported); done > most {
			return fault.New(fault.TooLarge, "exchange.too_many_rows", "max", most)
		}
		if err := tell(done); err != nil || page.NextCursor == "" {
			return err
		}
		request.Cursor = page.NextCursor
	}
}

// writeGroups writes the groups of a list in its order.
func (x *Exchange) writeGroups(ctx context.Context, rights *access.Rights, ask Export, list *catalog.List, columns []outColumn, out table, tell func(done int) error) error {
	request := query.Aggregation{Filter: ask.Filter, Search: ask.Search, Condition: list.Where, Group: list.Meta.Group, Sort: list.Meta.Sort, Size: query.MaxGroups, Whole: true}
	for _, m := range list.Measures {
		request.Measures = append(request.Measures, query.MeasureOf(m.Meta))
	}
	page, err := decoded(x.Query.Aggregate(ctx, rights, ask.Table, request))
	if err != nil {
		return err
	}
	if len(page.Rows) == query.MaxGroups {
		return fault.New(fault.TooLarge, "exchange.too_many_rows", "max", query.MaxGroups-1)
	}
	if err := x.writePage(ctx, ask, columns, page.Rows, out); err != nil {
		return err
	}
	return tell(len(page.Rows))
}

func (x *Exchange) writePage(ctx context.Context, ask Export, columns []outColumn, rows []map[string]any, out table) error {
	for _, row := range rows {
		cells := make([]any, len(columns))
		for i := range columns {
			cells[i] = columns[i].cell(row, x.Zone(ctx, ask.Actor))
		}
		if err := out.write(cells); err != nil {
			return fmt.Errorf("write row: %w", err)
		}
	}
	return nil
}

// answered is an answer of the query as it is written.
type answered struct {
	Rows       []map[string]any `json:"rows"`
	NextCursor string           `json:"nextCursor"`
}

// decoded reads an answer and lets go of it.
func decoded(page *query.Page, err error) (*answered, error) {
	if err != nil {
		return nil, err
	}
	defer page.Release()
	decoder := json.NewDecoder(bytes.NewReader(page.Bytes()))
	decoder.UseNumber()
	into := &answered{}
	return into, decoder.Decode(into)
}

// cell is a value as a person reads it: labels for references and choices, figures
// and times as such.
func (c *outColumn) cell(row map[string]any, zone *time.Location) any {
	if label, ok := row[c.path+"__label"].(string); ok {
		return withGuard(label)
	}
	v := row[c.path]
	if c.field == nil { // a count
		return v
	}
	switch c.field.Family() {
	case meta.FamilyRecords:
		return c.linked(v)
	case meta.FamilyFigure:
		return v
	case meta.FamilyMoment:
		text, _ := v.(string)
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.In(zone).Format(time.DateTime)
		}
	case meta.FamilyChoice:
		text, _ := v.(string)
		if name, ok := c.names[text]; ok {
			return name
		}
	default: // as it is
	}
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		if c.told != nil {
			v = c.told(v)
		}
		return withGuard(v)
	case bool, json.Number:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return withGuard(string(text))
}

func newTable(format string, titles []string) (table, error) {
	headers := make([]any, len(titles))
	for i, title := range titles {
		headers[i] = title
	}
	var t table = newCSV()
	if format == FormatXLSX {
		book, err := newBook()
		if err != nil {
			return nil, err
		}
		t = book
	}
	return t, t.write(headers)
}

// csvTable is a CSV file that spreadsheets take for UTF-8.
type csvTable struct {
	text *bytes.Buffer
	rows *csv.Writer
}

func newCSV() *csvTable {
	text := bytes.NewBufferString("\ufeff")
	return &csvTable{text, csv.NewWriter(text)}
}

func (t *csvTable) write(cells []any) error {
	texts := make([]string, len(cells))
	for i, v := range cells {
		if v != nil {
			texts[i] = fmt.Sprint(v)
		}
	}
	return t.rows.Write(texts)
}

func (t *csvTable) bytes() ([]byte, error) {
	t.rows.Flush()
	return t.text.Bytes(), t.rows.Error()
}

// book is a spreadsheet that is written row by row.
type book struct {
	file   *excelize.File
	stream *excelize.StreamWriter
	row    int
}

func newBook() (*book, error) {
	file := excelize.NewFile()
	stream, err := file.NewStreamWriter(file.GetSheetName(0))
	if err != nil {
		return nil, fmt.Errorf("begin spreadsheet: %w", err)
	}
	return &book{file: file, stream: stream}, nil
}

func (b *book) write(cells []any) error {
	b.row++
	row := make([]any, len(cells))
	for i, v := range cells {
		row[i] = v
		if n, ok := v.(json.Number); ok {
			if f, err := n.Float64(); err == nil && len(n) <= 15 { // a spreadsheet keeps 15 digits
				row[i] = f
			} else {
				row[i] = n.String()
			}
		}
	}
	at, err := excelize.CoordinatesToCellName(1, b.row)
	if err != nil {
		return err
	}
	return b.stream.SetRow(at, row)
}

func (b *book) bytes() ([]byte, error) {
	if err := b.stream.Flush(); err != nil {
		return nil, fmt.Errorf("end spreadsheet: %w", err)
	}
	content, err := b.file.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("write spreadsheet: %w", err)
	}
	return content.Bytes(), b.file.Close()
}
