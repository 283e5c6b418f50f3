package spool

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// benches are the tables of prints, of printers and of workstations, and templates.
//
//go:embed testdata/benches.json
var benches string

// Entries of the menu: what their people may do.
const (
	printsItems  = 51
	printsOrders = 52
	looks        = 53
)

type row = accesstest.Row

// latin is a font that has Latin letters alone.
var latin = sync.OnceValues(func() (*font.Family, error) {
	regular, err := font.Parse("regular", goregular.TTF)
	bold, errBold := font.Parse("bold", gobold.TTF)
	return &font.Family{Regular: regular, Bold: bold}, errors.Join(err, errBold)
})

// bench is the world with items to print, and a clock that the test puts.
type bench struct {
	*accesstest.World
	*Spool
	t        *testing.T
	now      time.Time
	people   map[int64]auth.Actor
	customer int64
	items    []int64 // of the codes A, B, C
	acted    []string
	past     map[int64]*catalog.Release // with a template as it was
}

func each(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { run(t, open(t, dsn)) })
}

func open(t *testing.T, dsn string) *bench {
	t.Helper()
	b := &bench{t: t, now: time.Date(2026, 3, 9, 23, 30, 0, 0, time.UTC), people: map[int64]auth.Actor{}}
	db := enginetest.Open(t, dsn, store.Options{Now: func() time.Time { return b.now }})
	if err := db.Migrate(t.Context(), record.Migrations(), Migrations()); err != nil {
		t.Fatal(err)
	}
	b.World = accesstest.With(t, db, accesstest.Joined(t, benches))
	now := func() time.Time { return b.now }
	b.Spool = &Spool{
		Papers: &printing.Papers{
			Query: query.New(db, query.Options{}), Family: latin,
			Zone: func(context.Context, auth.Actor) *time.Location { return time.FixedZone("CST", 8*3600) }, Names: b.names,
		},
		DB: db, Access: b.World.Access, Release: func() *catalog.Release { return b.World.Release },
		Records: record.New(b.World.Access, setting.New(now), record.NewHooks(), now), Act: b.act,
		Past: func(_ context.Context, _ string, number int64) (*catalog.Release, error) {
			if past, there := b.past[number]; there {
				return past, nil
			}
			return b.World.Release, nil
		},
		Current: func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) {
			return b.people[was.UserID], nil
		},
	}
	b.customer = b.Insert("customer", row{"code": "ACME", "name": "Acme Ltd"})
	for _, code := range []string{"A", "B", "C"} {
		b.items = append(b.items, b.Insert("item", row{"customer_id": b.customer, "code": code}))
	}
	return b
}

func (b *bench) names(_ context.Context, _ *store.Tx, _ *catalog.Release, users []int64) (map[int64]string, error) {
	names := map[int64]string{}
	for _, id := range users {
		names[id] = fmt.Sprint("user ", id)
	}
	return names, nil
}

func (b *bench) act(_ context.Context, _ *store.Tx, rights *access.Rights, table, action string, id int64) error {
	b.acted = append(b.acted, fmt.Sprintf("%s %s by %s as %d", action, table, rights.Actor().System, rights.Actor().UserID))
	if id == 0 {
		return errors.New("no record")
	}
	return nil
}

// person gives the rights of somebody with menus; what he may do by now is kept.
func (b *bench) person(id int64, menus ...int) *access.Rights {
	b.t.Helper()
	return b.as(accesstest.Office(id, b.Role("user", accesstest.Grant{Menus: menus})))
}

func (b *bench) as(actor auth.Actor) *access.Rights {
	b.t.Helper()
	b.people[actor.UserID] = actor
	return b.Rights(actor)
}

func (b *bench) print(rights *access.Rights, o Order) (job *Job, err error) {
	err = b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		job, err = b.Print(ctx, tx, rights, o)
		return err
	})
	return job, err
}

func (b *bench) must(job *Job, err error) *Job {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	return job
}

// write runs a step in a transaction of its own.
func (b *bench) write(step func(ctx context.Context, tx *store.Tx) error) {
	b.t.Helper()
	if err := b.Spool.DB.Write(b.t.Context(), step); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) exec(text string, args ...any) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
}

// told spells rows of one text column, one after the other.
func (b *bench) told(text string, args ...any) string {
	b.t.Helper()
	var lines []string
	err := b.Spool.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		lines = nil
		return tx.Select(ctx, &lines, text, args...)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}

// labels spells the labels of the spool: record, print, copy, state.
func (b *bench) labels() string {
	b.t.Helper()
	return b.told(`select l.title || ' ' || l.print_no || '/' || l.copy_no || ' ' || l.status || case when l.ended_at is null then '' else ' ended' end from print_label l order by l.id`)
}

func (b *bench) jobs() string {
	b.t.Helper()
	return b.told("select status || ' ' || labels || ' x' || copies || ' ' || coalesce(reason, '-') from print_job order by id")
}

// printer adds a printer of an agent, whose paper has a size where it is told.
func (b *bench) printer(code string, width, height int64) int64 {
	b.t.Helper()
	made := row{"code": code, "name": code, "language": "zpl", "dpi": "203", "enabled": true, "condition": "silent", "agent_guid": "bench", "address": "tcp://" + code}
	if width > 0 {
		made["width"], made["height"] = decimal.NewFromInt(width), decimal.NewFromInt(height)
	}
	return b.Insert("printer", made)
}

// workstation adds a workstation with printers.
func (b *bench) workstation(code string, printers ...int64) int64 {
	b.t.Helper()
	id := b.Insert("workstation", row{"code": code, "name": "Bench " + code, "enabled": true})
	for _, printer := range printers {
		b.exec("insert into "+store.Quote(catalog.LinkTable("workstation", "printer_ids"))+" ("+catalog.LinkRecord+", "+catalog.LinkItem+") values (?, ?)", id, printer)
	}
	return id
}

// TestKeysOfAttemptsAreReadBack holds the names of labels to one way to write them.
func TestKeysOfAttemptsAreReadBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"7.1": "7 1 true", key(9007199254740991, 12): "9007199254740991 12 true", "7": "7 0 false", "": "0 0 false", ".": "0 0 false",
		"7.": "7 0 false", "7.x": "7 0 false", "x.1": "0 1 false", "7.1.1": "7 0 false", "7,1": "0 0 false", "99999999999999999999.1": "9223372036854775807 1 false",
	} {
		label, attempt, ok := readKey(text)
		if got := fmt.Sprint(label, " ", attempt, " ", ok); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
