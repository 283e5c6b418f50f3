package layout_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
)

// TestABandThatBeginsAPageBeginsNoneBefore: at the beginning of a record the page is new
// already, and so it is under a head of the table alone.
func TestABandThatBeginsAPageBeginsNoneBefore(t *testing.T) {
	broken := band(meta.BandBody, 5, says("a", "=A", 4))
	broken.Meta.Break = true
	wantPages(t, print(t, list(broken, broken), layout.Record{}),
		"Contents | A | 1 / 2",
		"Contents | A | 2 / 2")
	head := band(meta.BandGroupHead, 5, says("box", "box", 4))
	head.Meta.Group, head.Meta.Break = "box", true
	wantPages(t, print(t, list(band(meta.BandTableHead, 5, says("head", "=Item", 4)), head, band(meta.BandLine, 5, says("item", "item", 4))), lines(3)),
		"Contents | Item | BOX-1 | ITEM-1 | ITEM-3 | 1 / 2",
		"Contents | Item | BOX-2 | ITEM-2 | 2 / 2")
}

// TestABandOfWhatIsEmptyTakesItsRoom, so that what has no room below it goes on a new page.
func TestABandOfWhatIsEmptyTakesItsRoom(t *testing.T) {
	template := list(band(meta.BandBody, 15, says("note", "note", 4)), band(meta.BandBody, 20, says("high", "=High", 4)))
	made := print(t, template, layout.Record{})
	wantPages(t, made, "Contents | 1 / 2", "Contents | High | 2 / 2")
	if len(made.Notices) > 0 {
		t.Errorf("told is %+v", made.Notices)
	}
}
