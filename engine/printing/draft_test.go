package printing

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/sample"
	"github.com/wareloom/wareloom/engine/store"
)

func (d *desk) draft(rights *access.Rights, s Sketch) (drawn *Drawn, err error) {
	err = d.DB.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		drawn, err = d.Draft(ctx, tx, rights, s)
		return err
	})
	return drawn, err
}

// TestADraftIsDrawnOverWhatIsMadeUp holds that who designs a template needs no record, and
// no right to any.
func TestADraftIsDrawnOverWhatIsMadeUp(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		nobody := d.with(nil)
		for _, of := range []string{"", sample.Usual, sample.Longest, sample.Empty, sample.Many} {
			drawn, err := d.draft(nobody, Sketch{Template: "slip", Sample: of, Language: "en"})
			if err != nil {
				t.Errorf("%q: %v", of, err)
				continue
			}
			if drawn.Count == 0 || len(drawn.Pages) == 0 || drawn.Pages[0].Width != 100_000 || drawn.Pages[0].Height != 150_000 || !slices.Contains(says(drawn.Pages[0].SVG), "Order") {
				t.Errorf("%q: %d pages, the first one %+v", of, drawn.Count, drawn.Pages[:1])
			}
			if i := slices.IndexFunc(drawn.Places, func(p layout.Place) bool { return p.Band == "top" && p.Page == 1 }); i < 0 || drawn.Notices == nil {
				t.Errorf("%q: bands lie at %+v, notices are %v", of, drawn.Places, drawn.Notices)
			}
		}
	})
}

// TestADraftOfManyPagesShowsTheFirst holds what is sent to twelve pages, and the bands to
// those.
func TestADraftOfManyPagesShowsTheFirst(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		ids := slices.Repeat([]int64{d.first}, mostDraftPages+3)
		drawn, err := d.draft(d.with(nil, printsOrders), Sketch{Template: "slip", IDs: ids, Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		if drawn.Count != len(ids) || len(drawn.Pages) != mostDraftPages {
			t.Errorf("%d pages of %d", len(drawn.Pages), drawn.Count)
		}
		for _, place := range drawn.Places {
			if place.Page > mostDraftPages {
				t.Fatalf("a band lies on page %d", place.Page)
			}
		}
	})
}

// TestWhatWouldRefuseAPrintIsANotice has a record whose code cannot be drawn: the print is
// refused, the draft tells of it.
func TestWhatWouldRefuseAPrintIsANotice(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		odd := d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "苹果"})
		rights := d.with(nil, printsItems)
		if _, err := d.render(rights, Ask{Template: "tag", IDs: []int64{odd}, Format: FormatSVG, Language: "en"}); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("it is printed: %v", err)
		}
		drawn, err := d.draft(rights, Sketch{Template: "tag", IDs: []int64{odd}, Language: "en"})
		if err != nil || !slices.ContainsFunc(drawn.Notices, func(n layout.Notice) bool { return n.Kind == "bad_code" && n.Record == odd && n.Element == "code" }) {
			t.Errorf("the draft tells %+v (%v)", drawn, err)
		}
	})
}

func TestADraftIsRefusedWithTheField(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsOrders)
		for name, tt := range map[string]struct {
			sketch    Sketch
			key, path string
			rights    *access.Rights
		}{
			"no template":           {Sketch{Template: "none"}, "print.unknown", "", rights},
			"no case":               {Sketch{Template: "slip", Sample: "odd"}, "print.sample", "sample", rights},
			"a head nobody makes":   {Sketch{Template: "slip", DPI: 1}, "print.dpi", "dpi", rights},
			"records, unseen":       {Sketch{Template: "slip", IDs: []int64{999}}, "record.not_found", "", rights},
			"records, not his":      {Sketch{Template: "slip", IDs: []int64{d.first}}, "right.missing", "", d.with(nil, looks)},
			"records, far too many": {Sketch{Template: "slip", IDs: make([]int64, MostRecords+1)}, "print.too_many_records", "ids", rights},
		} {
			drawn, err := d.draft(tt.rights, tt.sketch)
			f, _ := fault.As(err)
			if !fault.IsKey(err, tt.key) || f.Path != tt.path || drawn != nil {
				t.Errorf("%s: %v, want %s on %q", name, err, tt.key, tt.path)
			}
		}
	})
}

// TestADraftIsThePrint holds that what a designer sees is what prints.
func TestADraftIsThePrint(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsOrders)
		paper, err := d.render(rights, Ask{Template: "slip", IDs: []int64{d.first}, Format: FormatSVG, Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := d.draft(rights, Sketch{Template: "slip", IDs: []int64{d.first}, Language: "en"})
		if err != nil || strings.TrimSpace(drawn.Pages[0].SVG) != strings.TrimSpace(string(paper.Content)) {
			t.Errorf("the draft says %q, the print %q (%v)", says(drawn.Pages[0].SVG), says(string(paper.Content)), err)
		}
	})
}
