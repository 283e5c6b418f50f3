package site

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"weak"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/seeds"
	"github.com/wareloom/wareloom/tests/world"
)

// swaps is how many releases come into force while the devices scan.
var swaps = flag.Int("swaps", 4, "releases that are published under load")

// crowd is how many devices scan.
const crowd = 16

// mostAlive is how many releases are still held that were in force: by what was kept
// last for guards and statements that nobody asked for since.
const mostAlive = 2

// mostGrowth is how much more memory is held at the end than after the first swap, in
// bytes: less than two releases take.
const mostGrowth = 48 << 20

// TestSwapsUnderLoad publishes one release after another while devices put goods away:
// every scan is taken, every answer is of one release, and what was in force before is
// let go.
func TestSwapsUnderLoad(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := crowded(t, dsn)
		stop := f.work(t)
		first := f.swap(t)
		stop()
		f.letsGo(t, first)
	})
}

// crowded is a building in which all devices have a task.
func crowded(t *testing.T, dsn string) *floor {
	t.Helper()
	f := &floor{World: world.Start(t, dsn)}
	base, err := fs.Sub(seeds.Files, "base")
	if err == nil {
		err = f.Seed(t.Context(), base, apptest.Password)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range crowd {
		f.devices = append(f.devices, f.enter(t, i))
	}
	return f
}

// work has all devices scan until it is stopped.
func (f *floor) work(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for _, d := range f.devices {
		working.Go(func() {
			for ctx.Err() == nil && !t.Failed() {
				d.round(t)
			}
		})
	}
	return func() {
		cancel()
		working.Wait()
	}
}

// floor is a building with devices, and the releases that were in force.
type floor struct {
	*world.World
	devices []*device
	old     []weak.Pointer[catalog.Release]
	scans   atomic.Int64
}

// mostColumns is how many columns the site's fields come to, however many releases.
const mostColumns = 8

// variant is what the site says in the words of a number, with a field of its own in
// tables that every scan reads or writes.
func variant(n int) fstest.MapFS {
	site := fstest.MapFS{}
	overlay := func(kind, key, op string) {
		text := fmt.Sprintf(`{"kind": "overlay", "of": "%s", "key": "%s", "ops": [%s]}`, kind, key, op)
		site[key+"."+kind+".overlay.json"] = &fstest.MapFile{Data: []byte(text)}
	}
	word := func(what string) string {
		return fmt.Sprintf(`{"zh": "%s %d.", "en": "%[1]s %[2]d.", "es": "%[1]s %[2]d."}`, what, n)
	}
	set := func(at, what string) string {
		return fmt.Sprintf(`{"op": "set", "at": "%s", "value": %s}`, at, word(what))
	}
	overlay("station", "shelve_no_order", set("steps/item/prompt", "Prompt"))
	overlay("list", "product", set("columns/sku/title", "Column"))
	overlay("i18n", "station", set("terms/station.code_unknown", "Refused"))
	for _, table := range []string{"product", "quant", "position"} {
		overlay("table", table, fmt.Sprintf(`{"op": "add", "at": "fields", "value": {"key": "own_%d", "type": "text", "max_length": 20, "title": %s}}`,
			n%mostColumns, word("Own")))
	}
	return site
}

// swap publishes the variants, each under the number that it says, and gives the memory
// that was held after the first.
func (f *floor) swap(t *testing.T) (held uint64) {
	t.Helper()
	for i := range *swaps {
		number := int(f.Catalog.Current().Number) + 1
		f.old = append(f.old, weak.Make(f.Catalog.Current()))
		got, err := f.publish(t, variant(number))
		if err != nil || got != int64(number) {
			t.Fatalf("release %d came as %d: %v", number, got, err)
		}
		if i == 0 {
			held = heap()
		}
	}
	return held
}

// publish puts a site in force, and tries again as a person would where so many scan on
// so few processors that the tables are never free for a moment.
func (f *floor) publish(t *testing.T, site fs.FS) (number int64, err error) {
	t.Helper()
	const attempts = 3
	for range attempts {
		number, err = f.Releases.Publish(t.Context(), site, release.By{Author: "test"})
		if !fault.IsKey(err, "release.tables_in_use") {
			return number, err
		}
		t.Logf("refused: %v", err)
	}
	return number, err
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what caches gave up goes with the second
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// letsGo looks how many releases that were in force are still held.
func (f *floor) letsGo(t *testing.T, first uint64) {
	t.Helper()
	for _, d := range f.devices {
		d.round(t)
	}
	last := heap()
	alive := 0
	for _, one := range f.old {
		if one.Value() != nil {
			alive++
		}
	}
	t.Logf("%d scans and %d releases; %d MB held after the first of them, %d MB after the last", f.scans.Load(), *swaps, first>>20, last>>20)
	if alive > mostAlive || last > first+mostGrowth {
		t.Errorf("%d of %d releases are held, and %d MB after %d MB", alive, len(f.old), last>>20, first>>20)
	}
}

// device puts its own product away, piece by piece, by a server of the building.
type device struct {
	*floor
	at      *apptest.Server
	session *apptest.Session
	sku     string
	task    int64
	seq     int
}

// enter makes the account, the goods and the task of a device.
func (f *floor) enter(t *testing.T, i int) *device {
	t.Helper()
	account := app.Account{UserType: "user", Name: fmt.Sprintf("device%d", i), Password: apptest.Password, Role: "admin"}
	if err := f.AddAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	d := &device{floor: f, at: f.Server, sku: fmt.Sprintf("GOODS-%d", i), session: f.Login(t, "user", account.Name)}
	id := f.Product(t, f.Owners[0], d.sku, nil)
	f.Receive(t, world.Goods(f.Owners[0], id), "R-01", 100_000)
	var begun struct{ Session int64 }
	d.ask(t, "station/shelve_no_order/start", m{"params": m{"warehouse_id": f.Warehouse}}).Into(t, &begun)
	d.task = begun.Session
	d.scan(t, "scan", "R-01")
	return d
}

func (d *device) ask(t *testing.T, path string, body m) apptest.Answer {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return d.at.Do(t, apptest.Call{Path: "/api/" + path, Body: string(text), As: d.session, Headers: english})
}

// round takes a piece away, has a code refused and looks at a list.
func (d *device) round(t *testing.T) {
	t.Helper()
	says(t, d.scan(t, "form", m{"item": d.sku, "qty": 1, "position": "A-01"}), "Prompt")
	d.scans.Add(1)
	d.seq++
	refused := d.ask(t, "station/shelve_no_order/input", m{"session": d.task, "inputs": []m{{"seq": d.seq, "kind": "scan", "value": "NOTHING"}}})
	says(t, refused, "Refused", "Prompt")
	says(t, d.ask(t, "meta/screen", m{"key": "list:product"}), "Column")
}

// scan gives the station an input, which must be taken.
func (d *device) scan(t *testing.T, kind string, value any) apptest.Answer {
	t.Helper()
	d.seq++
	answer := d.ask(t, "station/shelve_no_order/input", m{"session": d.task, "inputs": []m{{"seq": d.seq, "kind": kind, "value": value}}})
	if !strings.Contains(answer.Text, `"applied":1`) {
		t.Errorf("a scan is not taken: %s", answer.Text)
	}
	return answer
}

// says wants the words of the release that the answer names, and of no other.
func says(t *testing.T, answer apptest.Answer, words ...string) {
	t.Helper()
	of := answer.Header.Get("X-Release")
	number, err := strconv.Atoi(of)
	if err != nil || answer.Status != 200 {
		t.Errorf("the answer is %d: %s", answer.Status, answer.Text)
	}
	if number < 2 {
		return // the first release has words of its own
	}
	for _, word := range words {
		if !strings.Contains(answer.Text, word+" "+of+".") {
			t.Errorf("an answer of release %s does not say %q: %s", of, word, answer.Text)
		}
	}
}
