package public

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// shops are tables of which strangers see some, and pages of each kind.
//
//go:embed testdata/shops.json
var shops string

// street is the world with its pages.
type street struct {
	*accesstest.World
	*Pages
	t *testing.T
}

func each(t *testing.T, run func(t *testing.T, s *street)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, open(t, db)) })
}

func open(t *testing.T, db *store.DB) *street {
	t.Helper()
	if err := db.Migrate(t.Context(), auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()); err != nil {
		t.Fatal(err)
	}
	s := &street{t: t, World: accesstest.With(t, db, accesstest.Joined(t, shops))}
	s.Pages = &Pages{
		Query: query.New(db, query.Options{}), Records: record.New(s.Access, setting.New(time.Now), record.NewHooks(), time.Now),
		Zone: func(context.Context, auth.Actor) *time.Location { return time.FixedZone("CST", 8*3600) },
		Word: func(f *fault.Fault, language string) string { return language + " " + f.Key },
	}
	return s
}

// made makes a page for a visit, by its key.
func (s *street) made(page string, visit Visit) (made *Made, err error) {
	visit.Page = s.Release.Pages[page]
	if visit.Language == "" {
		visit.Language = "en"
	}
	err = s.DB.Read(s.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		made, err = s.Make(ctx, tx, s.Release, visit)
		return err
	})
	return made, err
}

func (s *street) must(page string, visit Visit) *Made {
	s.t.Helper()
	made, err := s.made(page, visit)
	if err != nil {
		s.t.Fatalf("%s: %v", page, err)
	}
	return made
}

// shop makes a shop that strangers see.
func (s *street) shop(code, name string, more accesstest.Row) int64 {
	s.t.Helper()
	row := accesstest.Row{"code": code, "name": name, "shown": true}
	for key, v := range more {
		row[key] = v
	}
	return s.Insert("shop", row)
}

// headings spells rows by what heads them and where they lead.
func headings(rows []Row) string {
	var all []string
	for _, row := range rows {
		all = append(all, strings.TrimSpace(row.Heading+" "+row.Address))
	}
	return strings.Join(all, ", ")
}

// TestAPageShowsWhatItSaysAndNoMore holds rows to the condition of their block, their
// order and number, and each field to how it is shown.
func TestAPageShowsWhatItSaysAndNoMore(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		s.shop("B", "Bakery", accesstest.Row{"note": "Bread", "phone": "13900001001", "owner": "王芳", "opened_at": time.Date(2026, 3, 9, 23, 30, 0, 0, time.UTC)})
		s.shop("A", "Apples & more", nil)
		s.shop("C", "Cakes", nil)
		s.shop("D", "Not shown", accesstest.Row{"shown": false})
		made := s.must("shops", Visit{})
		if made.Title != "Shops" || made.About != "All shops" || len(made.Blocks) != 3 {
			t.Fatalf("the page is %+v", made)
		}
		intro, list := made.Blocks[0], made.Blocks[1]
		if intro.Title != "Welcome" || fmt.Sprint(intro.Paragraphs, intro.Links) != "[One Two] [{All /p/shops}]" {
			t.Errorf("the beginning is %+v", intro)
		}
		if got := headings(list.Rows); got != "Apples & more /p/shop/A, Bakery /p/shop/B" || list.Empty != "None" || !list.Search {
			t.Errorf("rows are %s of %+v", got, list)
		}
		if facts := list.Rows[1]; facts.Lead != "Bread" || fmt.Sprint(facts.Facts) != "[{Phone ****1001 } {Owner 王** } {Opened 2026-03-10 07:30 (UTC+08:00) }]" {
			t.Errorf("the bakery is %+v", facts)
		}
		if len(list.Rows[0].Facts) > 0 {
			t.Errorf("what is not known is shown as %+v", list.Rows[0].Facts)
		}
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			newest, err := s.Newest(ctx, tx, s.Release, s.Release.Pages["shops"], "en", 1)
			if headings(newest) != "Apples & more /p/shop/A" {
				t.Errorf("the newest are %+v", newest)
			}
			if none, err := s.Newest(ctx, tx, s.Release, s.Release.Pages["shop"], "en", 1); len(none) > 0 || err != nil {
				t.Errorf("of a page without rows: %+v (%v)", none, err)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestAVisitorSearches holds a search to the fields that are searched, whatever the letters,
// and its words to no pattern.
func TestAVisitorSearches(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		s.shop("A", "Apples", accesstest.Row{"note": "bread"})
		s.shop("B", "Bakery", nil)
		s.shop("HID", "Apples too", accesstest.Row{"shown": false})
		for asked, want := range map[string]string{"apple": "Apples /p/shop/A", "BAKE": "Bakery /p/shop/B", "b": "Bakery /p/shop/B", "bread": "", "%": "", "_": "", "": "Apples /p/shop/A, Bakery /p/shop/B", "hid": ""} {
			if got := headings(s.must("shops", Visit{Asked: asked}).Blocks[1].Rows); got != want {
				t.Errorf("%q finds %q, want %q", asked, got, want)
			}
		}
		visit := Visit{Page: s.Release.Pages["shops"], Asked: " A/b "}
		if got := visit.Leads(s.Release); got != "/p/shop/A%2Fb" {
			t.Errorf("what is asked leads to %q", got)
		}
		visit.Asked = "  "
		if got := visit.Leads(s.Release); got != "" {
			t.Errorf("nothing leads to %q", got)
		}
	})
}

// TestAnAddressNamesWhatMayBeSeen holds the page of a record to records that are shown, and
// tells nobody what there is beside them.
func TestAnAddressNamesWhatMayBeSeen(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		id := s.shop("A", "Apples", accesstest.Row{"about": `<b>Good</b><script>run()</script>`, "number": int64(12)})
		s.shop("HID", "Not shown", accesstest.Row{"shown": false})
		for name, shown := range map[string]bool{"Pears": true, "Figs": true, "Old": false} {
			s.Insert("offer", accesstest.Row{"shop_id": id, "name": name, "shown": shown})
		}
		for _, named := range []string{"A", "12"} {
			made := s.must("shop", Visit{Named: named})
			block := made.Blocks[0]
			if made.Title != "Apples" || block.Record == nil || block.LinesTitle != "Offers" || headings(block.Lines) != "Figs, Pears" {
				t.Fatalf("%s: the page is %+v", named, made)
			}
			if rich := string(block.Record.Facts[0].Rich); strings.Contains(rich, "script") || !strings.Contains(rich, "<b>Good</b>") {
				t.Errorf("%s: shown is %s", named, rich)
			}
		}
		for _, named := range []string{"HID", "B", "", "13", "a", "99999999999999999999", "\x00"} {
			if made, err := s.made("shop", Visit{Named: named}); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%q: %+v (%v)", named, made, err)
			}
		}
	})
}

// TestPagesWithAPlaceAreLedTo holds the ways to pages with an order and no name in their
// address.
func TestPagesWithAPlaceAreLedTo(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(Ways(accesstest.Joined(t, shops), "es")); got != "[{Escribir /p/write} {Tiendas /p/shops}]" {
		t.Errorf("ways are %s", got)
	}
}

// TestMasksLeaveLittle holds names to their first letter and numbers to their end.
func TestMasksLeaveLittle(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1234": "****", "12345": "****2345", "1": "****", "苹果茶叶们": "****果茶叶们"} {
		if got := maskedDigits(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if got := maskedName("Émile"); got != "É**" {
		t.Errorf("a name is %s", got)
	}
	if got := clipped(" " + strings.Repeat("é", longestAsked+5)); got != strings.Repeat("é", longestAsked) {
		t.Errorf("searched are %d letters", len([]rune(got)))
	}
}
