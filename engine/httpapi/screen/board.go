package screen

import (
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// Board is cards in columns.
type Board struct {
	Ways    []BoardWay    `json:"ways"`
	Sources []BoardSource `json:"sources"`
	Filters []Filter      `json:"filters"` // that all sources have, by their keys
}

// BoardWay is a way to lay the cards into columns; its shape is that of what heads them.
type BoardWay struct {
	Key string `json:"key"`
	Shape
	None string     `json:"none"` // heads the column of the records without a value
	Also *BoardAlso `json:"also,omitempty"`
}

// BoardAlso is a list whose rows refer to what heads a column that is shown in any case.
type BoardAlso struct {
	List  *List  `json:"list"`
	Value string `json:"value"`          // field of the rows
	Same  string `json:"same,omitempty"` // field of the rows that a card must agree in
}

// BoardSource is a list whose rows are cards.
type BoardSource struct {
	Key     string        `json:"key"`
	Title   string        `json:"title"`
	List    *List         `json:"list"`
	Route   string        `json:"route,omitempty"` // of the page at which its records are worked on
	Columns []BoardColumn `json:"columns"`
}

// BoardColumn says in which column of a way a card lies; the actions are those that a move
// takes, as far as the caller may take them.
type BoardColumn struct {
	Key    string `json:"key"` // of the way
	Field  string `json:"field"`
	Same   string `json:"same,omitempty"` // field of the card that the column must agree in
	Param  string `json:"param,omitempty"`
	Action string `json:"action,omitempty"`
	Back   string `json:"back,omitempty"`
}

// fillBoard compiles a board of what the caller may see of it.
func (w *compiler) fillBoard(key string) error {
	b, ok := w.release.Boards[key]
	if !ok {
		return w.unknown(key)
	}
	w.entitle(b.Meta.Title)
	board := &Board{Ways: []BoardWay{}, Sources: []BoardSource{}, Filters: []Filter{}}
	for _, source := range b.Sources {
		if err := w.boardSource(board, b, source); err != nil {
			return err
		}
	}
	if len(board.Sources) == 0 {
		right := b.Sources[0].List.Table.Right("read")
		return fault.New(fault.Denied, "right.missing", "right", right).With(map[string]string{"reason": "right", "name": right})
	}
	for _, way := range b.Ways {
		if err := w.boardWay(board, b, way); err != nil {
			return err
		}
	}
	board.Filters = commonFilters(board.Sources)
	w.screen.Board = board
	return nil
}

func (w *compiler) boardSource(board *Board, b *catalog.Board, source catalog.BoardSource) error {
	if !w.holds(source.List.Table, "read") {
		return nil
	}
	list, err := w.list(source.List)
	if err != nil {
		return err
	}
	compiled := BoardSource{Key: source.Meta.Key, Title: w.text(source.List.Meta.Title), List: list, Route: w.recordsRoute(source.List.Table), Columns: []BoardColumn{}}
	for _, column := range source.Columns {
		if w.readablePath(source.List.Table, column.Path) {
			compiled.Columns = append(compiled.Columns, w.boardColumn(b, source.List.Table, column))
		}
	}
	board.Sources = append(board.Sources, compiled)
	return nil
}

func (w *compiler) boardColumn(b *catalog.Board, t *catalog.Table, column catalog.BoardColumn) BoardColumn {
	compiled := BoardColumn{Key: column.Meta.Key, Field: column.Path.String(), Param: column.Meta.Param}
	if column.Action != nil && w.mayTake(column.Action) {
		compiled.Action = column.Action.Key
	}
	if column.Back != nil && w.mayTake(column.Back) {
		compiled.Back = column.Back.Key
	}
	for _, way := range b.Ways {
		if way.Meta.Key != column.Meta.Key || way.Same == nil {
			continue
		}
		if same, ok := t.Field(way.Same.Key); ok && w.readable(t, same) {
			compiled.Same = same.Key
		}
	}
	return compiled
}

// boardWay compiles a way that some of the sources have.
func (w *compiler) boardWay(board *Board, b *catalog.Board, way catalog.BoardWay) error {
	for _, source := range b.Sources {
		for _, column := range source.Columns {
			t := source.List.Table
			if column.Meta.Key != way.Meta.Key || !w.holds(t, "read") || !w.readablePath(t, column.Path) {
				continue
			}
			compiled := BoardWay{Key: way.Meta.Key, Shape: w.shape(tableOf(t, column.Path), column.Path.Last()), None: w.text(way.Meta.None)}
			compiled.Title = w.text(way.Meta.Title)
			also, err := w.boardAlso(way)
			compiled.Also = also
			board.Ways = append(board.Ways, compiled)
			return err
		}
	}
	return nil
}

// boardAlso is nil where the caller may not see the list.
func (w *compiler) boardAlso(way catalog.BoardWay) (*BoardAlso, error) {
	if way.Also == nil || !w.holds(way.Also.Table, "read") || !w.readable(way.Also.Table, way.Value) {
		return nil, nil
	}
	list, err := w.list(way.Also)
	also := &BoardAlso{List: list, Value: way.Value.Key}
	if way.Same != nil && w.readable(way.Also.Table, way.Same) {
		also.Same = way.Same.Key
	}
	return also, err
}

// commonFilters are the filters that all sources have, as the first one has them.
func commonFilters(sources []BoardSource) []Filter {
	has := map[string]int{}
	for _, source := range sources {
		for _, filter := range source.List.Filters {
			has[filter.Key]++
		}
	}
	common := []Filter{}
	for _, filter := range sources[0].List.Filters {
		if has[filter.Key] == len(sources) {
			common = append(common, filter)
		}
	}
	return common
}
