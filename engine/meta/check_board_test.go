package meta_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestABoardMeansTheSameInAllItsLists(t *testing.T) {
	t.Parallel()
	board := func(change func(b *meta.Board)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Boards["work"]) }
	}
	column := func(change func(c *meta.BoardColumn)) func(*meta.Model) {
		return board(func(b *meta.Board) { change(&b.Sources[0].Columns[0]) })
	}
	// and is a second source, of customers, that lie in a column by a field of theirs.
	and := func(field meta.Field, sort ...string) func(*meta.Model) {
		return func(m *meta.Model) {
			add(m, "customer", field)
			m.Lists["customer"].Sort = sort
			m.Boards["work"].Sources = append(m.Boards["work"].Sources, meta.BoardSource{Key: "more", List: "customer", Columns: []meta.BoardColumn{{Key: "who", Field: field.Key}}})
		}
	}
	told(t, counted, []spoilt{
		{"a way twice", board(func(b *meta.Board) { b.By = append(b.By, meta.BoardWay{Key: "who"}) }), "by/1: meta.twice name=who"},
		{"a list twice", board(func(b *meta.Board) { b.Sources = append(b.Sources, b.Sources[0]) }), "sources/1: meta.twice name=orders"},
		{"a list that is none", board(func(b *meta.Board) { b.Sources[0].List = "x" }), "sources/0/list: meta.unknown kind=list name=x"},
		{"a grouped list", func(m *meta.Model) {
			m.Lists["more"] = &meta.List{Object: object("more"), Table: "order", Group: []string{"status"}, Sort: []string{"-status"}}
			m.Boards["work"].Sources[0].List = "more"
		}, "sources/0/list: meta.board_grouped name=more"},
		{"a second list", and(meta.Field{Key: "by", Type: meta.TypeReference, To: "customer"}, "-name"), ""},
		{"a second list in another order", and(meta.Field{Key: "by", Type: meta.TypeReference, To: "customer"}, "name"), "sources/1/list: meta.board_sorts name=customer other=order"},
		{"a second list in more orders", and(meta.Field{Key: "by", Type: meta.TypeReference, To: "customer"}, "-name", "-id"), "sources/1/list: meta.board_sorts"},
		{"columns of another type", func(m *meta.Model) {
			and(meta.Field{Key: "by", Type: meta.TypeText}, "-name")(m)
			m.Boards["work"].By[0].Also = nil
		}, "sources/1/columns/0/field: meta.board_fields name=by"},
		{"lists without an order", func(m *meta.Model) { m.Lists["order"].Sort = nil }, "sources/0/list: meta.board_sorts"},
		{"a column twice", board(func(b *meta.Board) { b.Sources[0].Columns = append(b.Sources[0].Columns, b.Sources[0].Columns[0]) }), "sources/0/columns/1: meta.twice name=who"},
		{"a column of no way", column(func(c *meta.BoardColumn) { c.Key = "when" }), "sources/0/columns/0/key: meta.unknown kind=way name=when"},
		{"a column of no field", column(func(c *meta.BoardColumn) { c.Field = "x" }), "sources/0/columns/0/field: meta.unknown_field"},
		{"a move by no action", column(func(c *meta.BoardColumn) { c.Action = "x" }), "sources/0/columns/0/action: meta.unknown kind=action name=x"},
		{"a move back by no action", column(func(c *meta.BoardColumn) { c.Back = "x" }), "sources/0/columns/0/back: meta.unknown kind=action name=x"},
		{"a move that gives nothing", column(func(c *meta.BoardColumn) { c.Action, c.Back = "free", "" }), "sources/0/columns/0/param: meta.unknown kind=parameter name=to"},
		{"a move back that is asked for more", column(func(c *meta.BoardColumn) { c.Back = "give" }), "sources/0/columns/0: meta.board_asks name=give param=to"},
		{"a move back alone that is asked for more", column(func(c *meta.BoardColumn) { c.Action, c.Param, c.Back = "", "", "give" }), "sources/0/columns/0: meta.board_asks name=give param=to"},
		{"a move that is asked for more", func(m *meta.Model) {
			d := m.Documents["order"]
			d.Actions[1].Params = append(d.Actions[1].Params, meta.Field{Key: "why", Type: meta.TypeText, Required: true})
		}, "sources/0/columns/0: meta.board_asks name=give param=why"},
		{"a move that may be told more", func(m *meta.Model) {
			d := m.Documents["order"]
			d.Actions[1].Params = append(d.Actions[1].Params, meta.Field{Key: "why", Type: meta.TypeText}, meta.Field{Key: "day", Type: meta.TypeText, Required: true, Default: "'a'"})
		}, ""},
		{"further columns of no list", board(func(b *meta.Board) { b.By[0].Also.List = "x" }), "by/0/also/list: meta.unknown kind=list name=x"},
		{"further columns of no field", board(func(b *meta.Board) { b.By[0].Also.Value = "x" }), "by/0/also/value: meta.unknown_field"},
		{"further columns of another field", board(func(b *meta.Board) { b.By[0].Also.Value = "status" }), "by/0/also/value: meta.board_fields name=status"},
		{"further columns that agree in nothing", board(func(b *meta.Board) { b.By[0].Also.Same = "x" }), "by/0/also/same: meta.unknown_field"},
	})
}
