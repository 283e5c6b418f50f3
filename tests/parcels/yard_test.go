package parcels

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
	"github.com/wareloom/wareloom/tests/world"
)

type m = map[string]any

// port is where parcels enter a country.
type port struct {
	code        string
	ratio, step int64 // cubic centimetres of a kilogram; grams
	needsCard   bool
}

var (
	ports  = []port{{"HGH", 6000, 500, false}, {"CAN", 5000, 100, true}}
	zips   = []string{"310012", "311-400", "510000", "99"}
	owners = []string{"ACME", "GLOBEX"}
)

// secret is what the simulated carrier knows us by.
const secret = "the-secret-of-the-test"

// yard is a small building with ports, prices and a carrier, and people who play days in it.
type yard struct {
	*world.Floor
	world     *world.World
	random    *rand.Rand
	book      *book
	house     *simulator.Carrier
	today     int // of the month
	made      int64
	numbers   int
	portIDs   []int64
	cards     []int64 // verified, by owner
	items     map[string]int64
	ruleIDs   map[int64]int // place among the rules by id
	account   int64
	carrier   int64 // of the simulated carrier
	byHand    int64 // of numbers that people type
	route     int64
	shelves   *shelves
	differing []differing
	holding   int64 // kind of cases that hold
	cases     []int64
	held      []*parcel // by cases
}

// month is when the days are played.
var month = time.Date(2031, 3, 1, 2, 0, 0, 0, time.UTC)

func enter(t *testing.T, dsn string, seed uint64) *yard {
	t.Helper()
	w := world.StartWith(t, dsn)
	y := &yard{
		Floor: &world.Floor{T: t, Server: w.Server}, world: w, random: rand.New(rand.NewPCG(seed, 5)), items: map[string]int64{}, ruleIDs: map[int64]int{},
		book: &book{caused: map[string][]*fee{}, claims: map[string]string{}, nights: map[string]night{}, done: map[string]int{}, refused: map[string]int{}},
	}
	y.Server.Clock.Put(month)
	y.Write(`UPDATE job SET due_at = 9000000000000 WHERE cron <> ''`) // nothing happens of itself
	y.morning()
	y.furnish()
	y.prices()
	y.opens()
	y.shelves = y.stock()
	return y
}

// morning is the next day at ten.
func (y *yard) morning() {
	y.today++
	y.Server.Clock.Put(month.AddDate(0, 0, y.today-1))
	y.Session = y.Server.Login(y.T, "user", world.Administrator)
}

func (y *yard) day() string { return y.dayOf(y.today) }

func (y *yard) dayOf(n int) string { return month.AddDate(0, 0, n-1).Format(time.DateOnly) }

func (y *yard) save(table string, row m) int64 {
	y.Helper()
	var made m
	y.Ask("data/"+table+"/save", row).Into(y.T, &made)
	return world.ID(made)
}

// read asks the database.
func (y *yard) read(into any, question string, args ...any) {
	y.Helper()
	err := y.Server.DB.Read(y.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Select(ctx, into, question, args...) })
	if err != nil {
		y.Fatal(err)
	}
}

// files brings a file in, and gives what became of its rows.
func (y *yard) files(mapping string, rows [][]string) *exchange.Outcome {
	y.Helper()
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(strings.Join(row, ",") + "\n")
	}
	ask := exchange.Import{Mapping: mapping, Actor: auth.System("test"), Language: "en"}
	out, err := y.Server.Exchange.Import(y.Context(), ask, mapping+".csv", []byte(text.String()), func(int, int) error { return nil }, nil)
	if err != nil {
		y.Fatalf("%s: %v", mapping, err)
	}
	return out
}

// job has the product do a job of its timetable.
func (y *yard) job(kind string) {
	y.Helper()
	err := y.Server.DB.Write(y.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := plugin.Enqueue(ctx, tx, plugin.NewJob{Kind: kind})
		return err
	})
	if err != nil {
		y.Fatal(err)
	}
	y.Work()
}

// most is how many records people choose at once.
const most = 400

// bulk takes an action on parcels, and wants it granted to exactly those that the book
// says; it gives those.
func (y *yard) bulk(action string, params m, parcels []*parcel) (granted []*parcel) {
	y.Helper()
	for len(parcels) > 0 {
		part := parcels[:min(most, len(parcels))]
		parcels = parcels[len(part):]
		ids := make([]int64, len(part))
		for i, p := range part {
			ids[i] = p.id
		}
		var each []struct {
			ID     int64
			Result bool
			Msg    string
		}
		answer := y.Try("data/waybill/act", m{"name": action, "ids": ids, "params": params})
		if err := json.Unmarshal(answer.Data, &each); err != nil || len(each) != len(part) {
			y.Fatalf("%s of %d parcels: %s", action, len(part), answer.Text)
		}
		for i, p := range part {
			if want := may(action, p); each[i].ID != p.id || each[i].Result != want {
				y.Fatalf("day %d: %s of %s (%s, on hold %v) is granted %v, want %v: %s", y.today, action, p.no, p.status, p.held, each[i].Result, want, each[i].Msg)
			}
			if !each[i].Result {
				y.book.refused[action]++
				continue
			}
			y.book.done[action]++
			granted = append(granted, p)
		}
	}
	return granted
}

// all takes an action on parcels and writes down what became of them.
func (y *yard) all(action string, params m, parcels []*parcel) []*parcel {
	y.Helper()
	granted := y.bulk(action, params, parcels)
	for _, p := range granted {
		y.did(action, p)
	}
	return granted
}

// chance is true in so many of a hundred cases.
func (y *yard) chance(percent int) bool { return y.random.IntN(100) < percent }

// some are about so many of a hundred, in their order.
func (y *yard) some(percent int, of []*parcel) (chosen []*parcel) {
	for _, p := range of {
		if y.chance(percent) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

func kilos(grams int64) float64 { return float64(grams) / 1000 }
func money(cents int64) float64 { return float64(cents) / 100 }
