package matrix

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/meta"
)

// absent is an id that no record has.
const absent = 1 << 52

// probe is a call, and the rights of which one is needed for it.
type probe struct {
	path, body string
	anyOf      []string
	rows       bool // answers rows, which must be the caller's own
}

// probes are all calls that a right guards.
func probes(release *catalog.Release) []probe {
	list := []probe{
		{path: "/api/rights/grantable", body: `{}`, anyOf: []string{"role.read"}},
		{path: "/api/preview/start", body: `{}`, anyOf: []string{"role.update"}},
		{path: "/api/settings/save", body: `{}`, anyOf: []string{"setting.update"}},
		{path: "/api/key/list", body: `{}`, anyOf: []string{"api_key.manage"}},
		{path: "/api/key/create", body: `{}`, anyOf: []string{"api_key.manage"}},
		{path: "/api/key/rotate", body: `{}`, anyOf: []string{"api_key.manage"}},
		{path: "/api/key/revoke", body: `{}`, anyOf: []string{"api_key.manage"}},
		{path: "/api/own_key/list", body: `{}`, anyOf: []string{"own_key.manage"}},
		{path: "/api/own_key/create", body: `{}`, anyOf: []string{"own_key.manage"}},
		{path: "/api/own_key/rotate", body: `{}`, anyOf: []string{"own_key.manage"}},
		{path: "/api/own_key/revoke", body: `{}`, anyOf: []string{"own_key.manage"}},
		{path: "/api/people/list", body: `{}`, anyOf: []string{"people.manage"}},
		{path: "/api/people/save", body: `{}`, anyOf: []string{"people.manage"}},
		{path: "/api/people/code", body: `{}`, anyOf: []string{"people.manage"}},
		{path: "/api/device/code", body: `{}`, anyOf: []string{"device.manage"}},
		{path: "/api/device/list", body: `{}`, anyOf: []string{"device.manage"}},
		{path: "/api/device/revoke", body: `{}`, anyOf: []string{"device.manage"}},
	}
	for _, table := range meta.Sorted(release.Tables) {
		list = append(list, ofTable(table)...)
	}
	for key, station := range meta.Sorted(release.Stations) {
		list = append(list, probe{path: "/api/station/" + key + "/start", body: `{}`, anyOf: []string{station.Right}})
	}
	return list
}

func ofTable(table *catalog.Table) []probe {
	root, path := table.Root().Key, "/api/data/"+table.Key+"/"
	right := func(verb string) []string { return []string{root + "." + verb} }
	ids := fmt.Sprintf(`{"ids":[%d]}`, absent)
	list := []probe{
		{path: path + "query", body: `{"size":50}`, anyOf: append(right("read"), root+".lookup"), rows: true},
		{path: path + "get", body: fmt.Sprintf(`{"id":%d}`, absent), anyOf: right("read")},
		{path: path + "aggregate", body: `{"measures":[{"fn":"count","as":"n"}]}`, anyOf: right("read")},
		{path: path + "history", body: fmt.Sprintf(`{"id":%d}`, absent), anyOf: right("history")},
		{path: path + "export", body: `{"format":"pdf"}`, anyOf: right("export")},
	}
	if table.Head == nil && table.Meta.Writes == "" {
		list = append(list,
			probe{path: path + "save", body: `{"no_such_field":1}`, anyOf: right("create")},
			probe{path: path + "save", body: fmt.Sprintf(`{"id":%d,"version":1}`, absent), anyOf: right("update")},
			probe{path: path + "delete", body: ids, anyOf: right("delete")},
			probe{path: path + "restore", body: ids, anyOf: right("delete")})
	}
	if table.Document != nil {
		for _, action := range table.Document.Actions {
			body := fmt.Sprintf(`{"name":%q,"id":%d}`, action.Key, absent)
			list = append(list, probe{path: path + "act", body: body, anyOf: []string{action.Right}})
		}
	}
	return list
}

// allowed reports whether a grant of rights opens the call.
func (p probe) allowed(held []string) bool {
	return slices.ContainsFunc(p.anyOf, func(right string) bool { return right != "" && slices.Contains(held, right) })
}

// judge says what is wrong with an answer, given the rights held; "" for nothing.
func (p probe) judge(answer apptest.Answer, held []string) string {
	refused := answer.StatusCode == 423 || answer.StatusCode == 403
	switch allowed := p.allowed(held); {
	case !allowed && !refused:
		return fmt.Sprintf("is not refused for want of %v", p.anyOf)
	case allowed && refused && p.namesRight(answer.Data):
		return "is refused although the right is held"
	}
	return ""
}

// refusal is the data of an answer that was refused for want of a right.
type refusal struct {
	Reason string `json:"reason"`
	Name   string `json:"name"`
}

// namesRight reports whether an answer refuses the call for one of its rights.
func (p probe) namesRight(data json.RawMessage) bool {
	var why refusal
	return json.Unmarshal(data, &why) == nil && why.Reason == "right" && slices.Contains(p.anyOf, why.Name)
}
