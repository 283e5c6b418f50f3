package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// neverDay is before all days that there are records of.
const neverDay = "0001-01-01"

// stretch is the days that a report is narrowed to, where it has figures of other days
// too. An end that is "" is open.
type stretch struct {
	field string
	days  Days
	begin map[string]carried // by span; none: with the first record
}

// stretchOf reads the days that a value of a parameter asks for: a period, a range or
// nothing, since only these have days before them.
//
// Invalid: report.bad_period.
func stretchOf(param *catalog.ReportParam, value any, today time.Time) (*stretch, error) {
	s := &stretch{field: param.Meta.Path(), begin: map[string]carried{}}
	period, named := periodIn(value)
	ends, ranged := value.([]any)
	switch {
	case named:
		s.days, _ = DaysOf(period, today)
	case ranged && len(ends) == 2:
		s.days = Days{dayOf(ends[0]), dayOf(ends[1])}
	case !isEmpty(value):
		return nil, fault.New(fault.Invalid, "report.bad_period", "period", fmt.Sprint(value)).On("params." + s.field)
	}
	return s, nil
}

// dayOf is the day of a value that may have a time of the day too.
func dayOf(end any) string {
	text := textOf(end)
	return text[:min(len(text), len(time.DateOnly))]
}

// all holds for the records of every figure: with those before the stretch, where a
// figure asks for them. A day that is "" is before all others.
func (s *stretch) all(measures []catalog.ReportMeasure) []Leaf {
	from := s.days[0]
	if asks(measures, meta.SpanPrior) {
		from = s.prior()[0]
	}
	if asks(measures, meta.SpanBefore) || asks(measures, meta.SpanUntil) {
		from = min(from, s.begin[meta.SpanBefore].day)
	}
	return s.between(from, s.days[1])
}

func asks(measures []catalog.ReportMeasure, span string) bool {
	return slices.ContainsFunc(measures, func(m catalog.ReportMeasure) bool { return m.Whole.Span == span })
}

// of holds for the records of a figure.
func (s *stretch) of(span string) []Leaf {
	switch span {
	case meta.SpanBefore:
		return append([]Leaf{{s.field, query.Lt, s.first()}}, s.begin[span].leaves()...)
	case meta.SpanUntil:
		return append(s.between("", s.days[1]), s.begin[span].leaves()...)
	case meta.SpanPrior:
		prior := s.prior()
		return s.between(prior[0], prior[1])
	}
	return s.between(s.days[0], s.days[1])
}

func (s *stretch) between(from, to string) []Leaf {
	leaves := between(s.field, []any{from, to})
	if leaves == nil {
		return []Leaf{}
	}
	return leaves
}

// first is the day before which nothing belongs to the stretch.
func (s *stretch) first() string {
	if s.days[0] == "" {
		return neverDay
	}
	return s.days[0]
}

// prior is as many days, just before; none where an end is open.
func (s *stretch) prior() Days {
	from, bad := time.Parse(time.DateOnly, s.days[0])
	if count := s.count(); count != nil && bad == nil {
		return Days{from.AddDate(0, 0, -int(*count)).Format(time.DateOnly), from.AddDate(0, 0, -1).Format(time.DateOnly)}
	}
	return Days{neverDay, neverDay}
}

// count is how many days there are; nil where an end is open.
func (s *stretch) count() *int64 {
	from, bad := time.Parse(time.DateOnly, s.days[0])
	to, worse := time.Parse(time.DateOnly, s.days[1])
	if bad != nil || worse != nil {
		return nil
	}
	days := int64(to.Sub(from)/(24*time.Hour)) + 1
	return &days
}

// something holds for groups that have a figure, where records of other days make groups
// that may have none.
func (r *run) something(ask query.Aggregation) (json.RawMessage, error) {
	if r.stretch == nil {
		return nil, nil
	}
	var some struct {
		Or []Leaf `json:"or"`
	}
	for _, m := range ask.Measures {
		if m.Fn == query.Sum || m.Fn == query.Count {
			some.Or = append(some.Or, Leaf{m.As, query.Ne, json.Number("0")})
		}
	}
	return json.Marshal(some)
}
