package report

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
)

// distance makes a column of stretches of days, counted from today. Their numbers
// rise with the day: the oldest are 0, and so are those that are past.
func (r *run) distance(c *Column, group *meta.ReportGroup) {
	c.Type, c.labels = meta.TypeInteger, map[string]string{}
	last := len(group.Bounds)
	for i := range group.Bounds {
		if group.By == meta.ByAge { // the longest first
			c.edges = append(c.edges, r.day(-group.Bounds[last-1-i]))
		}
	}
	if group.By == meta.ByLeft {
		c.edges = append(c.edges, r.day(0))
		for _, days := range group.Bounds {
			c.edges = append(c.edges, r.day(days+1))
		}
	}
	for i := range len(c.edges) + 1 {
		c.labels[strconv.Itoa(i)] = r.stretchWord(group, i)
	}
}

// day is a day so many days from today.
func (r *run) day(ahead int) string { return r.today.AddDate(0, 0, ahead).Format(time.DateOnly) }

// stretchWord says in days what a stretch is.
func (r *run) stretchWord(group *meta.ReportGroup, number int) string {
	bounds, place := group.Bounds, number-1
	if group.By == meta.ByAge {
		place = len(bounds) - number
	}
	key := "report." + group.By
	switch {
	case place < 0:
		return r.word(key+"_past", 0, 0)
	case place == 0:
		return r.word(key+"_first", 0, bounds[0])
	case place == len(bounds):
		return r.word(key+"_beyond", bounds[place-1], 0)
	}
	return r.word(key, bounds[place-1]+1, bounds[place])
}

// word is a text of the product with the days that it speaks of.
func (r *run) word(key string, from, to int) string {
	text, ok := r.rights.Release().Text(key)
	if !ok {
		return key
	}
	days := map[string]int{"from": from, "to": to}
	return meta.Fill(text.In(r.language), func(name string) (string, bool) {
		value, given := days[name]
		return strconv.Itoa(value), given
	})
}

// stretch holds for the records of a stretch.
func (c *Column) stretch(field string, value any) Leaf {
	number, _ := value.(json.Number)
	at, _ := strconv.Atoi(number.String())
	switch {
	case at <= 0:
		return Leaf{field, query.Lt, c.edges[0]}
	case at >= len(c.edges):
		return Leaf{field, query.Ge, c.edges[len(c.edges)-1]}
	}
	return Leaf{field, query.Between, Days{c.edges[at-1], dayBefore(c.edges[at])}}
}

func dayBefore(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.AddDate(0, 0, -1).Format(time.DateOnly)
}
