package impact

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// screens are the kinds whose objects others name; tables and documents are weighed by
// what they hold.
var screens = []string{"list", "form", "tool", "station", "report", "board", "print", "home", "mapping", "export", "dropdown", "element", "code_rule", "setting"}

// weighObjects finds tables, fields and other objects that go.
func (w *weighing) weighObjects(ctx context.Context) error {
	for _, key := range slices.Sorted(maps.Keys(w.before.Tables)) {
		before := w.before.Tables[key]
		after, stays := w.after.Tables[key]
		if !stays {
			if err := w.goes(w.counter.count(ctx, Records, "select count(*) from "+before.From()+" as "+access.Alias), "table", key, before.Meta.Title); err != nil {
				return err
			}
			continue
		}
		if err := w.weighFields(ctx, before, after); err != nil {
			return err
		}
	}
	for _, kind := range screens {
		is := w.after.Model.ObjectsOf(kind)
		for key, object := range meta.Sorted(w.before.Model.ObjectsOf(kind)) {
			if is[key] != nil {
				continue
			}
			if err := w.goes(Count{Of: Places}, kind, key, object.Title); err != nil {
				return err
			}
		}
	}
	return nil
}

// goes tells that an object goes that others name. What is counted in places is the
// number of those.
func (w *weighing) goes(count Count, kind, key string, title meta.Text) error {
	places, err := w.placesOf(kind, key, "")
	if err != nil {
		return err
	}
	if count.Of == Places {
		count.N, count.Known = int64(len(places)), true
	}
	w.breaks(Break{Code: "object", Params: fault.Params{"title": title}, Kind: kind, Key: key, Count: count, Where: places})
	return nil
}

// weighFields finds the fields of a table that go, with the records that have a value.
func (w *weighing) weighFields(ctx context.Context, before, after *catalog.Table) error {
	for _, f := range before.Fields {
		if _, stays := after.Field(f.Key); stays {
			continue
		}
		places, err := w.placesOf("table", before.Key, f.Key)
		if err != nil {
			return err
		}
		count := Count{Of: Records, Known: true}
		if !f.Virtual {
			count = w.counter.count(ctx, Records, "select count(*) from "+before.From()+" as "+access.Alias+" where "+store.Quote(f.Key)+" is not null")
		}
		w.breaks(Break{
			Code: "field", Params: fault.Params{"field": f.Meta.Title, "table": before.Meta.Title},
			Kind: "table", Key: before.Key, Path: "fields/" + f.Key, Count: count, Where: places,
		})
	}
	return nil
}

// placesOf are the places in other objects, of those that stay, that name something.
func (w *weighing) placesOf(kind, key, field string) (kept []Place, err error) {
	places, err := w.named(kind, key, field)
	for _, place := range places {
		_, stays := w.after.Model.Find(place.Kind, place.Key)
		if stays && (place.Kind != kind || place.Key != key) {
			kept = append(kept, place)
		}
	}
	return kept, err
}

// weighMappings finds imports, and forms, that do not fill what every record needs
// from now on.
func (w *weighing) weighMappings(context.Context) error {
	for _, mapping := range meta.Sorted(w.after.Mappings) {
		w.fills(mapping, mapping.Table, mapping.Columns)
		if mapping.Set != nil {
			w.fills(mapping, mapping.Set.Table, mapping.Lines)
		}
	}
	return nil
}

func (w *weighing) fills(mapping *catalog.Mapping, table *catalog.Table, columns []catalog.MappingColumn) {
	for _, f := range table.Fields {
		filled := slices.ContainsFunc(columns, func(c catalog.MappingColumn) bool { return len(c.Path) > 0 && c.Path[0] == f })
		if filled || f == table.HeadField || !w.newlyAsked(table, f) {
			continue
		}
		w.breaks(Break{
			Code: "unfilled", Params: fault.Params{"title": mapping.Meta.Title, "field": f.Meta.Title}, Kind: "mapping", Key: mapping.Key, Path: "columns",
			Count: Count{Of: Places, N: 1, Known: true}, Where: []Place{{"table", table.Key, "fields/" + f.Key, table.Meta.Title}},
		})
	}
}

// newlyAsked reports whether people have to fill a field that they did not have to.
func (w *weighing) newlyAsked(table *catalog.Table, f *catalog.Field) bool {
	if !f.Meta.Required || f.System || f.Default != nil || f.Computed != nil || f.Meta.CodeRule != "" {
		return false
	}
	was, known := w.before.Tables[table.Key]
	if !known {
		return false
	}
	old, had := was.Field(f.Key)
	return !had || !old.Meta.Required
}
