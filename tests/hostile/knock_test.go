package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
)

func (o *owner) next() knock {
	table := pick(o.asker, o.tables)
	kinds := []func(*catalog.Table) knock{o.record, o.record, o.record, o.write, o.write, o.act, o.act, o.screen, o.file, o.take, o.bring, o.figure, o.household, o.other}
	return pick(o.asker, kinds)(table)
}

// record asks for one foreign record in all the ways that there are.
func (o *owner) record(table *catalog.Table) knock {
	verb := pick(o.asker, []string{"get", "history", "earlier", "attachments", "detach", "restore", "attach", "delete"})
	more := m{}
	switch verb {
	case "earlier":
		more["version"] = 1
	case "attach", "detach":
		more["file"] = pick(o.asker, o.found.files)
	case "delete", "restore":
		return knock{path: "/api/data/" + table.Key + "/" + verb, body: m{"ids": []int64{o.foreignOf(table)}}, twin: m{"ids": []int64{nobody}}}
	}
	return o.byID(table, verb, more)
}

// write saves into a foreign record, or an own one that refers to foreign ones.
func (o *owner) write(table *catalog.Table) knock {
	row := m{}
	for range 1 + o.IntN(5) {
		field := pick(o.asker, table.Fields)
		if field.To != nil && len(o.foreign[field.To.Key]) > 0 {
			row[field.Key] = o.foreignOf(field.To)
		} else if !field.System {
			row[field.Key] = o.IntN(9)
		}
	}
	switch o.IntN(3) {
	case 0:
		return o.byID(table, "save", row)
	case 1:
		return knock{path: "/api/data/" + table.Key + "/brings", body: m{"field": pick(o.asker, table.Fields).Key, "value": o.foreignOf(table), "record": row}}
	}
	return knock{path: "/api/data/" + table.Key + pick(o.asker, []string{"/save", "/upsert"}), body: row}
}

// act takes an action on a foreign document, asks what it would need, or names a foreign
// record in its parameters.
func (o *owner) act(table *catalog.Table) knock {
	if table.Document == nil || len(table.Document.Actions) == 0 {
		return o.record(table)
	}
	action := pick(o.asker, table.Document.Actions)
	return o.byID(table, pick(o.asker, []string{"act", "params"}), m{"name": action.Key, "params": m{}})
}

func (o *owner) screen(*catalog.Table) knock {
	return pick(o.asker, []knock{
		{path: "/api/meta/screen", body: m{"menuId": pick(o.asker, o.menus)}},
		{path: "/api/meta/screen", body: m{"key": pick(o.asker, o.screens)}},
		{path: "/api/meta/app", body: m{}},
		{path: "/api/home/get", body: m{}},
		{path: "/api/view/list", body: m{}},
		{path: "/api/settings/get", body: m{}},
	})
}

// file asks for a foreign file, by its own key and through a record.
func (o *owner) file(table *catalog.Table) knock {
	key := pick(o.asker, o.found.files)
	body, kind := fileOf("x.txt", "x")
	return pick(o.asker, []knock{
		{path: "/api/files/" + key},
		{path: "/api/files/" + key + "/link", body: m{}},
		{path: "/api/files/upload", body: body, form: kind},
		{path: "/api/data/" + table.Key + "/save", body: m{"image": key, "photo": key, "photos": []string{key}}},
	})
}

// take asks for records on paper and in files.
func (o *owner) take(table *catalog.Table) knock {
	id := o.foreignOf(table)
	template := pick(o.asker, slices.Sorted(maps.Keys(o.release.Prints)))
	return pick(o.asker, []knock{
		{path: "/api/data/" + table.Key + "/export", body: m{"format": "csv", "ids": []int64{id}, "filter": m{"field": "id", "op": "eq", "value": id}}},
		{path: "/api/print/render", body: m{"template": template, "ids": []int64{id}, "format": "svg"}},
		{path: "/api/print/log", body: m{"template": template, "ids": []int64{id}}},
		{path: "/api/print/templates", body: m{"table": table.Key}},
	})
}

// bring imports rows that name what is another's.
func (o *owner) bring(table *catalog.Table) knock {
	mapping := pick(o.asker, slices.Sorted(maps.Keys(o.release.Model.Mappings)))
	var heads, cells []string
	for _, column := range o.release.Model.Mappings[mapping].Columns {
		heads = append(heads, column.Key)
		cells = append(cells, pick(o.asker, []string{"GLOBEX", "GX-01", "1", "ACME", strconv.FormatInt(o.foreignOf(table), 10), "2026-11-20"}))
	}
	body, kind := fileOf("rows.csv", strings.Join(heads, ",")+"\n"+strings.Join(cells, ",")+"\n")
	return knock{path: "/api/import/" + mapping + pick(o.asker, []string{"", "/preview"}), body: body, form: kind}
}

// figure asks reports, lists in groups and drop-downs about the other owner.
func (o *owner) figure(table *catalog.Table) knock {
	key := pick(o.asker, slices.Sorted(maps.Keys(o.release.Reports)))
	params := m{}
	for _, param := range o.release.Reports[key].Params {
		if field := param.Path.Last(); field.To != nil && o.IntN(2) == 0 {
			params[param.Meta.Path()] = o.foreignOf(field.To)
		}
	}
	return pick(o.asker, []knock{
		{path: "/api/report/" + key + "/query", body: m{"params": params}},
		{path: "/api/report/" + key + "/query", body: m{}},
		{path: "/api/report/" + key + "/export", body: m{"params": params, "format": "csv"}},
		{path: "/api/mailing/save", body: m{"report": key, "params": params, "formats": []string{"xlsx"}, "every": "daily", "hour": 1, "user_id": pick(o.asker, o.found.people)}},
		{path: "/api/data/" + table.Key + "/aggregate", body: o.aggregate(table)},
		{path: "/api/common/loadDropDown", body: o.dropdown()},
	})
}

// household asks for the other owner's people and keys.
func (o *owner) household(*catalog.Table) knock {
	person, key := pick(o.asker, o.found.people), pick(o.asker, o.found.keys)
	until := o.house.Clock.Now().AddDate(0, 1, 0).Format("2006-01-02T15:04:05Z07:00")
	save := func(id int64) m { return m{"id": id, "true_name": "X", "may": m{}, "enabled": false} }
	return pick(o.asker, []knock{
		{path: "/api/people/list", body: m{}},
		{path: "/api/own_key/list", body: m{}},
		{path: "/api/people/save", body: save(person), twin: save(nobody)},
		{path: "/api/people/code", body: m{"id": person}, twin: m{"id": int64(nobody)}},
		{path: "/api/own_key/revoke", body: m{"id": key}, twin: m{"id": o.found.noKey}},
		{path: "/api/own_key/rotate", body: m{"id": key, "expires_at": until}, twin: m{"id": o.found.noKey, "expires_at": until}},
		{path: "/api/key/list", body: m{}},
		{path: "/api/key/revoke", body: m{"id": key}},
	})
}

// other asks where nothing of an owner should be at all.
func (o *owner) other(table *catalog.Table) knock {
	code := pick(o.asker, append(slices.Clone(o.found.texts), "GX-01"))
	return pick(o.asker, []knock{
		{path: "/api/code", body: m{"code": code}},
		{path: "/api/bin/list", body: m{"table": table.Key}},
		{path: "/api/job/list", body: m{}},
		{path: fmt.Sprintf("/api/job/%d/get", 1+o.IntN(400)), body: m{}},
		{path: fmt.Sprintf("/api/job/%d/cancel", 1+o.IntN(400)), body: m{}},
		{path: "/api/notice/list", body: m{}},
		{path: "/api/notice/read", body: m{"ids": []int64{int64(1 + o.IntN(400))}}},
		{path: "/api/x/allocation/why", body: m{"id": o.IntN(5000)}},
		{path: "/api/x/inventory/trace", body: m{"code": code}},
		{path: "/api/log/list", body: m{"kind": "change"}},
		{path: "/api/cutover/check", body: m{}},
		{path: "/api/openapi.json"},
	})
}
