package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// headsAtOnce bounds the documents whose lines are read together.
const headsAtOnce = 100

// outLines are the lines that go out with the records of a page.
type outLines struct {
	set     *catalog.LineSet
	columns []outColumn
}

// templated is what a template says of a file; columns that the asker may not read are
// left out of it.
func (x *Exchange) templated(rights *access.Rights, t *catalog.Table, list *catalog.List, most int, ask Export) (*outgoing, error) {
	template, ok := rights.Release().Exports[ask.Template]
	if !ok || template.Table != t || list.Key != "" && !template.Meta.Offers(list.Meta) {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", ask.Template)
	}
	m := template.Meta
	out := &outgoing{
		table: t, list: list, right: template.Right(), columns: x.columnsOf(rights, t, template.Columns, ask.Language),
		sort: append(m.Sort[:len(m.Sort):len(m.Sort)], "id"), most: min(most, cmp.Or(m.Most, most)), text: csvShape{m.Encoding, m.Delimiter},
	}
	if template.Set != nil {
		out.lines = &outLines{template.Set, x.columnsOf(rights, template.Set.Table, template.Lines, ask.Language)}
	}
	if len(out.titles()) == 0 {
		return nil, fault.New(fault.Denied, "exchange.nothing_to_see", "template", m.Title)
	}
	return out, nil
}

func (x *Exchange) columnsOf(rights *access.Rights, t *catalog.Table, said []catalog.ExportColumn, language string) []outColumn {
	var columns []outColumn
	for _, c := range said {
		if !mayRead(rights, t, c.Path) {
			continue
		}
		column := x.column(t, c.Path.String(), c.Path, language)
		column.said = c.Meta
		if c.Meta.Title != nil {
			column.title = c.Meta.Title.In(language)
		}
		columns = append(columns, column)
	}
	return columns
}

// mayRead reports whether the asker reads what a path leads to on any row.
func mayRead(rights *access.Rights, t *catalog.Table, path catalog.Path) bool {
	for _, f := range path {
		if rights.FieldRead(t, f).Never() {
			return false
		}
		if f.To != nil {
			t = f.To
		}
	}
	return true
}

// writeLines writes a row for each line of the documents; one without lines has a row of
// its own.
func (x *Exchange) writeLines(ctx context.Context, rights *access.Rights, zone *time.Location, out *outgoing, heads []map[string]any, file rows) error {
	lines, err := x.linesOf(ctx, rights, out.lines, heads)
	if err != nil {
		return err
	}
	for _, head := range heads {
		cells := cellsOf(out.columns, head, zone)
		rows := lines[fmt.Sprint(head["id"])]
		if len(rows) == 0 {
			rows = []map[string]any{nil}
		}
		for _, row := range rows {
			if err := file.write(append(cells[:len(cells):len(cells)], cellsOf(out.lines.columns, row, zone)...)); err != nil {
				return fmt.Errorf("write line: %w", err)
			}
		}
	}
	return nil
}

// linesOf are the lines of documents, in their order, by the id of the document.
func (x *Exchange) linesOf(ctx context.Context, rights *access.Rights, lines *outLines, heads []map[string]any) (map[string][]map[string]any, error) {
	ids := make([]any, len(heads))
	for i, head := range heads {
		ids[i] = head["id"]
	}
	t, field := lines.set.Table, lines.set.Table.HeadField.Key
	request := query.Request{Where: &query.Filter{Field: field, Op: query.In, Value: ids}, Size: query.MaxSize, Sort: []string{"id"}, Fields: append(fieldsOf(lines.columns), field)}
	found := map[string][]map[string]any{}
	for len(ids) > 0 {
		page, err := decoded(x.Query.List(ctx, rights, t.Key, request))
		if err != nil {
			return nil, fmt.Errorf("read lines: %w", err)
		}
		if err := x.readLinks(ctx, rights, lines.columns, page.Rows); err != nil {
			return nil, err
		}
		for _, row := range page.Rows {
			head := fmt.Sprint(row[field])
			found[head] = append(found[head], row)
		}
		if request.Cursor = page.NextCursor; request.Cursor == "" {
			break
		}
	}
	return found, nil
}

// figure is a figure with as many digits as a template says.
func (c *outColumn) figure(v any) any {
	text, ok := v.(json.Number)
	if !ok || c.said == nil || c.said.Digits == nil {
		return v
	}
	d, err := decimal.NewFromString(text.String())
	if err != nil {
		return v
	}
	return json.Number(d.StringFixed(*c.said.Digits))
}

// instant is a day or a time as people write it, or as a template says.
func (c *outColumn) instant(v any, zone *time.Location) any {
	text, _ := v.(string)
	layout, shown := time.RFC3339, time.DateTime
	if c.field.Family() == meta.FamilyDay {
		layout, shown = time.DateOnly, time.DateOnly
	}
	if c.said != nil && c.said.Format != "" {
		shown = patterns.Replace(c.said.Format)
	}
	at, err := time.Parse(layout, text)
	if err != nil {
		return c.text(v)
	}
	if layout == time.RFC3339 {
		at = at.In(zone)
	}
	return at.Format(shown)
}

// masked hides what lies between the ends of a text that stay; what is no longer than
// they are is hidden whole, and so is what is no text.
func masked(v any, m meta.Mask) any {
	if v == nil || v == "" {
		return v
	}
	letters := []rune(fmt.Sprint(v))
	if len(letters) <= m.First+m.Last {
		return strings.Repeat("*", len(letters))
	}
	hidden := strings.Repeat("*", len(letters)-m.First-m.Last)
	return withGuard(string(letters[:m.First]) + hidden + string(letters[len(letters)-m.Last:]))
}

// Sample is the beginning of a file as it would be.
type Sample struct {
	Titles []string   `json:"titles"`
	Lines  int        `json:"lines"`  // columns at the end that are of lines
	Hidden int        `json:"hidden"` // columns that the asker may not read
	Rows   [][]string `json:"rows"`
}

// sampled is how many records a sample is of, at most.
const sampled = 20

// Sample shows what a template makes of the first records that the asker may read; of
// the release that the rights are of.
func (x *Exchange) Sample(ctx context.Context, rights *access.Rights, template *catalog.Export, language string) (*Sample, error) {
	ask := Export{Table: template.Table.Key, Template: template.Key, Language: language, Actor: rights.Actor()}
	out, err := x.outgoing(rights, ask)
	if err != nil {
		return nil, err
	}
	made := &Sample{Titles: out.titles(), Rows: [][]string{}, Hidden: len(template.Columns) + len(template.Lines) - len(out.titles())}
	if out.lines != nil {
		made.Lines = len(out.lines.columns)
	}
	page, err := decoded(x.Query.List(ctx, rights, ask.Table, query.Request{Size: sampled, Sort: out.sort, Fields: fieldsOf(out.columns)}))
	if err != nil {
		return nil, err
	}
	return made, x.writePage(ctx, rights, ask, out, page.Rows, made)
}

func (s *Sample) write(cells []any) error {
	row := make([]string, len(cells))
	for i, v := range cells {
		switch v := v.(type) {
		case nil:
		case bool:
			row[i] = strconv.FormatBool(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	if len(s.Rows) < sampled {
		s.Rows = append(s.Rows, row)
	}
	return nil
}
