package site

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestTwoDesignersOnTwoServers has two persons publish in turn, each at a server of his own, while
// devices scan at both: whose set is open while the other publishes keeps his edit, every answer is
// of one release, no scan is lost, and both servers follow, also when nobody is notified.
func TestTwoDesignersOnTwoServers(t *testing.T) {
	dsn := enginetest.Postgres(t)
	f := crowded(t, dsn)
	servers := []*apptest.Server{f.Server, apptest.StartProduct(t, dsn, demoProduct(t))}
	for i, d := range f.devices {
		d.at = servers[i%2]
	}
	defer running(t, servers...)()
	people := []*designer{}
	for i, key := range []string{"brand", "carrier"} {
		account := app.Account{UserType: "user", Name: "designer of " + key, Password: apptest.Password, Role: "admin"}
		if err := f.AddAccount(t.Context(), account); err != nil {
			t.Fatal(err)
		}
		d := &dock{T: t, server: servers[i], admin: servers[i].Login(t, "user", account.Name)}
		people = append(people, &designer{dock: d, key: key})
	}
	// The second program came with a release of its own, which says no words.
	people[0].opens(-1)
	follow(servers, people[0].publishes(int(f.Catalog.Current().Number)+1))
	stop := f.work(t)
	defer stop()
	longest := time.Duration(0)
	rounds := *swaps / 2 // of two releases
	for i := range rounds {
		if i == rounds/2 {
			defer unnotified(t, f.DB)()
		}
		me, other := people[i%2], people[(i+1)%2]
		me.opens(i)
		other.opens(i)
		number := me.publishes(int(f.Catalog.Current().Number) + 1)
		began := time.Now()
		follow(servers, number)
		longest = max(longest, time.Since(began))
		other.publishes(int(number) + 1)
		me.keepsWhatBothSaid(other)
	}
	t.Logf("%d scans at two servers, %d releases of two persons; the other server followed within %s", f.scans.Load(), 2*rounds, longest)
}

// follow waits until all servers are at a release.
func follow(servers []*apptest.Server, number int64) {
	for _, s := range servers {
		for s.Catalog.Current().Number < number {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// running has servers follow each other until it is stopped.
func running(t *testing.T, servers ...*apptest.Server) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, s := range servers {
		running.Go(func() { s.Run(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}
}

// unnotified ends all connections that listen, again and again, until it is stopped.
func unnotified(t *testing.T, db *store.DB) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var cutting sync.WaitGroup
	cutting.Go(func() {
		for ctx.Err() == nil {
			_ = db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`)
				return err
			})
			time.Sleep(20 * time.Millisecond)
		}
	})
	return func() {
		cancel()
		cutting.Wait()
	}
}

// designer is a person who says, in each of his sets, what a list of his own is called, and the
// words by which the devices know a release.
type designer struct {
	*dock
	key    string // of his list
	change int64
	said   string
}

// opens begins a set with a name for his list.
func (d *designer) opens(round int) {
	d.Helper()
	var made struct{ Change int64 }
	d.call("meta/changes/open", m{"title": d.key}).Into(d, &made)
	d.change, d.said = made.Change, fmt.Sprintf("%s in round %d", d.key, round)
	d.lays("list", d.key, m{"op": "set", "at": "title/en", "value": d.said})
}

// lays adds an operation to what the site says of an object.
func (d *designer) lays(kind, key string, op m) {
	d.Helper()
	var found struct {
		Hash    string
		Overlay struct{ Ops []m }
	}
	d.call("meta/"+kind+"/get", m{"change": d.change, "key": key}).Into(d, &found)
	ops := []m{}
	for _, one := range found.Overlay.Ops {
		if one["at"] != op["at"] {
			ops = append(ops, one)
		}
	}
	drafted := d.call("meta/"+kind+"/draft", m{"change": d.change, "key": key, "overlay": append(ops, op), "hash": found.Hash})
	if !drafted.Result {
		d.Fatalf("%s %s is not drafted: %s", kind, key, drafted.Text)
	}
}

// publishes puts the set in force, with words that say the number it gets.
func (d *designer) publishes(expected int) int64 {
	d.Helper()
	for name, text := range variant(expected) {
		var o struct {
			Of, Key string
			Ops     []m
		}
		if err := json.Unmarshal(text.Data, &o); err != nil {
			d.Fatal(name, err)
		}
		if o.Of == "table" {
			continue // a field is added, which is tried elsewhere
		}
		for _, op := range o.Ops {
			d.lays(o.Of, o.Key, op)
		}
	}
	var made struct{ Release int64 }
	d.call("release/publish", m{"change": d.change, "note": d.said, "expect": expected - 1}).Into(d, &made)
	if made.Release != int64(expected) {
		d.Fatalf("release %d came as %d", expected, made.Release)
	}
	return made.Release
}

// keepsWhatBothSaid finds both lists as they were called last.
func (d *designer) keepsWhatBothSaid(other *designer) {
	d.Helper()
	for _, one := range []*designer{d, other} {
		got := d.call("meta/list/get", m{"key": one.key})
		if want, _ := json.Marshal(one.said); !got.Result || !strings.Contains(got.Text, string(want)) {
			d.Errorf("%s is lost: %.300s", one.said, got.Text)
		}
	}
}
