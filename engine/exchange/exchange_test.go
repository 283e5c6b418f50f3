package exchange

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// files are tables, and ways into them and out of them.
//
//go:embed testdata/files.json
var fileWorld string

// Entries of the menu: what their people may do.
const (
	carriesItems  = 71
	carriesOrders = 72
	onlyLooks     = 73
	ownItems      = 96
)

// shanghai is the zone of those who bring files.
var shanghai = time.FixedZone("CST", 8*3600)

// desk is the world with what carries its records.
type desk struct {
	*accesstest.World
	*Exchange
	t        *testing.T
	customer int64
	now      map[int64]auth.Actor // who somebody is by now; as he was where it says nothing
	acted    []string
}

func each(t *testing.T, run func(t *testing.T, d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) { run(t, begin(t, db)) })
}

func begin(t *testing.T, db *store.DB) *desk {
	t.Helper()
	if err := db.Migrate(t.Context(), auth.Migrations(), job.Migrations(), record.Migrations(), setting.Migrations()); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, World: accesstest.With(t, db, accesstest.Joined(t, fileWorld)), now: map[int64]auth.Actor{}}
	d.Exchange = &Exchange{
		DB: db, Release: func() *catalog.Release { return d.World.Release }, Access: d.World.Access, Query: query.New(db, query.Options{}),
		Records: record.New(d.World.Access, setting.New(time.Now), record.NewHooks(), time.Now), Word: words, Told: func(_, text string) string { return text },
		Fault: func(f *fault.Fault, _ string) string { return f.Key }, Act: d.act, Zone: func(context.Context, auth.Actor) *time.Location { return shanghai },
		Current: func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) {
			if now, known := d.now[was.UserID]; known {
				return now, nil
			}
			return was, nil
		},
	}
	d.customer = d.Insert("customer", accesstest.Row{"code": "ACME", "name": "Acme"})
	d.Insert("customer", accesstest.Row{"code": "GLOB", "name": "Globex"})
	return d
}

// words spells a text by its key and what it is told.
func words(language, key string, params fault.Params) string {
	if column, ok := params["column"]; ok {
		return fmt.Sprint(key, " ", column)
	}
	return key
}

func (d *desk) act(_ context.Context, _ *store.Tx, _ *access.Rights, table, action string, id int64) error {
	d.acted = append(d.acted, action+" "+table)
	if action == "" || id == 0 {
		return fault.New(fault.Conflict, "no action")
	}
	return nil
}

// office is a person of the house with menus and rules.
func (d *desk) office(rules map[string]accesstest.Rule, menus ...int) auth.Actor {
	d.t.Helper()
	return accesstest.Office(7, d.Role("user", accesstest.Grant{Menus: menus, Rules: rules}))
}

// bring imports lines of a CSV file.
func (d *desk) bring(who auth.Actor, mapping string, lines ...string) (*Outcome, error) {
	return d.ask(Import{Mapping: mapping, Language: "en", Actor: who}, nil, lines...)
}

func (d *desk) ask(ask Import, k Keeper, lines ...string) (*Outcome, error) {
	return d.Import(d.t.Context(), ask, "file.csv", []byte(strings.Join(lines, "\n")), func(int, int) error { return nil }, k)
}

// counted spells what became of the rows.
func counted(o *Outcome) string {
	return fmt.Sprintf("%d rows: %d ok, %d failed, %d rejected, %d skipped; %d created, %d updated", o.Rows, o.OK, o.Failed, o.Rejected, o.Skipped, o.Created, o.Updated)
}

// said spells what is wrong with rows.
func said(errors []RowError) string {
	var all []string
	for _, e := range errors {
		all = append(all, fmt.Sprintf("%d %s@%d %s", e.Row, e.Column, e.Cell, e.Message))
	}
	return strings.Join(all, ", ")
}

// told spells rows of one text column, one after the other.
func (d *desk) told(text string, args ...any) string {
	d.t.Helper()
	var lines []string
	err := d.Exchange.DB.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		lines = nil
		return tx.Select(ctx, &lines, text, args...)
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}

func (d *desk) items() string {
	d.t.Helper()
	return d.told(`select code || ' ' || coalesce(name, '-') from item order by code`)
}

// done fails unless an import ended, and with these counts.
func done(t *testing.T, what string, o *Outcome, err error, want string) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if got := counted(o); got != want {
		t.Errorf("%s: %s, want %s: %s", what, got, want, said(o.Errors))
	}
}
