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
	said  *meta.ExportColumn       // what a template says of it; nil: nothing
}

// rows takes rows of cells.
type rows interface{ write(cells []any) error }

// table is a file in the making.
type table interface {
	rows
	bytes() ([]byte, error)
}

// Export writes the records of a list, as the asker may see them, into a file and
// gives its content, and what he saw as access.Rights.Sight tells it. The progress is
// told in records.
//
// Denied without the right to export, by the template where one is named; Conflict
// file.seen_otherwise when what he may see changes meanwhile; faults of query.List;
// TooLarge exchange.too_many_rows.
func (x *Exchange) Export(ctx context.Context, ask Export, tell func(done int) error) (content []byte, sight string, err error) {
	rights, err := x.rightsNow(ctx, ask.Actor)
	if err != nil {
		return nil, "", err
	}
	ask.Actor = rights.Actor()
	out, err := x.outgoing(rights, ask)
	if err != nil {
		return nil, "", err
	}
	if err := rights.Require(out.right); err != nil {
		return nil, "", err
	}
	sight = out.sight(rights)
	content, err = x.written(ctx, rights, ask, out, func(done int) error {
		if err := tell(done); err != nil {
			return err
		}
		return x.stillSees(ctx, ask.Actor, sight)
	})
	return content, sight, err
}

// outgoing is what a file is to hold and how it is written.
type outgoing struct {
	table   *catalog.Table
	list    *catalog.List
	right   string
	columns []outColumn
	lines   *outLines // nil: a row for each record
	sort    []string
	most    int // records
	text    csvShape
}

// outgoing finds what is asked for: the columns of a template, or those that the asker
// chose.
func (x *Exchange) outgoing(rights *access.Rights, ask Export) (*outgoing, error) {
	t, err := rights.Release().Table(ask.Table)
	if err != nil {
		return nil, err
	}
	list, err := listOf(rights.Release(), t, ask)
	if err != nil {
		return nil, err
	}
	most := cmp.Or(x.MostExported, mostExported)
	if ask.Template != "" {
		return x.templated(rights, t, list, most, ask)
	}
	columns, err := x.chosen(t, list, ask)
	out := &outgoing{table: t, list: list, right: t.Right(meta.Export), columns: columns, sort: []string{"id"}, most: most}
	return out, err
}

// sight tells what the asker sees of all that goes out.
func (o *outgoing) sight(rights *access.Rights) string {
	tables, paths := []*catalog.Table{o.table}, pathsOf(o.columns)
	if o.lines != nil {
		tables, paths = append(tables, o.lines.set.Table), append(paths, pathsOf(o.lines.columns)...)
	}
	return rights.Sight(o.right, tables, paths...)
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
func (x *Exchange) written(ctx context.Context, rights *access.Rights, ask Export, out *outgoing, tell func(done int) error) ([]byte, error) {
	file, err := newTable(ask.Format, out.text, out.titles())
	if err != nil {
		return nil, err
	}
	if err := x.write(ctx, rights, ask, out, file, tell); err != nil {
		return nil, err
	}
	return file.bytes()
}

// write writes what goes out into a file, or anything that takes rows of cells.
func (x *Exchange) write(ctx context.Context, rights *access.Rights, ask Export, out *outgoing, file rows, tell func(done int) error) error {
	if len(out.list.Group) > 0 {
		return x.writeGroups(ctx, rights, ask, out, file, tell)
	}
	return x.writeRows(ctx, rights, ask, out, file, tell)
}

// titles are the headers of the file.
func (o *outgoing) titles() []string {
	titles := make([]string, 0, len(o.columns))
	for _, c := range o.columns {
		titles = append(titles, c.title)
	}
	if o.lines != nil {
		for _, c := range o.lines.columns {
			titles = append(titles, c.title)
		}
	}
	return titles
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
		columns = append(columns, x.column(t, path, steps, ask.Language))
	}
	return columns, nil
}

// column is the column of a field.
func (x *Exchange) column(t *catalog.Table, path string, steps catalog.Path, language string) outColumn {
	last := steps.Last()
	return outColumn{path: path, steps: steps, title: last.Meta.Title.In(language), field: last, names: namesOf(t, steps, language), told: x.toldIn(last, language)}
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
			column.names = namesOf(list.Table, m.Path, language)
		}
		return column, true
	}
	return outColumn{}, false
}

// namesOf are the titles of a choice's values, or of the states of a document.
func namesOf(t *catalog.Table, steps catalog.Path, language string) map[string]string {
	names, f := map[string]string{}, steps.Last()
	if len(steps) > 1 {
		t = steps[len(steps)-2].To
	}
	if f.Key == meta.StatusField && t != nil && t.Document != nil {
		for i := range t.Document.Meta.States {
			names[t.Document.Meta.States[i].Key] = t.Document.Meta.States[i].Title.In(language)
		}
	}
	if f.Dropdown != nil {
		for i := range f.Dropdown.Items {
			names[f.Dropdown.Items[i].Key] = f.Dropdown.Items[i].Title.In(language)
		}
	}
	return names
}

// writeRows follows the cursor to the end of the list.
func (x *Exchange) writeRows(ctx context.Context, rights *access.Rights, ask Export, out *outgoing, file rows, tell func(done int) error) error {
	request := query.Request{Filter: ask.Filter, Search: ask.Search, Size: out.page(), Condition: out.list.Where, Sort: out.sort, Fields: fieldsOf(out.columns), Whole: true}
	for done := 0; ; {
		page, err := decoded(x.Query.List(ctx, rights, ask.Table, request))
		if err != nil {
			return err
		}
		if done += len(page.Rows); done > out.most {
			return fault.New(fault.TooLarge, "exchange.too_many_rows", "max", out.most)
		}
		if err := x.writePage(ctx, rights, ask, out, page.Rows, file); err != nil {
			return err
		}
		if err := tell(done); err != nil || page.NextCursor == "" {
			return err
		}
		request.Cursor = page.NextCursor
	}
}

// page is how many records are read at once.
func (o *outgoing) page() int {
	if o.lines != nil {
		return headsAtOnce
	}
	return query.MaxSize
}

// fieldsOf are the fields to be read for columns.
func fieldsOf(columns []outColumn) []string {
	fields := []string{"id"}
	for _, c := range columns {
		if c.path != "id" {
			fields = append(fields, c.path)
		}
	}
	return fields
}

// writeGroups writes the groups of a list in its order.
func (x *Exchange) writeGroups(ctx context.Context, rights *access.Rights, ask Export, out *outgoing, file rows, tell func(done int) error) error {
	list := out.list
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
	if err := x.writePage(ctx, rights, ask, out, page.Rows, file); err != nil {
		return err
	}
	return tell(len(page.Rows))
}

func (x *Exchange) writePage(ctx context.Context, rights *access.Rights, ask Export, out *outgoing, found []map[string]any, file rows) error {
	if err := x.readLinks(ctx, rights, out.columns, found); err != nil {
		return err
	}
	zone := x.Zone(ctx, ask.Actor)
	if out.lines != nil {
		return x.writeLines(ctx, rights, zone, out, found, file)
	}
	for _, row := range found {
		if err := file.write(cellsOf(out.columns, row, zone)); err != nil {
			return fmt.Errorf("write row: %w", err)
		}
	}
	return nil
}

func cellsOf(columns []outColumn, row map[string]any, zone *time.Location) []any {
	cells := make([]any, len(columns))
	for i := range columns {
		cells[i] = columns[i].cell(row, zone)
	}
	return cells
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
// and times as such; or as a template says.
func (c *outColumn) cell(row map[string]any, zone *time.Location) any {
	if c.said != nil && c.said.Mask != nil {
		v := c.plain(row, zone)
		if text, ok := v.(string); ok {
			v = withoutGuard(text) // its first letter is the value's own
		}
		return masked(v, *c.said.Mask)
	}
	return c.plain(row, zone)
}

func (c *outColumn) plain(row map[string]any, zone *time.Location) any {
	stored := c.said != nil && c.said.Stored
	if label, ok := row[c.path+"__label"].(string); ok && !stored {
		return withGuard(label)
	}
	v := row[c.path]
	if c.field == nil || stored { // a count
		return v
	}
	switch c.field.Family() {
	case meta.FamilyRecords:
		return c.linked(v)
	case meta.FamilyFigure:
		return c.figure(v)
	case meta.FamilyMoment, meta.FamilyDay:
		return c.instant(v, zone)
	case meta.FamilyChoice:
		text, _ := v.(string)
		if name, ok := c.names[text]; ok {
			return name
		}
	default: // as it is
	}
	return c.text(v)
}

// text is a value that has no other shape; no spreadsheet takes it for a formula.
func (c *outColumn) text(v any) any {
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

func newTable(format string, text csvShape, titles []string) (table, error) {
	headers := make([]any, len(titles))
	for i, title := range titles {
		headers[i] = title
	}
	var t table = newCSV(text)
	if format == FormatXLSX {
		book, err := newBook()
		if err != nil {
			return nil, err
		}
		t = book
	}
	return t, t.write(headers)
}

// csvShape is how a CSV file is written; its zero value is UTF-8 with commas.
type csvShape struct{ encoding, delimiter string }

// csvTable is a CSV file that spreadsheets take for what it is encoded in.
type csvTable struct {
	text  *bytes.Buffer
	rows  *csv.Writer
	shape csvShape
}

func newCSV(shape csvShape) *csvTable {
	text := &bytes.Buffer{}
	if others()[shape.encoding] == nil {
		text.WriteString("\ufeff")
	}
	rows := csv.NewWriter(text)
	if shape.delimiter != "" {
		rows.Comma = delimiterOf("", shape.delimiter)
	}
	return &csvTable{text, rows, shape}
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
	if err := t.rows.Error(); err != nil {
		return nil, err
	}
	other := others()[t.shape.encoding]
	if other == nil {
		return t.text.Bytes(), nil
	}
	content, err := other.NewEncoder().Bytes(t.text.Bytes())
	if err != nil {
		return nil, fault.New(fault.Invalid, "exchange.not_in_encoding", "encoding", t.shape.encoding).Because(err)
	}
	return content, nil
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
