package public

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// mostLines bounds the lines of a record.
const mostLines = 200

// longestAsked bounds what is searched, in runes.
const longestAsked = 60

// Fact is a field of a record: words, or a little HTML that was cleaned.
type Fact struct {
	Title, Text string
	Rich        template.HTML
}

// rows shows the first records of a block, or of them what the visitor searches.
func (m *making) rows(ctx context.Context, b *catalog.PageBlock, most int, made *Block) error {
	filter := query.All()
	if len(b.Meta.Find) > 0 {
		made.Search, made.Asked = true, clipped(m.visit.Asked)
		filter = searched(b, made.Asked)
	}
	told, err := m.tell(ctx, b, filter, most)
	if err != nil {
		return err
	}
	to := m.release.Pages[b.Meta.Opens]
	for _, one := range told {
		row := m.row(b.Shows, one)
		row.Address = address(to, one)
		made.Rows = append(made.Rows, row)
	}
	return nil
}

// searched is what holds for the records that a search means.
func searched(b *catalog.PageBlock, asked string) *query.Filter {
	if asked == "" {
		return query.All()
	}
	var means []*query.Filter
	for _, path := range b.Meta.Find {
		means = append(means, query.Is(path, query.Like, asked))
	}
	return query.Any(means...)
}

// record shows the record that the address names, with its lines.
func (m *making) record(ctx context.Context, b *catalog.PageBlock, made *Block) error {
	told, err := m.addressed(ctx, b)
	if err != nil {
		return err
	}
	row := m.row(b.Shows, told)
	made.Record = &row
	return m.lines(ctx, b.Lines, told.ID, made)
}

// addressed is the record that the address names, among those of the block.
func (m *making) addressed(ctx context.Context, b *catalog.PageBlock) (query.Told, error) {
	var means []*query.Filter
	for _, path := range b.Meta.By {
		if value, fits := named(b.Table, path, m.visit.Named); fits {
			means = append(means, query.Is(path, query.Eq, value))
		}
	}
	if len(means) == 0 {
		return query.Told{}, unknown(b)
	}
	told, err := m.tell(ctx, b, query.Any(means...), 1)
	if err != nil || len(told) == 0 {
		return query.Told{}, cmp.Or(err, unknown(b))
	}
	return told[0], nil
}

func unknown(b *catalog.PageBlock) error {
	return fault.New(fault.NotFound, "record.not_found", "table", b.Table.Meta.Title, "id", 0)
}

// named is what an address names as a value of a field; false when it cannot be one.
func named(t *catalog.Table, path, text string) (any, bool) {
	steps, _ := t.Path(path)
	field := steps.Last()
	var value any = text
	if _, isReference := field.ExpressionType().(expression.Reference); isReference || field.ExpressionType() == expression.Int {
		value = json.Number(text)
	}
	_, bad := field.Parse(value)
	return value, bad == nil && text != ""
}

func (m *making) lines(ctx context.Context, lines *catalog.PageLines, id int64, made *Block) error {
	if lines == nil {
		return nil
	}
	made.LinesTitle = in(lines.Meta.Title, m.visit.Language)
	request := query.Request{Where: query.Is(lines.Meta.Field, query.Eq, id), Condition: lines.Where, Sort: lines.Meta.Sort, Fields: paths(lines.Shows)}
	told, err := m.Query.TellIn(ctx, m.tx, m.rights, lines.Table.Key, request, m.reader, mostLines)
	for _, one := range told {
		made.Lines = append(made.Lines, m.row(lines.Shows, one))
	}
	return err
}

// tell reads the records of a block; of those that say the same in several languages,
// one.
func (m *making) tell(ctx context.Context, b *catalog.PageBlock, filter *query.Filter, most int) ([]query.Told, error) {
	fields := paths(b.Shows)
	if to := m.release.Pages[b.Meta.Opens]; to != nil {
		fields = append(fields, to.Meta.Finds().By[0])
	}
	tongue, each := b.Meta.Tongue, 1
	if tongue != nil {
		fields = append(fields, tongue.Of, tongue.Language)
		each = len(m.release.Languages)
	}
	slices.Sort(fields)
	request := query.Request{Where: filter, Condition: b.Where, Sort: b.Meta.Sort, Fields: slices.Compact(fields)}
	told, err := m.Query.TellIn(ctx, m.tx, m.rights, b.Table.Key, request, m.reader, most*each)
	if err != nil || tongue == nil {
		return told, err
	}
	told = m.spoken(tongue, told)
	return told[:min(most, len(told))], nil
}

// spoken keeps of each thing the row in the visitor's language, else the first, in the
// order in which the things come.
func (m *making) spoken(tongue *meta.Tongue, told []query.Told) []query.Told {
	at := map[any]int{}
	var kept []query.Told
	for _, one := range told {
		of := one.Values[tongue.Of]
		i, known := at[of]
		switch {
		case !known:
			at[of] = len(kept)
			kept = append(kept, one)
		case one.Values[tongue.Language] == m.visit.Language:
			kept[i] = one
		}
	}
	return kept
}

func paths(fields []catalog.PageField) []string {
	list := make([]string, len(fields))
	for i := range fields {
		list[i] = fields[i].Meta.Key
	}
	return list
}

// row puts a record into the form in which the page shows it.
func (m *making) row(shows []catalog.PageField, told query.Told) Row {
	var row Row
	for i := range shows {
		f := &shows[i]
		text := told.Words[f.Meta.Key]
		if text == "" {
			continue
		}
		switch f.Meta.How() {
		case meta.AsHeading:
			row.Heading = text
		case meta.AsLead:
			row.Lead = text
		default:
			row.Facts = append(row.Facts, m.fact(f, told, text))
		}
	}
	return row
}

// fact is a field with its title; a moment names its zone, since nobody knows the
// visitor's.
func (m *making) fact(f *catalog.PageField, told query.Told, text string) Fact {
	field := f.Path.Last()
	if at, err := time.Parse(time.RFC3339, asText(told.Values[f.Meta.Key])); err == nil && field.Family() == meta.FamilyMoment {
		text += at.In(m.reader.Zone).Format(" (UTC-07:00)")
	}
	made := Fact{Title: cmp.Or(in(f.Meta.Title, m.visit.Language), field.Meta.Title.In(m.visit.Language)), Text: text}
	switch {
	case f.Meta.How() == meta.AsName:
		made.Text = maskedName(text)
	case f.Meta.How() == meta.AsDigits:
		made.Text = maskedDigits(text)
	case field.Type == meta.TypeRichText:
		made.Rich, made.Text, made.Title = template.HTML(catalog.CleanHTML(text)), "", "" //nolint:gosec // cleaned
	}
	return made
}

func asText(value any) string {
	text, _ := value.(string)
	return text
}

// maskedName leaves the first letter of a name.
func maskedName(text string) string {
	first := []rune(text)[:1]
	return string(first) + "**"
}

// maskedDigits leaves the last four characters of a number, and nothing of a short one.
func maskedDigits(text string) string {
	all := []rune(text)
	if len(all) <= 4 {
		return "****"
	}
	return "****" + string(all[len(all)-4:])
}

// address leads to a record's page; "" for none.
func address(to *catalog.Page, told query.Told) string {
	if to == nil {
		return ""
	}
	return to.At(fmt.Sprint(told.Values[to.Meta.Finds().By[0]]))
}

func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n\n")
}

func clipped(text string) string {
	runes := []rune(strings.TrimSpace(text))
	return string(runes[:min(len(runes), longestAsked)])
}
