package home

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// defaultRows is how many rows a card has where it says nothing.
const defaultRows = 5

// metric counts the records of a list, or sums a field of them.
func (h *Homes) metric(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, list *catalog.List, card *Card) error {
	measure := query.Measure{Fn: query.Count, As: "value"}
	if m.Fn == string(query.Sum) {
		path, ok := list.Table.Path(m.Field)
		if !ok || !report.Readable(ask.Rights, list.Table, path) {
			return fault.New(fault.Denied, "right.missing", "right", m.Field)
		}
		measure.Fn, measure.Field, card.Unit = query.Sum, m.Field, path.Last().Meta.Unit
	}
	filter, err := json.Marshal(card.Filter)
	if err != nil {
		return fmt.Errorf("write filter of card %s: %w", m.Key, err)
	}
	page, err := h.Query.AggregateIn(ctx, tx, ask.Rights, list.Table.Key, query.Aggregation{
		Filter: filter, Condition: list.Where, Measures: []query.Measure{measure},
	})
	if err != nil {
		return fmt.Errorf("card %s: %w", m.Key, err)
	}
	defer page.Release()
	rows, err := report.Rows(page)
	if err != nil || len(rows) == 0 {
		return err
	}
	card.Value = rows[0]["value"]
	return nil
}

// rows shows the first records of a list.
func (h *Homes) rows(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, list *catalog.List, card *Card) error {
	filter, err := json.Marshal(card.Filter)
	if err != nil {
		return fmt.Errorf("write filter of card %s: %w", m.Key, err)
	}
	request := query.Request{Filter: filter, Condition: list.Where, Sort: m.Sort, Size: m.Size, Fields: []string{"id"}}
	if request.Size == 0 {
		request.Size = defaultRows
	}
	for _, name := range m.Columns {
		if path, ok := list.Table.Path(name); ok && report.Readable(ask.Rights, list.Table, path) {
			card.Columns = append(card.Columns, report.FieldColumn(list.Table, path, ask.Language))
			request.Fields = append(request.Fields, name)
		}
	}
	page, err := h.Query.ListIn(ctx, tx, ask.Rights, list.Table.Key, request)
	if err != nil {
		return fmt.Errorf("card %s: %w", m.Key, err)
	}
	defer page.Release()
	card.Rows, err = report.Rows(page)
	for _, row := range card.Rows {
		report.Label(card.Columns, row)
	}
	card.Opens = list.Meta.Open == "form" || list.Meta.Open == "document"
	return err
}
