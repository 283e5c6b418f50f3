package home_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// ways leads to lists only.
type ways struct{}

func (ways) WayTo(list string) (int, string)  { return 1, "/" + list }
func (ways) WayToReport(string) (int, string) { return 0, "" }
func (ways) RouteOf(int) string               { return "" }

// noon is now.
var noon = time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)

// cards are one of each kind.
func cards() []meta.HomeCard {
	title := &meta.Text{"zh": "卡", "en": "Card", "es": "Tarjeta"}
	many, one, none := meta.Text{"en": "{n} items"}, meta.Text{"en": "one item"}, meta.Text{"en": "no items"}
	return []meta.HomeCard{
		{Key: "fragile", Kind: "sentence", Title: title, Place: meta.HomePlace{W: 3, H: 2}, Figures: []meta.Figure{
			{Key: "n", List: "item", Filter: meta.Values{"kind": "fragile"}, Words: many, Moment: &meta.Moment{Field: "seen_at", Fn: "min"}},
			{Key: "today", List: "item", Filter: meta.Values{"seen_at": map[string]any{"period": "today"}}, Words: many, One: &one, Compare: &meta.Compare{Days: 7}},
			{Key: "never", List: "item", Filter: meta.Values{"code": "none"}, Words: many},
			{Key: "no", List: "item", Filter: meta.Values{"seen_at": map[string]any{"gt": map[string]any{"now": 60.0}}}, Words: many, None: &none},
		}},
		{Key: "worth", Kind: "work", Title: title, Place: meta.HomePlace{X: 3, W: 3, H: 2}, Figures: []meta.Figure{{Key: "sum", List: "item", Fn: "sum", Field: "price", Words: many}}},
		{Key: "dear", Kind: "list", Title: title, List: "item", Columns: []string{"code", "price"}, Sort: []string{"-code"}, Size: 2},
		{Key: "months", Kind: "chart", Report: "items_per_month"},
		{Key: "ways", Kind: "shortcuts", Title: title, Menus: []int{12, 13}},
		{Key: "where", Kind: "search", Title: title, List: "item"},
		{Key: "new", Kind: "create", Title: title, List: "item", Text: title},
		{Key: "hello", Kind: "text", Text: title},
	}
}

// each gives a world with a home, on both databases.
func each(t *testing.T, run func(t *testing.T, w *accesstest.World, get func(*access.Rights) *home.Page)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		w := accesstest.New(t, db)
		for _, m := range []store.Migrations{query.Migrations(), home.Migrations()} {
			if err := db.Migrate(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		w.Release.Model.Homes["all"] = &meta.Home{Object: meta.Object{Key: "all"}, Order: 2, Cards: cards()}
		w.Release.Model.Homes["buyers"] = &meta.Home{Object: meta.Object{Key: "buyers"}, Order: 1, Needs: "brand.read", Cards: cards()[4:]}
		utc := func(context.Context, auth.Actor) *time.Location { return time.UTC }
		reports := &report.Reports{Query: query.New(db, query.Options{}), Zone: utc, Now: func() time.Time { return noon }}
		homes := &home.Homes{Query: reports.Query, Reports: reports}
		owner := w.Insert("customer", accesstest.Row{"code": "ACME", "name": "Acme"})
		seen := []time.Time{noon.Add(-time.Hour), noon.AddDate(0, 0, -7).Add(-time.Hour), noon.AddDate(0, 0, -7).Add(time.Hour)}
		for i, kind := range []string{"fragile", "plain", "fragile"} {
			w.Insert("item", accesstest.Row{"customer_id": owner, "code": fmt.Sprint("I", i), "kind": kind, "price": decimal.New(int64(150+i), -2), "seen_at": seen[i]})
		}
		w.Insert("user", accesstest.Row{"id": int64(1), "account": "u", "true_name": "Uma", "user_type": "user"})
		run(t, w, func(rights *access.Rights) (page *home.Page) {
			err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				page, err = homes.Get(ctx, tx, home.Ask{Rights: rights, Language: "en", Ways: ways{}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return page
		})
	})
}

func names(page *home.Page) string {
	var keys []string
	for _, card := range page.Cards {
		keys = append(keys, card.Key)
	}
	return page.Key + ": " + strings.Join(keys, " ")
}

// TestGet fills every kind of card, and leaves out those without a right.
func TestGet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World, get func(*access.Rights) *home.Page) {
		rights := func(grant accesstest.Grant) *access.Rights {
			return w.Rights(accesstest.Office(1, w.Role("user", grant)))
		}
		page := get(rights(accesstest.Grant{Menus: []int{12}}))
		if got := names(page); got != "all: fragile worth dear months ways where hello" {
			t.Fatalf("the cards are %s", got)
		}
		fragile := page.Cards[0].Figures
		if got := fmt.Sprint(fragile[0].Value, " ", page.Cards[1].Figures[0].Value, page.Cards[2].Rows); !strings.HasPrefix(got, "2 4.53[map[code:I2 ") {
			t.Errorf("the cards show %s", got)
		}
		if got := fmt.Sprint(fragile[0].Words, ", ", fragile[1].Words, ", ", fragile[2].Words); got != "{n} items, one item, no items" || len(fragile) != 3 {
			t.Errorf("the figures say %s", got)
		}
		if got := fragile[1].Compare; fragile[0].Moment == nil || got == nil || fmt.Sprint(got.Before) != "1" || got.Change != 0 {
			t.Errorf("since %v, beside a week ago %v", fragile[0].Moment, got)
		}
		if got := page.Cards[4].Shortcuts; len(got) != 1 || got[0].Route != "/goods/items/list" {
			t.Errorf("the ways are %v", got)
		}
		if got := page.Cards[5].Route; got != "/item" {
			t.Errorf("the search asks %q", got)
		}
		maker := get(rights(accesstest.Grant{Menus: []int{12}, Buttons: map[int][]string{12: {"create"}}}))
		if got := maker.Cards[6]; got.Key != "new" || got.Route != "/item/new" || got.Text == "" {
			t.Errorf("who may make items is led to %v", got)
		}
		if got := names(get(rights(accesstest.Grant{Menus: []int{14}}))); got != "all: hello" {
			t.Errorf("without a right to items: %s", got)
		}
		hidden := accesstest.Grant{Menus: []int{12}, Rules: map[string]accesstest.Rule{"item": {Hide: []string{"price"}}}}
		if got := names(get(rights(hidden))); got != "all: fragile dear months ways where hello" {
			t.Errorf("without a right to prices: %s", got)
		}
		if got := names(get(rights(accesstest.Grant{Menus: []int{13}}))); got != "buyers: ways hello" {
			t.Errorf("one who reads brands: %s", got)
		}
		client := accesstest.Client(7, 1, w.Role("client", accesstest.Grant{Menus: []int{92}}))
		if got := get(w.Rights(client)); got.Key != "" || len(got.Cards) != 0 {
			t.Errorf("a user type without a home has %v", got)
		}
	})
}

// TestSave arranges a home for one person and forgets it.
func TestSave(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World, get func(*access.Rights) *home.Page) {
		rights := w.Rights(accesstest.Office(1, w.Role("user", accesstest.Grant{Menus: []int{12}})))
		save := func(places home.Places) error {
			return w.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return home.Save(ctx, tx, 1, "all", places)
			})
		}
		for _, bad := range []meta.HomePlace{{W: 0, H: 1}, {X: 7, W: 6, H: 1}, {X: -1, W: 2, H: 1}, {Y: 5000, W: 1, H: 1}} {
			if err := save(home.Places{"fragile": bad}); fault.CodeOf(err) != fault.Invalid {
				t.Errorf("%v: %v", bad, err)
			}
		}
		moved := meta.HomePlace{X: 6, Y: 1, W: 6, H: 4}
		if err := save(home.Places{"fragile": moved}); err != nil {
			t.Fatal(err)
		}
		if page := get(rights); !page.Own || page.Cards[0].Place != moved || page.Cards[1].Place.X != 3 {
			t.Errorf("the cards lie at %v and %v", page.Cards[0].Place, page.Cards[1].Place)
		}
		if err := save(nil); err != nil {
			t.Fatal(err)
		}
		if page := get(rights); page.Own || page.Cards[0].Place.W != 3 {
			t.Errorf("a forgotten card lies at %v", page.Cards[0].Place)
		}
	})
}
