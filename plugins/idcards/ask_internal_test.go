package idcards

import (
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// TestOtherPicturesEndWhatWasReadOfTheOld: the day on which they came is noted, and goes with
// the last of them; what a person of the house brought is not read by itself.
func TestOtherPicturesEndWhatWasReadOfTheOld(t *testing.T) {
	t.Parallel()
	had := func() plugin.Row {
		return plugin.Row{"front": "f1", "back": "b1", "pictures_at": today, "reading": read, "read_note": "note"}
	}
	for _, tt := range []struct {
		name        string
		change      plugin.Row
		stays, came bool
	}{
		{"another name", plugin.Row{"name": "王"}, true, false},
		{"another front", plugin.Row{"front": "f2"}, false, true},
		{"no back", plugin.Row{"back": nil}, false, true},
		{"neither", plugin.Row{"front": nil, "back": nil}, false, false},
	} {
		e := &plugin.SaveEvent{Old: had(), New: had(), Actor: auth.Actor{UserID: 1}, Tx: new(store.Tx)}
		for key, value := range tt.change {
			e.New[key] = value
		}
		if err := brought(t.Context(), e); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		at, noted := e.New["pictures_at"].(time.Time)
		switch {
		case tt.stays:
			if e.New["reading"] != read || e.New["read_note"] != "note" || !at.Equal(today) {
				t.Errorf("%s: the card is %v", tt.name, e.New)
			}
		case e.New["reading"] != nil || e.New["read_note"] != nil || noted != tt.came || at.Equal(today):
			t.Errorf("%s: the card is %v", tt.name, e.New)
		}
	}
}

func TestACardIsPicturedByEitherSide(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		front, back any
		want        bool
	}{{nil, nil, false}, {"", "", false}, {"f", nil, true}, {nil, "b", true}} {
		if got := pictured(plugin.Row{"front": tt.front, "back": tt.back}); got != tt.want {
			t.Errorf("front %v and back %v are pictures: %v", tt.front, tt.back, got)
		}
	}
}

func TestACardWithoutADayHasNone(t *testing.T) {
	t.Parallel()
	if at := timeOf(plugin.Row{}, "pictures_at"); !at.IsZero() {
		t.Errorf("no day is %s", at)
	}
	if at := timeOf(plugin.Row{"pictures_at": today}, "pictures_at"); !at.Equal(today) {
		t.Errorf("the day is %s", at)
	}
}
