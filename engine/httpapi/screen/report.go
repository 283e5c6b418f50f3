package screen

import (
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/report"
)

// Report is a report as far as it is known before it is asked; what it begins with
// comes with its first answer.
type Report struct {
	Params []Filter         `json:"params"`
	Drill  *Drill           `json:"drill,omitempty"`
	Taken  map[string]Drill `json:"taken,omitempty"` // of figures of other reports
	Export bool             `json:"export"`
}

// fillReport compiles the question of a report.
func (w *compiler) fillReport(key string) error {
	r, ok := w.release.Reports[key]
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(r.Table.Right(string(access.Read))); err != nil {
		return err
	}
	w.entitle(r.Meta.Title)
	w.screen.Report = &Report{Params: []Filter{}, Export: w.Rights.Can(r.Table.Right(meta.Export))}
	for _, param := range r.Params {
		if report.Readable(w.Rights, r.Table, param.Path) {
			w.screen.Report.Params = append(w.screen.Report.Params, w.param(r, param))
		}
	}
	w.screen.Report.Drill = w.drill(r)
	for _, m := range r.Measures {
		if m.Whole.Taken == nil {
			continue
		}
		if way := w.drill(w.release.Reports[m.Whole.Taken.Of(key)]); way != nil {
			w.screen.Report.leads(m.Meta.Key, *way)
		}
	}
	return nil
}

func (r *Report) leads(figure string, way Drill) {
	if r.Taken == nil {
		r.Taken = map[string]Drill{}
	}
	r.Taken[figure] = way
}

// drill is the list of the records behind a report; nil where it has none.
func (w *compiler) drill(r *catalog.Report) *Drill {
	if r.Drill == nil {
		return nil
	}
	way := &Drill{List: r.Drill.Key}
	way.MenuID, way.Route = w.WayTo(r.Drill.Key)
	return way
}

func (w *compiler) param(r *catalog.Report, param catalog.ReportParam) Filter {
	field := param.Path.Last()
	compiled := Filter{
		Key: param.Meta.Path(), Field: param.Meta.Path(), Shape: w.shape(tableOf(r.Table, param.Path), field), Op: param.Meta.Op,
		Periods: param.Meta.Periods, Hidden: param.Meta.Hidden,
	}
	compiled.Title = w.textOr(param.Meta.Title, compiled.Title)
	return compiled
}

// WayTo gives the first granted menu entry that shows a list, and its address;
// none when no entry does.
func (c Caller) WayTo(list string) (menuID int, route string) {
	return c.wayTo("list:"+list, "document:"+list, "tree:"+list)
}

// WayToReport is WayTo for a report.
func (c Caller) WayToReport(report string) (menuID int, route string) {
	return c.wayTo("report:" + report)
}

// RouteOf is the address of a menu entry, "" where it is not granted.
func (c Caller) RouteOf(menuID int) string {
	if _, granted := slices.BinarySearch(c.Rights.MenuIDs(), menuID); !granted {
		return ""
	}
	return c.Rights.Release().Menus[menuID].Route
}

func (c Caller) wayTo(screens ...string) (menuID int, route string) {
	w := compiler{Caller: c, release: c.Rights.Release()}
	for _, name := range screens {
		if item := w.menuOf(name); item != nil {
			return item.ID, item.Route
		}
	}
	return 0, ""
}
