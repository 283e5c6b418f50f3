package home

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// defaultRows is how many rows a card has where it says nothing.
const defaultRows = 5

// listOf is a list that the asker may read.
func listOf(ask Ask, key string) (*catalog.List, error) {
	list, ok := ask.Rights.Release().Lists[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", key)
	}
	return list, ask.Rights.Require(list.Table.Right(string(access.Read)))
}

// filterOf is the filter of a card with what the list narrows to by itself, so that
// the list behind a figure shows what was counted.
func (h *Homes) filterOf(ctx context.Context, ask Ask, list *catalog.List, values meta.Values) (*report.Tree, error) {
	now := h.Reports.Today(ctx, ask.Rights.Actor())
	leaves, err := report.Always(values, now)
	if err != nil {
		return nil, err
	}
	for _, f := range list.Filters {
		field := f.Path.String()
		if _, said := values[field]; said || f.Default == nil || !report.Readable(ask.Rights, list.Table, f.Path) {
			continue
		}
		value, err := f.Default.Eval(ctx, expression.Scope{Vars: map[string]any{"user": ask.Rights.Actor().Values}})
		if err != nil {
			return nil, err
		}
		own, err := report.Narrow(field, report.Operator(f.Meta.Op, f.Path.Last()), value, now)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, own...)
	}
	return &report.Tree{And: leaves}, nil
}

// records shows the first records of a list.
func (h *Homes) records(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, card *Card) error {
	list, err := listOf(ask, m.List)
	if err != nil {
		return err
	}
	if card.Filter, err = h.filterOf(ctx, ask, list, m.Filter); err != nil {
		return err
	}
	_, card.Route = ask.Ways.WayTo(m.List)
	filter, err := json.Marshal(card.Filter)
	if err != nil {
		return fmt.Errorf("write filter of card %s: %w", m.Key, err)
	}
	if len(list.Group) > 0 {
		return h.groups(ctx, tx, ask, m, list, card, filter)
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

// groups shows the first groups of a list that has some, with their figures.
func (h *Homes) groups(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, list *catalog.List, card *Card, filter json.RawMessage) error {
	asked := query.Aggregation{Filter: filter, Condition: list.Where, Sort: m.Sort, Size: cmp.Or(m.Size, defaultRows)}
	for _, path := range list.Group {
		if !report.Readable(ask.Rights, list.Table, path) {
			return fault.New(fault.Denied, "right.missing", "right", path.String())
		}
		asked.Group = append(asked.Group, path.String())
		card.Columns = append(card.Columns, report.FieldColumn(list.Table, path, ask.Language))
	}
	for _, measure := range list.Measures {
		asked.Measures = append(asked.Measures, query.MeasureOf(measure.Meta))
		card.Columns = append(card.Columns, report.FigureColumn(measure, ask.Language))
	}
	page, err := h.Query.AggregateIn(ctx, tx, ask.Rights, list.Table.Key, asked)
	if err != nil {
		return fmt.Errorf("card %s: %w", m.Key, err)
	}
	defer page.Release()
	card.Rows, err = report.Rows(page)
	for _, row := range card.Rows {
		report.Label(card.Columns, row)
	}
	return err
}
