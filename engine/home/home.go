package home

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// Homes answers home pages.
type Homes struct {
	Query   *query.Query
	Reports *report.Reports
	Public  Public
}

// Public gives what pages say to everybody, the newest first: at most so many records of
// the first block that lists some, and the address of the page.
type Public func(ctx context.Context, tx *store.Tx, release *catalog.Release, page, language string, most int) ([]Item, string, error)

// Item is a record of a public page.
type Item struct {
	Heading string `json:"heading"`
	Lead    string `json:"lead,omitempty"`
	Fact    string `json:"fact,omitempty"`
	Address string `json:"address,omitempty"` // of its own public page
}

// Ways finds the addresses of what cards lead to, among what somebody is granted;
// 0 and "" where no menu entry leads there.
type Ways interface {
	WayTo(list string) (menuID int, route string)
	WayToReport(report string) (menuID int, route string)
	RouteOf(menuID int) string // "" where the entry is not granted
}

// Ask is for whom a home page is made.
type Ask struct {
	Rights   *access.Rights
	Language string
	Ways     Ways
}

// Page is a home page.
type Page struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Own   bool   `json:"own"` // arranged by the person
	Cards []Card `json:"cards"`
}

// Card is a card with what it shows; which members it has goes by its kind.
type Card struct {
	Key       string           `json:"key"`
	Kind      string           `json:"kind"`
	Title     string           `json:"title"`
	Place     meta.HomePlace   `json:"place"`
	Figures   []Figure         `json:"figures,omitempty"`
	Route     string           `json:"route,omitempty"`  // what the card leads to
	Filter    *report.Tree     `json:"filter,omitempty"` // of the list that it leads to
	Columns   []report.Column  `json:"columns,omitempty"`
	Rows      []map[string]any `json:"rows,omitempty"`
	Opens     bool             `json:"opens,omitempty"` // rows lead to their own page
	Report    *report.Answer   `json:"report,omitempty"`
	Shortcuts []Shortcut       `json:"shortcuts,omitempty"`
	Items     []Item           `json:"items,omitempty"`
	Address   string           `json:"address,omitempty"` // of the public page of the items
	Text      string           `json:"text,omitempty"`
}

// Shortcut is a way to a screen.
type Shortcut struct {
	Title string `json:"title"`
	Route string `json:"route"`
	Icon  string `json:"icon,omitempty"`
}

// Get gives the home page of somebody with all that its cards show; an empty page
// where metadata has none for him.
func (h *Homes) Get(ctx context.Context, tx *store.Tx, ask Ask) (*Page, error) {
	page := &Page{Cards: []Card{}}
	m := of(ask.Rights)
	if m == nil {
		return page, nil
	}
	page.Key, page.Title = m.Key, m.Title.In(ask.Language)
	own, err := places(ctx, tx, ask.Rights.Actor().UserID, m.Key)
	if err != nil {
		return nil, err
	}
	page.Own = own != nil
	for i := range m.Cards {
		card, err := h.card(ctx, tx, ask, &m.Cards[i])
		if code := fault.CodeOf(err); code == fault.Denied {
			continue
		}
		if err != nil {
			return nil, err
		}
		if place, ok := own[card.Key]; ok {
			card.Place = place
		}
		page.Cards = append(page.Cards, *card)
	}
	return page, nil
}

// of is the first home that fits somebody; nil when none does.
func of(rights *access.Rights) *meta.Home {
	homes := slices.SortedFunc(maps.Values(rights.Release().Model.Homes), func(a, b *meta.Home) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
	})
	actor := rights.Actor()
	for _, m := range homes {
		if cmp.Or(m.UserType, meta.BackOffice) == actor.UserType && (m.Needs == "" || rights.Can(m.Needs)) {
			return m
		}
	}
	return nil
}

// card fills a card. A Denied fault when it shows nothing that the asker may see.
func (h *Homes) card(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard) (*Card, error) {
	card := &Card{Key: m.Key, Kind: m.Kind, Place: m.Place}
	if m.Title != nil {
		card.Title = m.Title.In(ask.Language)
	}
	if m.Text != nil {
		card.Text = m.Text.In(ask.Language)
	}
	switch m.Kind {
	case "sentence", "work":
		return card, h.figures(ctx, tx, ask, m, card)
	case "list":
		return card, h.records(ctx, tx, ask, m, card)
	case "chart":
		return card, h.report(ctx, tx, ask, m, card)
	case "shortcuts":
		return card, shortcuts(ask, m, card)
	case "search":
		return card, search(ask, m, card)
	case "create":
		return card, creates(ask, m, card)
	case "page":
		return card, h.public(ctx, tx, ask, m, card)
	}
	return card, nil
}

func (h *Homes) report(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, card *Card) (err error) {
	card.Report, err = h.Reports.Run(ctx, tx, ask.Rights, report.Ask{Report: m.Report, Language: ask.Language})
	if err != nil {
		return err
	}
	card.Title = cmp.Or(card.Title, card.Report.Title)
	_, card.Route = ask.Ways.WayToReport(m.Report)
	return nil
}

// public shows what a page says to everybody; what says nothing is no card.
func (h *Homes) public(ctx context.Context, tx *store.Tx, ask Ask, m *meta.HomeCard, card *Card) (err error) {
	release := ask.Rights.Release()
	card.Items, card.Address, err = h.Public(ctx, tx, release, m.Page, ask.Language, cmp.Or(m.Size, defaultRows))
	if err != nil {
		return err
	}
	if len(card.Items) == 0 {
		return fault.New(fault.Denied, "right.missing", "right", "page")
	}
	card.Title = cmp.Or(card.Title, release.Pages[m.Page].Meta.Title.In(ask.Language))
	return nil
}

// shortcuts lists the granted entries; none at all is Denied.
func shortcuts(ask Ask, m *meta.HomeCard, card *Card) error {
	granted := ask.Rights.MenuIDs()
	for _, id := range m.Menus {
		if _, ok := slices.BinarySearch(granted, id); !ok {
			continue
		}
		item := ask.Rights.Release().Menus[id]
		card.Shortcuts = append(card.Shortcuts, Shortcut{Title: item.Title.In(ask.Language), Route: item.Route, Icon: iconOf(ask.Rights.Release(), item)})
	}
	if card.Shortcuts == nil {
		return fault.New(fault.Denied, "right.missing", "right", "menu")
	}
	return nil
}

// search leads to the list that is asked; Denied where it is not granted.
func search(ask Ask, m *meta.HomeCard, card *Card) error {
	if _, err := listOf(ask, m.List); err != nil {
		return err
	}
	if _, card.Route = ask.Ways.WayTo(m.List); card.Route == "" {
		return fault.New(fault.Denied, "right.missing", "right", "menu")
	}
	return nil
}

// creates leads to the empty page of a record; Denied for who may not make it.
func creates(ask Ask, m *meta.HomeCard, card *Card) error {
	list, err := listOf(ask, m.List)
	if err != nil {
		return err
	}
	if err := ask.Rights.Require(list.Table.Right(string(access.Create))); err != nil {
		return err
	}
	_, route := ask.Ways.WayTo(m.List)
	if route == "" {
		return fault.New(fault.Denied, "right.missing", "right", "menu")
	}
	card.Route = route + "/new"
	return nil
}

// iconOf is the icon of a menu entry, else of the nearest one above it.
func iconOf(release *catalog.Release, item *meta.MenuItem) string {
	for item != nil && item.Icon == "" {
		item = release.Menus[item.Parent]
	}
	if item == nil {
		return ""
	}
	return item.Icon
}
