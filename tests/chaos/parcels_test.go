package chaos

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
	"github.com/wareloom/wareloom/tests/client"
)

var (
	parcels = flag.Int("parcels", 60, "how many numbers a misbehaving carrier is asked for on each database")
	faulty  = flag.Float64("faulty", 0.05, "share of each of its faults")
)

const houseSecret = "secret-of-the-house"

// house is a simulated carrier that outlives the servers that ask it.
func house(t *testing.T) (*simulator.Carrier, string) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	dice, lock := rand.New(rand.NewPCG(seed, 2)), sync.Mutex{}
	carrier := simulator.New(houseSecret, time.Now, func() float64 {
		lock.Lock()
		defer lock.Unlock()
		return dice.Float64()
	})
	server := httptest.NewServer(carrier.Handler())
	t.Cleanup(server.Close)
	return carrier, server.URL + "/aggregator"
}

// Whatever a carrier does, and however often the server dies, every parcel gets one number
// and pays for one.
func TestNoNumberIsLostDoubledOrPaidTwice(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		carrier, address := house(t)
		s := newDemo(t, dsn)
		s.start()
		device, err := client.Login(t.Context(), s.base(), "admin", password)
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{T: t, Client: device}
		account := d.account(address)
		waiting := d.waybills(*parcels)
		carrier.Misbehave(simulator.All(*faulty))
		d.take(account, waiting)
		for range *kills {
			time.Sleep(*between)
			s.kill()
			s.start()
		}
		given := d.given(account, len(waiting))
		booked := carrier.Booked()
		seen := map[string]bool{}
		for key, number := range given {
			if seen[number] || booked[key] != number {
				t.Errorf("order %s has %s, the house booked %q", key, number, booked[key])
			}
			seen[number] = true
		}
		if len(booked) != len(given) || len(given) != len(waiting) {
			t.Errorf("%d parcels have %d numbers, and %d are paid", len(waiting), len(given), len(booked))
		}
		t.Logf("%d numbers by %d orders and %d questions in spite of %d kills", len(given), carrier.Asked("order"), carrier.Asked("find"), *kills)
		s.verify(s.dsn)
	})
}

// desk is who enters parcels.
type desk struct {
	*testing.T
	*client.Client
}

func (d *desk) ask(path string, body, into any) {
	d.Helper()
	if err := d.Call(d.Context(), path, path, body, into); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) account(address string) int64 {
	d.Helper()
	var made struct{ ID int64 }
	d.ask("data/carrier/save", m{"code": "SIM9", "name": "Simulated"}, &made)
	d.ask("data/carrier_account/save", m{
		"code": "SIM9", "name": "Simulated", "carrier_id": m{"code": "SIM9"}, "account_env": "test", "endpoint": address, "carrier_format": "aggregator",
		"number_source": "carrier", "app_key": "WL", "secret": houseSecret,
	}, &made)
	return made.ID
}

// batch is how many records a call takes.
const batch = 500

// waybills makes so many parcels that wait for a number.
func (d *desk) waybills(n int) (ids []int64) {
	d.Helper()
	for at := 0; at < n; at += batch {
		var rows []m
		for i := at; i < min(at+batch, n); i++ {
			rows = append(rows, m{
				"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "port_id": m{"code": "HGH"}, "ext_no": fmt.Sprint("CHAOS-", i),
				"receiver": "Chaos", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{{"name": "Tea", "qty": 1, "price": 5}},
			})
		}
		var made []struct {
			ID     int64
			Result bool
			Msg    string
		}
		d.ask("data/waybill/upsert", m{"key": []string{"consignor_id", "ext_no"}, "rows": rows, "mode": "all"}, &made)
		var part []int64
		for _, one := range made {
			part = append(part, one.ID)
		}
		for _, step := range []m{{"name": "receive"}, {"name": "measure", "params": m{"gross_weight": 1}}, {"name": "price", "params": m{"freight": 1, "reason": "chaos"}}, {"name": "pay"}} {
			step["ids"] = part
			d.ask("data/waybill/act", step, nil)
		}
		ids = append(ids, part...)
	}
	return ids
}

// take asks for the numbers of parcels.
func (d *desk) take(account int64, waybills []int64) {
	d.Helper()
	for at := 0; at < len(waybills); at += batch {
		part := waybills[at:min(at+batch, len(waybills))]
		d.ask("data/waybill/act", m{"name": "take_number", "ids": part, "params": m{"carrier_account_id": account}}, nil)
	}
}

// patience is how long no number may come while some are waited for; the last one may have
// failed so often that it rests as long as any does.
const patience = 11 * time.Minute

// given waits until all orders of an account have their numbers, and gives them by the keys
// of the orders.
func (d *desk) given(account int64, want int) map[string]string {
	d.Helper()
	taken := m{"and": []m{{"field": "carrier_account_id", "op": "eq", "value": account}, {"field": "status", "op": "eq", "value": "taken"}}}
	for came, last := 0, time.Now(); came < want; time.Sleep(time.Second) {
		var page struct{ Rows []struct{ N int } }
		d.ask("data/carrier_order/aggregate", m{"filter": taken, "measures": []m{{"fn": "count", "as": "n"}}}, &page)
		if page.Rows[0].N > came {
			came, last = page.Rows[0].N, time.Now()
		}
		if time.Since(last) > patience {
			var some json.RawMessage
			d.ask("data/carrier_order/query", m{"filter": m{"field": "status", "op": "ne", "value": "taken"}, "size": 5}, &some)
			d.Fatalf("%d of %d numbers came; waiting are %.2000s", came, want, some)
		}
	}
	return d.numbers(taken)
}

// numbers reads the numbers of carrier orders by their keys, page by page.
func (d *desk) numbers(filter m) map[string]string {
	d.Helper()
	all := map[string]string{}
	for cursor, first := "", true; first || cursor != ""; first = false {
		var page struct {
			Rows       []m
			NextCursor string
		}
		body := m{"filter": filter, "fields": []string{"doc_no", "tracking_no"}, "sort": []string{"id"}, "size": batch}
		if cursor != "" {
			body["cursor"] = cursor
		}
		d.ask("data/carrier_order/query", body, &page)
		for _, row := range page.Rows {
			all[fmt.Sprint(row["doc_no"])] = fmt.Sprint(row["tracking_no"])
		}
		cursor = page.NextCursor
	}
	return all
}
