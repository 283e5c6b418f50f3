package catalog

import "github.com/wareloom/wareloom/engine/meta"

// Board is a compiled board.
type Board struct {
	Key     string
	Meta    *meta.Board
	Ways    []BoardWay
	Sources []BoardSource
}

// BoardWay is a way to lay the cards into columns.
type BoardWay struct {
	Meta  *meta.BoardWay
	Also  *List  // whose rows refer to what heads a column; nil: none
	Value *Field // of the rows of Also
	Same  *Field // of the rows of Also, that a card must agree in; nil: none
}

// BoardSource is a list whose rows are cards.
type BoardSource struct {
	Meta    *meta.BoardSource
	List    *List
	Columns []BoardColumn
}

// BoardColumn says in which column of a way a card lies; the actions are nil where a card
// does not move.
type BoardColumn struct {
	Meta         *meta.BoardColumn
	Path         Path
	Action, Back *Action
}

func (c *compiler) makeBoards() {
	for key, m := range meta.Sorted(c.model.Boards) {
		b := &Board{Key: key, Meta: m}
		for i := range m.By {
			b.Ways = append(b.Ways, c.boardWay(&m.By[i]))
		}
		for i := range m.Sources {
			b.Sources = append(b.Sources, c.boardSource(&m.Sources[i]))
		}
		c.rel.Boards[key] = b
	}
}

func (c *compiler) boardWay(m *meta.BoardWay) BoardWay {
	way := BoardWay{Meta: m}
	if m.Also != nil {
		way.Also = c.rel.Lists[m.Also.List]
		way.Value, _ = way.Also.Table.Field(m.Also.Value)
		way.Same, _ = way.Also.Table.Field(m.Also.Same)
	}
	return way
}

func (c *compiler) boardSource(m *meta.BoardSource) BoardSource {
	source := BoardSource{Meta: m, List: c.rel.Lists[m.List]}
	t := source.List.Table
	for i := range m.Columns {
		column := BoardColumn{Meta: &m.Columns[i], Path: t.mustPath(m.Columns[i].Field)}
		if t.Document != nil {
			column.Action, _ = t.Document.Action(column.Meta.Action)
			column.Back, _ = t.Document.Action(column.Meta.Back)
		}
		source.Columns = append(source.Columns, column)
	}
	return source
}

// board grants to look at the cards and at what heads the columns, and offers the moves:
// those of one name, of whatever document, as one button.
func (g *menuGrant) board(b *Board) {
	for _, way := range b.Ways {
		if way.Also != nil {
			shown := append(shownFields(way.Also), way.Value)
			if way.Same != nil {
				shown = append(shown, way.Same)
			}
			g.read(way.Also.Table, shown)
		}
	}
	for _, source := range b.Sources {
		shown := shownFields(source.List)
		for _, column := range source.Columns {
			shown = append(shown, column.Path...)
			for _, action := range []*Action{column.Action, column.Back} {
				if action != nil {
					g.action(action)
				}
			}
		}
		g.read(source.List.Table, shown)
	}
}
