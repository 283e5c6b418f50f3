package screen

import (
	"encoding/json"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// form compiles a form: the fields that the caller may read, in their groups. Whom an owner
// bounds is not asked for the owner.
func (w *compiler) form(f *catalog.Form) *Form {
	compiled := &Form{Key: f.Meta.Key, Table: f.Table.Key, Groups: []FormGroup{}, Lines: []FormLines{}, Related: w.related(f)}
	if f.Meta.Own {
		compiled.Record = w.Rights.Actor().OwnerID
	}
	for _, key := range f.Meta.Essential {
		if field, ok := f.Table.Field(key); ok && w.readable(f.Table, field) && !w.saysOwner(f.Table, key) {
			compiled.Essential = append(compiled.Essential, key)
		}
	}
	for _, g := range f.Groups {
		group := FormGroup{Key: g.Meta.Key, Title: w.textOr(g.Meta.Title, ""), Folded: g.Meta.Folded, Fields: []FormField{}}
		for _, field := range g.Fields {
			if w.readablePath(f.Table, field.Path) && !w.saysOwner(f.Table, field.Path.String()) {
				group.Fields = append(group.Fields, FormField{
					Field: field.Path.String(), Span: field.Meta.Span, Visible: w.tree(field.Visible),
					Required: w.tree(field.Required), Readonly: w.tree(field.Readonly),
				})
			}
		}
		compiled.Groups = append(compiled.Groups, group)
	}
	for _, l := range f.Lines {
		w.table(l.Set.Table)
		lines := FormLines{Set: l.Set.Key, Title: w.setTitle(l.Set), Table: l.Set.Table.Key, Columns: w.columns(l.Set.Table, l.Columns), Visible: w.tree(l.Visible)}
		if len(l.Scan) > 0 {
			lines.Scan, lines.Raises = l.Scan.String(), w.tree(l.Raises)
		}
		compiled.Lines = append(compiled.Lines, lines)
	}
	compiled.Preview = w.preview(f)
	return compiled
}

// preview is what a form tries on a new record, for whom may make one and take the action.
func (w *compiler) preview(f *catalog.Form) *FormPreview {
	document := w.release.Documents[f.Table.Key]
	if f.Meta.Preview == nil || document == nil || !w.holds(f.Table, meta.Create) {
		return nil
	}
	if action, ok := document.Action(f.Meta.Preview.Action); !ok || !w.mayTake(action) {
		return nil
	}
	compiled := &FormPreview{Action: f.Meta.Preview.Action}
	for _, key := range f.Meta.Preview.Fields {
		if field, ok := f.Table.Field(key); ok && w.readable(f.Table, field) {
			compiled.Fields = append(compiled.Fields, key)
		}
	}
	return compiled
}

func (w *compiler) setTitle(s *catalog.LineSet) string {
	return w.textOr(s.Meta.Title, w.text(s.Table.Meta.Title))
}

// related are the lists of referring records that the caller may open.
func (w *compiler) related(f *catalog.Form) []Related {
	all := []Related{}
	for i, r := range f.Meta.Related {
		list, ok := w.release.Lists[r.Of()]
		if !ok || !w.holds(list.Table, "read") {
			continue
		}
		related := Related{List: r.Of(), Table: list.Table.Key, Field: r.Field, Title: w.textOr(r.Title, w.text(list.Meta.Title)), Value: w.tree(f.Values[i]), Filter: r.Filter}
		item := w.menuOf("list:" + r.Of())
		if item == nil {
			item = w.menuOf("document:" + r.Of())
		}
		if item != nil {
			related.MenuID, related.Route = item.ID, item.Route
		}
		all = append(all, related)
	}
	return all
}

// beside compiles what a list says of a record; nil where the caller may not read it.
func (w *compiler) beside(b *meta.Beside) *Beside {
	if b == nil {
		return nil
	}
	list, ok := w.release.Lists[b.List]
	if !ok || !w.holds(list.Table, "read") {
		return nil
	}
	compiled := &Beside{
		List: b.List, Table: list.Table.Key, Field: b.Field, Same: notNil(b.Same), Group: list.Meta.Group,
		Columns: w.columns(list.Table, list.Columns), Measures: w.measures(list),
	}
	compiled.Columns = slices.DeleteFunc(compiled.Columns, func(c Column) bool { return c.Field == b.Field })
	return compiled
}

// document compiles the states of a document and the actions the caller may take.
func (w *compiler) document(d *catalog.Document) *Document {
	compiled := &Document{Table: d.Key, Lines: []LineSet{}, States: []State{}, Actions: []Action{}, Next: []Next{}}
	for _, set := range d.Sets {
		w.table(set.Table)
		compiled.Lines = append(compiled.Lines, LineSet{
			Key: set.Key, Table: set.Table.Key, Field: set.Field.Key, Title: w.setTitle(set), Min: set.Meta.Min, Max: set.Meta.Max,
		})
	}
	for _, s := range d.States {
		edit := s.Meta.Edit
		if len(edit) == 0 {
			edit = json.RawMessage("false")
		}
		compiled.States = append(compiled.States, State{Key: s.Key, Title: w.text(s.Meta.Title), Phase: s.Meta.Phase, Edit: edit})
	}
	w.way(d, compiled)
	for _, a := range d.Actions {
		if w.mayTake(a) {
			compiled.Actions = append(compiled.Actions, w.action(a))
		}
	}
	compiled.Next = append(compiled.Next, w.steps(d)...)
	return compiled
}

// steps names the steps of the road that leads on from a document.
func (w *compiler) steps(d *catalog.Document) []Next {
	var all []Next
	for _, n := range d.Next {
		next := Next{Key: n.Key, Title: w.textOr(n.Meta.Title, "")}
		if n.Action != nil {
			next.Action, next.Title = n.Action.Key, w.textOr(n.Meta.Title, w.text(n.Action.Meta.Title))
		}
		all = append(all, next)
	}
	return all
}

// way compiles the stages of a document, and the badges that the caller may know of.
func (w *compiler) way(d *catalog.Document, compiled *Document) {
	for _, s := range d.Meta.Stages {
		compiled.Stages = append(compiled.Stages, Stage{Key: s.Key, Title: w.text(s.Title), States: s.States})
	}
	for i, b := range d.Meta.Badges {
		compiled.Badges = append(compiled.Badges, Badge{Key: b.Key, Title: w.text(b.Title), When: w.tree(d.Badges[i]), Phase: b.Phase, Tip: b.Tip})
	}
}

// fillTool compiles a tool: its list, which offers nothing else, and its action.
func (w *compiler) fillTool(key string) error {
	tool, ok := w.release.Tools[key]
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(tool.Action.Right); err != nil {
		return err
	}
	w.entitle(tool.Meta.Title)
	list, err := w.list(tool.List)
	if err != nil {
		return err
	}
	list.Actions, list.Create, list.Import = []Action{}, false, []Import{}
	w.screen.Tool = &Tool{List: list, Action: w.action(tool.Action), Preview: tool.Meta.Preview, Help: w.textOr(tool.Meta.Help, "")}
	return nil
}

// fillStation compiles a scan workstation.
func (w *compiler) fillStation(key string) error {
	station, ok := w.release.Stations[key]
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(station.Right); err != nil {
		return err
	}
	w.entitle(station.Meta.Title)
	compiled := &Station{Key: key, Steps: []Step{}, Buttons: []Button{}, Params: w.fields(station.Params), Undo: station.Meta.Undo, Counts: station.Meta.Done != nil, Hears: station.Meta.Hears}
	for _, s := range station.Meta.Steps {
		compiled.Steps = append(compiled.Steps, Step{
			Key: s.Key, Kind: s.Kind, Title: w.text(s.Title), Prompt: w.text(s.Prompt), Buttons: notNil(s.Buttons),
		})
	}
	for _, b := range station.Meta.Buttons {
		compiled.Buttons = append(compiled.Buttons, Button{Code: b.Key, Label: w.text(b.Label), Key: b.Shortcut, Danger: b.Danger})
	}
	w.screen.Station = compiled
	waiting, err := w.waiting(station)
	compiled.Waiting = waiting
	return err
}

// waiting compiles what waits for a station; nil where the caller may not read it.
func (w *compiler) waiting(station *catalog.Station) (*Waiting, error) {
	m, list := station.Meta.Waiting, station.Waiting
	if list == nil || !w.holds(list.Table, "read") {
		return nil, nil // nothing is shown
	}
	compiled, err := w.list(list)
	return &Waiting{List: compiled, Code: m.Code, Due: m.Due, Title: w.text(m.Title), Take: w.textOr(m.Take, "")}, err
}
