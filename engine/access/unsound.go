package access

import (
	"reflect"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// Unsound judges a row of a table that decides about rights, as it is to be saved: the
// tables, fields, menus and buttons that it names must be in the release, and its
// conditions must compile for queries. What stays as it was is left alone, so that a
// role can be saved whose release lost something; old is nil for a new row.
//
// The faults are Invalid and bear the field.
func Unsound(release *catalog.Release, table string, old, row map[string]any) []*fault.Fault {
	j := judge{release: release, old: old, row: row}
	switch table {
	case roleRule:
		j.rule()
	case roleMenu, userMenu:
		j.menu()
	case roleButton, userButton:
		j.button()
	}
	return j.faults
}

// judge collects what is wrong with a row.
type judge struct {
	release  *catalog.Release
	old, row map[string]any
	faults   []*fault.Fault
}

// touched reports whether one of the fields is not as it was.
func (j *judge) touched(fields ...string) bool {
	return j.old == nil || slices.ContainsFunc(fields, func(f string) bool { return !reflect.DeepEqual(j.old[f], j.row[f]) })
}

func (j *judge) refuse(field, key string, pairs ...any) {
	j.faults = append(j.faults, fault.New(fault.Invalid, key, pairs...).On(field))
}

func (j *judge) rule() {
	key, _ := j.row["table_key"].(string)
	table, known := j.release.Tables[key]
	if !known {
		if key != "" && j.touched("table_key") {
			j.refuse("table_key", "right.no_table", "table", key)
		}
		return
	}
	for _, field := range []string{"rows", "check"} {
		if source, _ := j.row[field].(string); strings.TrimSpace(source) != "" && j.touched("table_key", field) {
			if _, err := CompileRule(j.release, table, source); err != nil {
				j.condition(field, err)
			}
		}
	}
	for _, field := range []string{"hide", "mask", "readonly"} {
		if j.row[field] != nil && j.touched("table_key", field) {
			j.names(field, table)
		}
	}
}

// condition words why a condition does not compile.
func (j *judge) condition(field string, err error) {
	if f, ok := fault.As(err); ok {
		j.faults = append(j.faults, f.On(field))
		return
	}
	j.refuse(field, "right.bad_condition")
}

// names wants a list of the table's fields.
func (j *judge) names(field string, table *catalog.Table) {
	list, ok := j.row[field].([]any)
	if !ok {
		j.refuse(field, "right.no_list")
		return
	}
	for _, one := range list {
		name, _ := one.(string)
		if _, known := table.Field(name); !known {
			j.refuse(field, "right.no_field", "table", table.Meta.Title, "field", one)
			return
		}
	}
}

func (j *judge) menu() (id int, known bool) {
	number, given := j.row["menu_id"].(int64)
	_, known = j.release.Menus[int(number)]
	if given && !known && j.touched("menu_id") {
		j.refuse("menu_id", "right.no_menu", "menu", number)
	}
	return int(number), known
}

func (j *judge) button() {
	id, known := j.menu()
	code, given := j.row["button"].(string)
	if known && given && j.touched("menu_id", "button") && !slices.Contains(j.release.Buttons(id), code) {
		j.refuse("button", "right.no_button", "menu", j.release.Menus[id].Title, "button", code)
	}
}
