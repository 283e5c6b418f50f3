package screen_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

func TestABoardLaysListsIntoColumns(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{board, tasks}, Buttons: map[int][]string{tasks: {"start"}}}), "board:who")
	if s.Board == nil || len(s.Board.Ways) != 1 {
		t.Fatalf("the board is %+v", s.Board)
	}
	way := s.Board.Ways[0]
	if way.Key != "worker" || way.Title != "Worker" || way.None != "Nobody" || way.To != "user" || way.Also == nil || way.Also.Value != "worker_id" || way.Also.List.Key != "worker" {
		t.Errorf("the way is %+v", way)
	}
	same(t, "sources", named(s.Board.Sources, func(b screen.BoardSource) string { return b.Key + " " + b.Title + " " + b.Route }),
		[]string{"tasks Tasks /tasks/all", "more worker /tasks/all"})
	same(t, "filters that all have", named(s.Board.Filters, func(f screen.Filter) string { return f.Key }), []string{})
}

// TestACardMovesByWhatIsGranted holds each move of a card to the right to its action.
func TestACardMovesByWhatIsGranted(t *testing.T) {
	d := open(t)
	for _, tt := range []struct {
		buttons      []string
		action, back string
	}{{nil, "", ""}, {[]string{"start"}, "start", ""}, {[]string{"start", "stop"}, "start", "stop"}} {
		g := grant{Menus: []int{board}, Buttons: map[int][]string{board: tt.buttons}}
		columns := compiled(t, d.office(g), "board:who").Board.Sources[0].Columns
		want := screen.BoardColumn{Key: "worker", Field: "worker_id", Param: "worker_id", Action: tt.action, Back: tt.back}
		if len(columns) != 1 || columns[0] != want {
			t.Errorf("with %v a card moves by %+v, want %+v", tt.buttons, columns, want)
		}
	}
}

// TestABoardWithoutItsFieldHasNoColumns hides what the columns are of.
func TestABoardWithoutItsFieldHasNoColumns(t *testing.T) {
	d := open(t)
	b := compiled(t, d.office(grant{Menus: []int{board}, Rules: map[string]rule{"task": {Hide: []string{"worker_id"}}}}), "board:who").Board
	if len(b.Ways) != 0 || b.Ways == nil || len(b.Sources[0].Columns) != 0 || b.Sources[0].Columns == nil {
		t.Errorf("the board is %+v", b)
	}
}
