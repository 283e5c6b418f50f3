package home

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// Figure is a figure in words that hold {n}, {time} and {since}, with the way to the
// records that it counts.
type Figure struct {
	Key     string       `json:"key"`
	Words   string       `json:"words"`
	Value   any          `json:"value"`
	Unit    string       `json:"unit,omitempty"`
	Scale   int          `json:"scale,omitempty"`
	Phase   string       `json:"phase,omitempty"`
	Moment  any          `json:"moment,omitempty"`
	Compare *Comparison  `json:"compare,omitempty"`
	List    string       `json:"list"`
	Route   string       `json:"route,omitempty"`
	Filter  *report.Tree `json:"filter"`
	Work    string       `json:"work,omitempty"` // where the work is done
}

// Comparison is what the figure was so many days earlier, by the same time of day.
type Comparison struct {
	Days   int `json:"days"`
	Before any `json:"before"`
	Change int `json:"change"` // percent
}

// figures fills a sentence or a table of work. Figures without a right or a way are
// left out, and so is a card that has none.
func (h *Homes) figures(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, card *Card) error {
	for i := range m.Figures {
		figure, err := h.figure(ctx, tx, ask, &m.Figures[i])
		if fault.CodeOf(err) == fault.Denied {
			continue
		}
		if err != nil {
			return fmt.Errorf("card %s: %w", m.Key, err)
		}
		if figure.Words != "" && (figure.Route != "" || figure.Work != "") {
			card.Figures = append(card.Figures, *figure)
		}
	}
	if card.Figures == nil {
		return fault.New(fault.Denied, "right.missing", "right", m.Key)
	}
	return nil
}

// Own is a figure of what the asker did himself: only records that he made count.
// The rights of the ask may be wider than his own.
func (h *Homes) Own(ctx context.Context, tx *store.Tx, ask Ask, m *meta.Figure) (*Figure, error) {
	own := *m
	own.Filter = map[string]any{}
	maps.Copy(own.Filter, m.Filter) // which may have none
	own.Filter["created_by"] = ask.Rights.Actor().UserID
	return h.figure(ctx, tx, ask, &own)
}

func (h *Homes) figure(ctx context.Context, tx *store.Tx, ask Ask, m *meta.Figure) (*Figure, error) {
	list, err := listOf(ask, m.List)
	if err != nil {
		return nil, err
	}
	figure := &Figure{Key: m.Key, List: m.List, Phase: m.Phase, Work: ask.Ways.RouteOf(m.Menu)}
	_, figure.Route = ask.Ways.WayTo(m.List)
	if figure.Filter, err = h.filterOf(ctx, ask, list, m.Filter); err != nil {
		return nil, err
	}
	asked := counting{homes: h, ask: ask, list: list, m: m}
	if err := asked.fill(ctx, tx, figure); err != nil {
		return nil, err
	}
	figure.Words = wordsFor(m, numberOf(figure.Value)).In(ask.Language)
	return figure, nil
}

// counting is one figure being asked for.
type counting struct {
	homes *Homes
	ask   Ask
	list  *catalog.List
	m     *meta.Figure
}

func (c counting) fill(ctx context.Context, tx *store.Tx, figure *Figure) error {
	measures, err := c.measures(figure)
	if err != nil {
		return err
	}
	row, err := c.count(ctx, tx, figure.Filter, measures)
	if err != nil {
		return err
	}
	figure.Value, figure.Moment = row["value"], row["moment"]
	if c.m.Compare == nil {
		return nil
	}
	earlier, err := c.earlier(ctx)
	if err != nil {
		return err
	}
	before, err := c.count(ctx, tx, earlier, measures[:1])
	if err == nil {
		figure.Compare = compared(c.m.Compare.Days, figure.Value, before["value"])
	}
	return err
}

// measures are the figure and the moment, as far as the asker may read them.
func (c counting) measures(figure *Figure) ([]query.Measure, error) {
	value := query.Measure{Fn: query.Count, As: "value"}
	if c.m.Fn == string(query.Sum) {
		path, ok := c.list.Table.Path(c.m.Field)
		if !ok || !report.Readable(c.ask.Rights, c.list.Table, path) {
			return nil, fault.New(fault.Denied, "right.missing", "right", c.m.Field)
		}
		value.Fn, value.Field = query.Sum, c.m.Field
		figure.Unit, figure.Scale = path.Last().Meta.Unit, path.Last().Scale
	}
	measures := []query.Measure{value}
	if moment := c.m.Moment; moment != nil {
		if path, ok := c.list.Table.Path(moment.Field); ok && report.Readable(c.ask.Rights, c.list.Table, path) {
			measures = append(measures, query.Measure{Fn: query.Fn(moment.Fn), Field: moment.Field, As: "moment"})
		}
	}
	return measures, nil
}

func (c counting) count(ctx context.Context, tx *store.Tx, tree *report.Tree, measures []query.Measure) (map[string]any, error) {
	filter, err := json.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("write filter of figure %s: %w", c.m.Key, err)
	}
	page, err := c.homes.Query.AggregateIn(ctx, tx, c.ask.Rights, c.list.Table.Key, query.Aggregation{
		Filter: filter, Condition: c.list.Where, Measures: measures,
	})
	if err != nil {
		return nil, fmt.Errorf("figure %s: %w", c.m.Key, err)
	}
	defer page.Release()
	rows, err := report.Rows(page)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// earlier is the filter of the same stretch so many days before, up to the moment
// that is as late in it as now.
func (c counting) earlier(ctx context.Context) (*report.Tree, error) {
	field, period, _ := c.m.Filter.Stretch()
	now := c.homes.Reports.Today(ctx, c.ask.Rights.Actor())
	then := now.AddDate(0, 0, -c.m.Compare.Days)
	days, known := report.DaysOf(period, then)
	if !known {
		return nil, fault.New(fault.Invalid, "report.bad_period", "period", period)
	}
	values := maps.Clone(c.m.Filter)
	delete(values, field)
	tree, err := c.homes.filterOf(ctx, c.ask, c.list, values)
	if err == nil {
		tree.And = append(tree.And, report.Leaf{Field: field, Op: query.Ge, Value: days[0]},
			report.Leaf{Field: field, Op: query.Le, Value: then.Format(time.RFC3339)})
	}
	return tree, err
}

// compared is nil where there was nothing to compare with.
func compared(days int, now, before any) *Comparison {
	was := numberOf(before)
	if was.Sign() <= 0 {
		return nil
	}
	change := numberOf(now).Sub(was).Mul(decimal.NewFromInt(100)).DivRound(was, 0)
	return &Comparison{Days: days, Before: before, Change: int(change.IntPart())}
}

// wordsFor chooses by number; a figure of 0 without words is said by nobody.
func wordsFor(m *meta.Figure, n decimal.Decimal) meta.Text {
	switch {
	case n.IsZero() && m.None == nil:
		return nil
	case n.IsZero():
		return *m.None
	case n.Equal(decimal.NewFromInt(1)) && m.One != nil:
		return *m.One
	}
	return m.Words
}

func numberOf(v any) decimal.Decimal {
	n, err := decimal.NewFromString(fmt.Sprint(v))
	if err != nil {
		return decimal.Zero
	}
	return n
}
