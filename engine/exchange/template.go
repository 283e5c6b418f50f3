package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// The first sheet of a template is filled in, the second one explains.
const (
	templateRows  = 1000 // rows of choices
	templateWidth = 18   // characters of a column
	longestChoice = 255  // characters of all choices, as a spreadsheet takes them
)

// Template makes an empty workbook for a mapping: the titles in the asker's
// language, choices to pick from, and a sheet of notes with an example of each
// column.
//
// Denied without the right to import; NotFound screen.unknown.
func (x *Exchange) Template(ctx context.Context, ask Import) (content []byte, err error) {
	im, err := x.about(ctx, ask)
	if err != nil {
		return nil, err
	}
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	t := template{importing: im, book: book, data: "Sheet1", notes: im.word("notes", nil)}
	if err := t.write(); err != nil {
		return nil, fmt.Errorf("write the template of %s: %w", ask.Mapping, err)
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		return nil, fmt.Errorf("write the template of %s: %w", ask.Mapping, err)
	}
	return out.Bytes(), nil
}

// template is a workbook in the making.
type template struct {
	*importing
	book        *excelize.File
	data, notes string // names of the sheets
}

func (t *template) write() error {
	bold, err := t.book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	needed, err := t.book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFF2CC"}}})
	if err != nil {
		return err
	}
	if _, err := t.book.NewSheet(t.notes); err != nil {
		return err
	}
	head := []any{t.word("column", nil), t.word("needed", nil), t.word("what", nil), t.word("example", nil)}
	err = errors.Join(
		t.book.SetSheetRow(t.notes, "A1", &head), t.book.SetRowStyle(t.notes, 1, 1, bold),
		t.book.SetColWidth(t.notes, "A", "B", templateWidth), t.book.SetColWidth(t.notes, "C", "D", 3*templateWidth),
	)
	for i, c := range t.filled() {
		style := bold
		if c.Meta.Required {
			style = needed
		}
		err = errors.Join(err, t.column(i+1, c, style))
	}
	return err
}

// filled are the columns that a file fills.
func (t *template) filled() []*catalog.MappingColumn {
	return slices.DeleteFunc(t.offered(t.allColumns()), func(c *catalog.MappingColumn) bool { return c.Value != nil && c.Meta.From == "" })
}

// column writes the title of a column, its choices and its notes.
func (t *template) column(number int, c *catalog.MappingColumn, style int) error {
	letter, err := excelize.ColumnNumberToName(number)
	if err != nil {
		return err
	}
	required := ""
	if c.Meta.Required {
		required = t.word("needed", nil)
	}
	what, example := t.explain(c)
	note := []any{t.titleOf(c), required, what, example}
	err = errors.Join(
		t.book.SetCellStr(t.data, letter+"1", t.titleOf(c)), t.book.SetCellStyle(t.data, letter+"1", letter+"1", style),
		t.book.SetColWidth(t.data, letter, letter, templateWidth),
		t.book.SetSheetRow(t.notes, fmt.Sprintf("A%d", number+1), &note),
	)
	if choices := t.choices(c); len(choices) > 0 && len(strings.Join(choices, ",")) <= longestChoice {
		pick := excelize.NewDataValidation(true)
		pick.SetSqref(fmt.Sprintf("%s2:%s%d", letter, letter, templateRows))
		err = errors.Join(err, pick.SetDropList(choices), t.book.AddDataValidation(t.data, pick))
	}
	return err
}

// choices are what may stand in a column; none where anything may.
func (t *template) choices(c *catalog.MappingColumn) []string {
	field := c.Path[len(c.Path)-1]
	if field.Family() == meta.FamilyTruth {
		return []string{t.word("yes", nil), t.word("no", nil)}
	}
	if field.Family() != meta.FamilyChoice || field.Dropdown == nil {
		return nil
	}
	var titles []string
	for i := range field.Dropdown.Items {
		titles = append(titles, field.Dropdown.Items[i].Title.In(t.ask.Language))
	}
	return titles
}

// explain says what goes into a column, with an example.
func (t *template) explain(c *catalog.MappingColumn) (what, example string) {
	field := c.Path[len(c.Path)-1]
	example = field.Traits.Example
	if len(c.Path) > 1 {
		return t.word("reference", fault.Params{"field": field.Meta.Title.In(t.ask.Language), "table": c.Path[len(c.Path)-2].To.Meta.Title.In(t.ask.Language)}), example
	}
	if coded(c) {
		return t.word("code", fault.Params{"table": field.To.Meta.Title.In(t.ask.Language)}), example
	}
	if field.Item != nil {
		return t.word("references", fault.Params{"table": field.Item.To.Meta.Title.In(t.ask.Language)}), "A-1; A-2"
	}
	if choices := t.choices(c); len(choices) > 0 {
		return t.word("choice", fault.Params{"choices": strings.Join(choices, ", ")}), choices[0]
	}
	if field.Meta.Help != nil {
		return field.Meta.Help.In(t.ask.Language), example
	}
	return t.word("type."+field.Type, nil), example
}

// word is a word of templates in the asker's language.
func (t *importing) word(key string, params fault.Params) string {
	return t.Word(t.ask.Language, "exchange.template."+key, params)
}
