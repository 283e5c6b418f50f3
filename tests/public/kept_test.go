package public

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// TestAPageIsKeptForAMoment: what another server changes is seen when the moment is over,
// what is changed here at once, and an unchanged page is not sent twice to who has it.
func TestAPageIsKeptForAMoment(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		s := stranger{t, server, "203.0.113.8"}
		admin := server.Login(t, "user", "admin")
		now := server.Clock.Now()
		server.Clock.Put(now)
		before := s.sees("/store-search?lang=en", "Shanghai")
		elsewhere := func(name string) {
			err := server.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE warehouse SET name = ? WHERE code = 'SH1'`, name)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		elsewhere("Moved away")
		s.sees("/store-search?lang=en", "Shanghai")
		server.Clock.Put(now.Add(3 * time.Second))
		later := s.sees("/store-search?lang=en", "Moved away")
		if tag := before.header.Get("ETag"); tag == "" || tag == later.header.Get("ETag") {
			t.Errorf("the tags are %q and %q", tag, later.header.Get("ETag"))
		}
		if again := s.ask(http.MethodGet, "/store-search?lang=en", "", "If-None-Match", later.header.Get("ETag")); again.status != http.StatusNotModified || again.text != "" {
			t.Errorf("what the browser has comes again: %d", again.status)
		}
		elsewhere("Moved back")
		s.sees("/store-search?lang=en", "Moved away")
		house := first(s, admin, "warehouse", `{"field":"code","op":"eq","value":"SH1"}`)
		version := number(s.call(admin, "data/warehouse/get", fmt.Sprintf(`{"id":%d}`, house)), "version")
		s.call(admin, "data/warehouse/save", fmt.Sprintf(`{"id":%d,"version":%d,"name":"Harbour"}`, house, version))
		s.sees("/store-search?lang=en", "Harbour")
		s.hosts()
		s.crowds()
	})
}

// hosts: a page that was made for one host says nothing of it to another.
func (s stranger) hosts() {
	s.Helper()
	s.sees("/business?lang=en", `href="http://example.com/business"`)
	r := s.ask(http.MethodGet, "http://other.example/business?lang=en", "")
	if strings.Contains(r.text, "example.com") || !strings.Contains(r.text, `href="http://other.example/business"`) {
		s.Error("a page names a host that it was not asked at")
	}
}

// crowds: many who ask at once are answered alike.
func (s stranger) crowds() {
	s.Helper()
	want := s.sees("/news?lang=es").text
	s.server.Clock.Put(s.server.Clock.Now().Add(time.Minute))
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if got := s.ask(http.MethodGet, "/news?lang=es", ""); got.status != http.StatusOK || got.text != want {
				s.Errorf("one of a crowd sees %d", got.status)
			}
		})
	}
	all.Wait()
}
