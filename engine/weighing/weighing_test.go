package weighing_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/weighing"
)

// tables are what metadata gives in the product.
var tables = []string{
	`create table scale (id bigint primary key, version bigint, created_at bigint, updated_at bigint, code varchar(50), code__fold varchar(50), name varchar(200), name__fold varchar(200),
		enabled boolean, condition varchar(20), weight bigint, tare bigint, net boolean, unit varchar(20), raw varchar(200), driver varchar(50), agent varchar(50), agent_guid varchar(50),
		address varchar(200), seen_at bigint)`,
	`create table workstation (id bigint primary key, scale_id bigint)`,
	`create table weighing (id bigint primary key, version bigint, created_at bigint, created_by bigint, updated_at bigint, updated_by bigint, scale_id bigint, station varchar(50),
		session bigint, weight bigint, tare bigint, net boolean, unit varchar(20), raw varchar(200), typed boolean, reason varchar(20))`,
}

// desk is a database with one workstation, at which person 1 stands.
type desk struct {
	t      *testing.T
	db     *store.DB
	now    time.Time
	scales weighing.Scales
}

const bench = 40

// each gives a desk on both databases.
func each(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &desk{t: t, now: time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)}
		d.db = enginetest.Open(t, dsn, store.Options{Now: func() time.Time { return d.now }})
		d.scales.Stand = func(_ context.Context, _ *store.Tx, user int64) (*spool.Stand, error) {
			switch user {
			case 1:
				return &spool.Stand{ID: bench}, nil
			case 2:
				return &spool.Stand{}, nil
			case 3:
				return nil, nil
			}
			return nil, errors.New("nobody knows him")
		}
		err := d.db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, table := range tables {
				if _, err := tx.Exec(ctx, table); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		run(d)
	})
}

func (d *desk) write(do func(ctx context.Context, tx *store.Tx) error) error {
	return d.db.Write(d.t.Context(), do)
}

// note has an agent tell of scales.
func (d *desk) note(agent string, found ...weighing.Found) {
	d.t.Helper()
	err := d.write(func(ctx context.Context, tx *store.Tx) error {
		return d.scales.Note(ctx, tx, spool.Agent{Guid: agent, Name: "of " + agent}, found)
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// place puts the scale of an address on the workstation.
func (d *desk) place(address string) {
	d.t.Helper()
	err := d.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "insert into workstation (id, scale_id) select ?, id from scale where address = ?", bench, address)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// rows are what a question finds, a line each.
func (d *desk) rows(question string) string {
	d.t.Helper()
	var found []string
	err := d.db.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &found, question)
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.Join(found, "\n")
}

// lies is what is told of the scale of a person's workstation.
func (d *desk) lies(user int64) string {
	var w *weighing.Weight
	err := d.db.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		w, err = d.scales.Now(ctx, tx, user)
		return err
	})
	switch {
	case err != nil:
		return err.Error()
	case w == nil:
		return "none"
	}
	return fmt.Sprint(w.Condition, " ", w.Weight, " ", w.Tare, " ", w.Net)
}

// take is the weight that an input means.
func (d *desk) take(w station.Weighing) string {
	var weight string
	w.User, w.Station, w.Session = max(w.User, 1), "pack", 9
	err := d.write(func(ctx context.Context, tx *store.Tx) (err error) {
		weight, err = d.scales.Take(ctx, tx, w)
		return err
	})
	if f, ok := fault.As(err); ok {
		return strings.TrimSpace(f.Key + " " + f.Path)
	}
	if err != nil {
		return err.Error()
	}
	return weight
}

func kilos(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func shown(address, condition, weight string) weighing.Found {
	return weighing.Found{Address: address, Name: "Bench " + address, Driver: "toledo", Condition: condition, Weight: kilos(weight), Tare: kilos("0.25"), Net: true, Unit: "kg", Raw: "raw " + weight}
}

// TestAScaleIsAddedOnceAndFollowed holds what is kept of what agents tell: a scale is one of
// an agent's addresses, its code and name are people's, and what it shows is the last word.
func TestAScaleIsAddedOnceAndFollowed(t *testing.T) {
	each(t, func(d *desk) {
		d.note("a", shown("com1", scale.Stable, "1.2345"), shown("com2", scale.Moving, "-0.0005"))
		d.note("b", shown("com1", scale.Over, "0"))
		if got := d.rows("select name from scale where version = 1 and enabled and code like 'S%' and code__fold = lower(code) and name__fold = lower(name)"); strings.Count(got, "Bench") != 3 {
			t.Errorf("added are %s", got)
		}
		if err := d.write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update scale set name = 'Mine', enabled = false where agent_guid = 'a' and address = 'com1'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		d.now = d.now.Add(time.Minute)
		d.note("a", weighing.Found{Address: "com1", Name: "new", Driver: "lines", Condition: scale.Under, Weight: kilos("2"), Unit: "lb", Raw: "r"})
		const all = `select concat(agent_guid, ' ', address, ' ', name, ' ', driver, ' ', agent, ' ', condition, ' ', weight, ' ', tare, ' ', unit, ' ', raw, ' ', seen_at) from scale order by agent_guid, address`
		want := `a com1 Mine lines of a under 2000 0 lb r 1784116860000
a com2 Bench com2 toledo of a moving -1 250 kg raw -0.0005 1784116800000
b com1 Bench com1 toledo of b over 0 250 kg raw 0 1784116800000`
		if got := d.rows(all); got != want {
			t.Errorf("kept are\n%s", got)
		}
	})
}

// TestWhatNoScaleSaysIsLeftOut holds the bounds of what an agent may tell.
func TestWhatNoScaleSaysIsLeftOut(t *testing.T) {
	each(t, func(d *desk) {
		good := shown("good", scale.Stable, "1")
		longest := good
		longest.Raw = strings.Repeat("x", 200)
		longest.Address = "longest"
		heaviest := shown("heaviest", scale.Stable, "1000000000000")
		odd := []func(*weighing.Found){
			func(f *weighing.Found) { f.Address = "" },
			func(f *weighing.Found) { f.Condition = "fine" },
			func(f *weighing.Found) { f.Condition = "" },
			func(f *weighing.Found) { f.Name = strings.Repeat("x", 201) },
			func(f *weighing.Found) { f.Driver = strings.Repeat("x", 201) },
			func(f *weighing.Found) { f.Unit = strings.Repeat("x", 201) },
			func(f *weighing.Found) { f.Raw = strings.Repeat("x", 201) },
			func(f *weighing.Found) { f.Weight = kilos("1000000000000.001") },
			func(f *weighing.Found) { f.Weight = kilos("-1000000000000.001") },
			func(f *weighing.Found) { f.Weight = kilos("1e4") },
			func(f *weighing.Found) { f.Tare = kilos("1e4") },
		}
		var found []weighing.Found
		for i, change := range odd {
			f := shown(fmt.Sprint("odd", i), scale.Stable, "1")
			change(&f)
			found = append(found, f)
		}
		d.note("a", append(found, good, longest, heaviest)...)
		if got := d.rows("select address from scale order by address"); got != "good\nheaviest\nlongest" {
			t.Errorf("kept are %s", got)
		}
		var many []weighing.Found
		for i := range 60 {
			many = append(many, shown(fmt.Sprint("many", i), scale.Silent, "0"))
		}
		d.note("b", many...)
		if got := strings.Count(d.rows("select address from scale where agent_guid = 'b'"), "many"); got != 50 {
			t.Errorf("of 60 scales %d are kept", got)
		}
	})
}

// TestAWeightIsBelievedWhileItsAgentTells holds whose scale is read, and that what was said
// long ago says nothing.
func TestAWeightIsBelievedWhileItsAgentTells(t *testing.T) {
	each(t, func(d *desk) {
		if got := d.lies(1); got != "none" {
			t.Errorf("at a workstation without a scale lies %s", got)
		}
		d.note("a", shown("com1", scale.Stable, "1.234"), shown("com2", scale.Moving, "9"))
		d.place("com1")
		for user, want := range map[int64]string{1: "stable 1.234 0.25 true", 2: "none", 3: "none", 4: "nobody knows him"} {
			if got := d.lies(user); got != want {
				t.Errorf("before person %d lies %s, want %s", user, got, want)
			}
		}
		told := d.now
		for after, want := range map[time.Duration]string{12 * time.Second: "stable 1.234 0.25 true", 12*time.Second + time.Millisecond: "silent 1.234 0.25 true"} {
			d.now = told.Add(after)
			if got := d.lies(1); got != want {
				t.Errorf("after %s lies %s, want %s", after, got, want)
			}
		}
		d.now = told
		if err := d.write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update scale set enabled = false")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if got := d.lies(1); got != "none" {
			t.Errorf("on a scale that is off lies %s", got)
		}
	})
}

// TestAWeightIsTakenAsTheScaleSaysIt holds what is taken, what is refused, and that each
// weight that counts is kept with where it came from.
func TestAWeightIsTakenAsTheScaleSaysIt(t *testing.T) {
	each(t, func(d *desk) {
		if got := d.take(station.Weighing{Weight: "whatever"}); got != "whatever" {
			t.Errorf("without a scale is taken %s", got)
		}
		d.note("a", shown("com1", scale.Stable, "1.234"))
		d.place("com1")
		for _, tt := range []struct {
			in   station.Weighing
			want string
		}{
			{station.Weighing{Weight: "1.234", Scale: true}, "1.234"},
			{station.Weighing{Weight: "1.2340", Scale: true}, "1.234"},
			{station.Weighing{Weight: "1.235", Scale: true}, "weighing.moved"},
			{station.Weighing{Weight: "", Scale: true}, "weighing.moved"},
			{station.Weighing{Weight: "2.5"}, "weighing.reason reason"},
			{station.Weighing{Weight: "2.5", Reason: "lazy"}, "weighing.reason reason"},
			{station.Weighing{Weight: "2.5", Reason: "dead"}, "2.5"},
			{station.Weighing{Weight: "heavy", Reason: "unfit"}, "heavy"},
			{station.Weighing{Weight: "1e4", Reason: "elsewhere"}, "1e4"},
			{station.Weighing{Weight: "1000000000000.001", Reason: "elsewhere"}, "1000000000000.001"},
			{station.Weighing{User: 4, Weight: "1"}, "nobody knows him"},
			{station.Weighing{User: 2, Weight: "1"}, "1"},
		} {
			if got := d.take(tt.in); got != tt.want {
				t.Errorf("%+v is taken as %s, want %s", tt.in, got, tt.want)
			}
		}
		d.note("a", shown("com1", scale.Moving, "1.234"))
		if got := d.take(station.Weighing{Weight: "1.234", Scale: true}); got != "weighing.unstable" {
			t.Errorf("while it moves is taken %s", got)
		}
		const kept = `select concat(g.weight, ' ', g.tare, ' ', g.unit, ' "', g.raw, '" ', coalesce(g.reason, '-'), ' ', g.station, ' ', g.session, ' ', g.created_by, ' ', s.address)
			from weighing g join scale s on s.id = g.scale_id where g.net and g.typed = (g.reason is not null) and g.updated_by = g.created_by and g.created_at = g.updated_at order by g.id`
		want := `1234 250 kg "raw 1.234" - pack 9 1 com1
1234 250 kg "raw 1.234" - pack 9 1 com1
2500 250 kg "" dead pack 9 1 com1`
		if got := d.rows(kept); got != want {
			t.Errorf("kept are\n%s\nwant\n%s", got, want)
		}
	})
}
