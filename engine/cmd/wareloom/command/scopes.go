package command

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// writeScopes writes which names expressions see, by where they stand, as the schemas say.
func writeScopes(page *bytes.Buffer, shapes *shape.Shapes) {
	page.WriteString("\n## What an expression sees\n\n| sees | where it stands |\n|---|---|\n")
	stand := scopes{}
	for _, kind := range shapes.Kinds() {
		if kind != "common" && kind != meta.PluginKind { // what is offered is not compiled
			stand.note(kind, shapes.Of(kind))
		}
	}
	for names, places := range meta.Sorted(stand) {
		fmt.Fprintf(page, "| %s | %s |\n", names, strings.Join(places, ", "))
	}
}

// scopes are the places of expressions by the names that they see there.
type scopes map[string][]string

// note notes the expressions from a place down; of parameters and the like only that they
// are fields.
func (all scopes) note(at string, s shape.Shape) {
	if at == "list columns visible" { // only of grids
		return
	}
	if s.Names() == "expression" {
		names := "`" + strings.Join(s.Scope(), "` `") + "`"
		all[names] = append(all[names], at)
		return
	}
	members := s.Members()
	field := slices.Contains(members, "max_length_in") && at != "table fields"
	for _, name := range members {
		if !field || name == "default" {
			all.note(at+" "+name, s.Member(name))
		}
	}
	if item := s.Item(); len(item.Members()) > 0 || item.Names() != "" {
		all.note(at, item)
	}
	if free := s.Member("*"); len(members) == 0 && free.Names() != "" {
		all.note(at, free)
	}
}
