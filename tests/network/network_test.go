package network

import (
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	scans   = flag.Int("scans", 600, "inputs to send on each database")
	devices = flag.Int("devices", 16, "devices that send at once")
	seed    = flag.Uint64("seed", 0, "seed of the chances; 0 takes the clock")
)

type m = map[string]any

// TestNothingIsLostOrDoubled has many devices work over a bad network, and wants the
// server to hold what they were told, once.
func TestNothingIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	slog.SetLogLoggerLevel(slog.LevelWarn) // each refused copy is told
	begin := *seed
	if begin == 0 {
		begin = uint64(time.Now().UnixNano())
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", begin)
		h := open(world.Enter(t, dsn), *devices, *scans)
		before := h.pieces()
		server := httptest.NewServer(h.Server.Handler())
		t.Cleanup(server.Close)
		run := &run{hall: h, did: &deeds{}, faults: &faults{}, book: &book{TB: t, told: map[mark]*entry{}}}
		run.play(server.URL, begin)
		run.compare(before)
		run.tell()
	})
}

// run is the work of all devices.
type run struct {
	*hall
	did    *deeds
	faults *faults
	book   *book
	took   time.Duration
}

// play has all devices work at once, and ends what is on its way.
func (r *run) play(base string, begin uint64) {
	network := &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}
	defer network.CloseIdleConnections()
	warehouse := world.ID(r.Find("warehouse", "code", "SH1"))
	enough := func() bool { return r.did.scans.Load() >= int64(*scans) }
	began := time.Now()
	var all sync.WaitGroup
	for i := range *devices {
		random := rand.New(rand.NewPCG(begin, uint64(i)))
		way := &road{under: network, random: random, faults: r.faults}
		d := &device{
			TB: r.T, name: fmt.Sprintf("scan%02d", i+1), client: client.New(base, way), road: way, random: random, did: r.did, book: r.book, hall: r.hall,
			params: m{"warehouse_id": warehouse}, store: map[string][]byte{}, hands: map[string]*does{}, tired: map[string]bool{},
		}
		if i%4 == 0 { // its clock is wrong
			d.client.Adjust(time.Now().Add(-time.Hour))
		}
		all.Go(func() {
			d.work(enough)
			d.finish()
		})
	}
	all.Wait()
	r.took = time.Since(began)
}
