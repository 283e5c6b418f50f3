package recordtest

import (
	"context"
	_ "embed"
	"encoding/json"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed shop.json
var shop []byte

// Now is the time in the shop.
var now = time.Date(2026, 3, 9, 23, 30, 0, 0, time.UTC)

// Menus of the shop: all rights of the office, some of them, those of a client.
const (
	MenuAll    = 11
	MenuSome   = 12
	MenuClient = 92
)

// Shop is a database with the shop's tables and what writes them.
type Shop struct {
	*accesstest.World
	Settings *setting.Settings
	Hooks    *record.Hooks
	Records  *record.Records

	t testing.TB
}

// New makes the shop in an empty database.
func New(t testing.TB, db *store.DB) *Shop {
	t.Helper()
	return With(t, db, "{}")
}

// With makes the shop with further objects, written as its own are; one of a key that it
// has stands in its place.
func With(t testing.TB, db *store.DB, more string) *Shop {
	t.Helper()
	s := &Shop{t: t, Settings: setting.New(Now), Hooks: record.NewHooks()}
	for _, m := range []store.Migrations{auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()} {
		if err := db.Migrate(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	s.World = accesstest.With(t, db, release(t, s.Settings, more))
	s.Records = record.New(s.Access, s.Settings, s.Hooks, Now)
	return s
}

// Now is the time in the shop, half an hour before midnight in UTC.
func Now() time.Time { return now }

// Write runs fn in a write transaction.
func (s *Shop) Write(fn store.Func) error { return s.DB.Write(s.t.Context(), fn) }

// Save saves a record with the rights of an actor.
func (s *Shop) Save(rights *access.Rights, table string, row record.Row) (saved record.Row, err error) {
	err = s.Write(func(ctx context.Context, tx *store.Tx) error {
		saved, err = s.Records.Save(ctx, tx, rights, table, row)
		return err
	})
	return saved, err
}

// Must is Save that has to succeed.
func (s *Shop) Must(rights *access.Rights, table string, row record.Row) record.Row {
	s.t.Helper()
	saved, err := s.Save(rights, table, row)
	if err != nil {
		s.t.Fatalf("save %s %v: %v", table, row, err)
	}
	return saved
}

// Office makes a user of the back office with the rights of a menu.
func (s *Shop) Office(menu int) *access.Rights {
	s.t.Helper()
	user := s.Insert("user", record.Row{"account": "a", "true_name": "A", "user_type": "user"})
	return s.Rights(accesstest.Office(user, s.Role("user", accesstest.Grant{Menus: []int{menu}})))
}

// Client makes a user of a customer.
func (s *Shop) Client(customer int64) *access.Rights {
	s.t.Helper()
	user := s.Insert("user", record.Row{"account": "c", "true_name": "C", "user_type": "client", "customer_id": customer})
	return s.Rights(accesstest.Client(user, customer, s.Role("client", accesstest.Grant{Menus: []int{MenuClient}})))
}

// Goods makes a customer with items of the codes, each at 2.50.
func (s *Shop) Goods(code string, items ...string) (customer int64) {
	s.t.Helper()
	customer = s.Insert("customer", record.Row{"code": code, "name": code})
	for _, item := range items {
		s.Must(s.System(), "item", record.Row{"customer_id": customer, "code": item, "name": "Item " + item, "price": "2.50"})
	}
	return customer
}

// System gives the rights of the system.
func (s *Shop) System() *access.Rights { return access.System(s.Release, "test") }

// Count counts rows by a question.
func (s *Shop) Count(question string, args ...any) (n int) {
	s.t.Helper()
	err := s.DB.Read(s.t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, question, args...) })
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// release compiles the shop's metadata, with the functions of settings.
func release(t testing.TB, settings *setting.Settings, more string) *catalog.Release {
	t.Helper()
	model := meta.NewModel()
	for _, text := range []string{string(shop), more} {
		read(t, model, text)
	}
	functions := expression.NewRegistry()
	for _, f := range settings.Functions(model) {
		if err := functions.Register(f); err != nil {
			t.Fatal(err)
		}
	}
	release, err := catalog.Compile(model, functions)
	if err != nil {
		t.Fatal(err)
	}
	return release.WithNumber(7)
}

// read takes the objects of a text into the model. What has no title bears its key.
func read(t testing.TB, m *meta.Model, text string) {
	t.Helper()
	var objects struct {
		Modules   []*meta.Module
		Dropdowns []*meta.Dropdown
		CodeRules []*meta.CodeRule `json:"code_rules"`
		Settings  []*meta.Setting
		Tables    []*meta.Table
		Documents []*meta.Document
		Lists     []*meta.List
		Menus     []*meta.Menu
	}
	if err := json.Unmarshal([]byte(text), &objects); err != nil {
		t.Fatal(err)
	}
	keep(m.Modules, objects.Modules, func(o *meta.Module) *meta.Object { return &o.Object })
	keep(m.Dropdowns, objects.Dropdowns, func(o *meta.Dropdown) *meta.Object { return &o.Object })
	keep(m.CodeRules, objects.CodeRules, func(o *meta.CodeRule) *meta.Object { return &o.Object })
	keep(m.Settings, objects.Settings, func(o *meta.Setting) *meta.Object { return &o.Object })
	keep(m.Tables, objects.Tables, func(o *meta.Table) *meta.Object { return &o.Object })
	keep(m.Documents, objects.Documents, func(o *meta.Document) *meta.Object { return &o.Object })
	keep(m.Lists, objects.Lists, func(o *meta.List) *meta.Object { return &o.Object })
	keep(m.Menus, objects.Menus, func(o *meta.Menu) *meta.Object { return &o.Object })
}

func keep[T any](into map[string]T, objects []T, of func(T) *meta.Object) {
	for _, o := range objects {
		object := of(o)
		object.Module, object.Layer = "base", meta.LayerBase
		if object.Title == nil {
			object.Title = meta.Text{"zh": object.Key, "en": object.Key, "es": object.Key}
		}
		into[object.Key] = o
	}
}
