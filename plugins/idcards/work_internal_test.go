package idcards

import (
	"errors"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// shows is what was read of a side.
func shows(side string, values map[string]int64) reader.Card {
	c := reader.Card{Side: side, Values: map[string]reader.Value{}}
	for key, sure := range values {
		c.Values[key] = reader.Value{Text: side, Confidence: sure}
	}
	return c
}

func keys(notes []fault.Told) (list []string) {
	for _, n := range notes {
		list = append(list, n.Key)
	}
	return list
}

// TestWhatAServiceSaysOfASide: it is asked on where it may read the other side, asked again
// where it was busy, and left where it knows us not.
func TestWhatAServiceSaysOfASide(t *testing.T) {
	t.Parallel()
	card := shows(reader.Front, map[string]int64{reader.Name: 97})
	for _, tt := range []struct {
		name   string
		found  reader.Card
		err    error
		done   bool
		notes  []string
		again  bool
		locked bool
	}{
		{"a card", card, nil, false, nil, false, false},
		{"a card whose side it does not say", shows("", map[string]int64{reader.Name: 97}), nil, false, nil, false, false},
		{"the other side", shows(reader.Back, map[string]int64{reader.Name: 97}), nil, false, []string{"idcards.other_side"}, false, false},
		{"something else", reader.Card{}, &reader.Said{Means: reader.NotCard}, false, []string{"idcards.not_a_card"}, false, false},
		{"nonsense", reader.Card{}, &reader.Said{Means: reader.Garbled}, false, []string{"idcards.garbled"}, false, false},
		{"later", reader.Card{}, &reader.Said{Means: reader.Busy}, true, nil, true, false},
		{"nothing", reader.Card{}, errors.New("no answer"), true, nil, true, false},
		{"who are you", reader.Card{}, &reader.Said{Means: reader.Locked}, true, nil, false, true},
	} {
		h := &heard{values: map[string]reader.Value{}}
		done := h.said(reader.Front, tt.found, tt.err)
		if done != tt.done || !slices.Equal(keys(h.notes), tt.notes) || (h.again != nil) != tt.again || (h.locked != nil) != tt.locked {
			t.Errorf("%s: done %v, notes %v, again %v, locked %v", tt.name, done, keys(h.notes), h.again, h.locked)
		}
		if (len(h.values) > 0) != (tt.err == nil) {
			t.Errorf("%s: read are %v", tt.name, h.values)
		}
	}
}

// TestTheSurerOfTwoReadingsIsKept, whichever side came first.
func TestTheSurerOfTwoReadingsIsKept(t *testing.T) {
	t.Parallel()
	front := shows(reader.Front, map[string]int64{reader.Name: 90, reader.IDNo: 80})
	back := shows(reader.Back, map[string]int64{reader.Name: 95, reader.IDNo: 80, reader.ValidTo: 10})
	for _, order := range [][]reader.Card{{front, back}, {back, front}} {
		h := &heard{values: map[string]reader.Value{}}
		for _, c := range order {
			h.said(c.Side, c, nil)
		}
		if h.values[reader.Name].Text != reader.Back || h.values[reader.IDNo].Text != order[0].Side || h.values[reader.ValidTo].Confidence != 10 {
			t.Errorf("of %v are kept %v", order, h.values)
		}
	}
}
