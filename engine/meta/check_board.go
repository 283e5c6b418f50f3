package meta

import (
	"slices"
	"strings"
)

// board checks that the sources are lists whose cards may stand in one order, and that
// each way means the same in all of them.
func (c *checker) board(b *Board) {
	c.object = &b.Object
	once(c, "by", b.By, func(w *BoardWay) string { return w.Key })
	once(c, "sources", b.Sources, func(s *BoardSource) string { return s.Key })
	heads := map[string]*Field{} // by way
	for i := range b.Sources {
		c.boardSource(at("sources", i), b, &b.Sources[i], heads)
	}
	for i, way := range b.By {
		c.boardAlso(at("by", i, "also"), way.Also, heads[way.Key])
	}
}

func (c *checker) boardSource(path string, b *Board, s *BoardSource, heads map[string]*Field) {
	list := refer(c, at(path, "list"), "list", c.model.Lists, s.List)
	if list == nil || c.model.Tables[list.Table] == nil {
		return
	}
	if len(list.Group) > 0 {
		c.wrong(at(path, "list"), "meta.board_grouped", "name", s.List)
	}
	if first := c.model.Lists[b.Sources[0].List]; first != nil && !sortedAlike(first.Sort, list.Sort) {
		c.wrong(at(path, "list"), "meta.board_sorts", "name", s.List, "other", first.Key)
	}
	once(c, at(path, "columns"), s.Columns, func(column *BoardColumn) string { return column.Key })
	for i := range s.Columns {
		c.boardColumn(at(path, "columns", i), b, list, &s.Columns[i], heads)
	}
}

// sortedAlike reports whether two orders have as many parts, each in the same direction.
func sortedAlike(a, b []string) bool {
	down := func(sort string) bool { return strings.HasPrefix(sort, "-") }
	return len(a) > 0 && slices.EqualFunc(a, b, func(x, y string) bool { return down(x) == down(y) })
}

func (c *checker) boardColumn(path string, b *Board, list *List, column *BoardColumn, heads map[string]*Field) {
	if !slices.ContainsFunc(b.By, func(w BoardWay) bool { return w.Key == column.Key }) {
		c.wrong(at(path, "key"), "meta.unknown", "kind", "way", "name", column.Key)
	}
	if field := c.path(at(path, "field"), c.model.Tables[list.Table], column.Field); field != nil {
		first := heads[column.Key]
		if first != nil && (first.Type != field.Type || first.To != field.To || first.Dropdown != field.Dropdown) {
			c.wrong(at(path, "field"), "meta.board_fields", "name", column.Field)
		}
		heads[column.Key] = field
	}
	document := c.model.Documents[list.Table]
	for member, action := range map[string]string{"action": column.Action, "back": column.Back} {
		if action != "" && (document == nil || !document.offers(action)) {
			c.wrong(at(path, member), "meta.unknown", "kind", "action", "name", action)
		}
	}
	if document != nil {
		c.boardMove(path, document, column)
	}
}

// boardMove checks that a move knows all that its actions ask for.
func (c *checker) boardMove(path string, d *Document, column *BoardColumn) {
	for i, name := range []string{column.Action, column.Back} {
		action, ok := d.Action(name)
		if !ok {
			continue
		}
		gives := i == 0 // a move back has no value to give
		for _, param := range action.Params {
			given := gives && param.Key == column.Param
			if param.Required && param.Default == "" && !given {
				c.wrong(path, "meta.board_asks", "name", name, "param", param.Key)
			}
		}
		if gives && !slices.ContainsFunc(action.Params, func(f Field) bool { return f.Key == column.Param }) {
			c.wrong(at(path, "param"), "meta.unknown", "kind", "parameter", "name", column.Param)
		}
	}
}

// boardAlso checks that the rows of a list refer to what heads the columns of a way.
func (c *checker) boardAlso(path string, also *BoardAlso, head *Field) {
	if also == nil {
		return
	}
	t := c.listTable(path, also.List)
	if t == nil {
		return
	}
	value := c.own(at(path, "value"), t, also.Value)
	if value != nil && head != nil && (value.To == "" || value.To != head.To) {
		c.wrong(at(path, "value"), "meta.board_fields", "name", also.Value)
	}
	if also.Same != "" {
		c.own(at(path, "same"), t, also.Same)
	}
}
