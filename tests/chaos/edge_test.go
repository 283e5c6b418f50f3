package chaos

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
)

// sameKey is how each language says that the call is to be repeated under its key.
var sameKey = map[string]string{"zh": "同一 Idempotency-Key", "en": "the same key", "es": "la misma clave"}

// signIn signs the administrator in.
func (s *server) signIn() *client.Client {
	s.Helper()
	device, err := client.Login(s.Context(), s.base(), "admin", password)
	if err != nil {
		s.Fatal(err)
	}
	return device
}

func wantUnavailable(t *testing.T, err error, words string) {
	t.Helper()
	var refusal *client.Refusal
	if !errors.As(err, &refusal) || refusal.StatusCode != 503 || !strings.Contains(refusal.Msg, words) {
		t.Errorf("%v, want 503 with %q", err, words)
	}
}

// TestACutDatabaseIsTold cuts the connections of PostgreSQL while people work, and then
// stops it: 503 says to repeat with the same key, and what is repeated happens once.
func TestACutDatabaseIsTold(t *testing.T) {
	t.Parallel()
	cluster := enginetest.NewCluster(t)
	s := newServer(t, cluster.Database(t))
	s.start()
	device := s.signIn()
	crowd := s.work(t.Context())
	for range 10 {
		s.cut()
		time.Sleep(100 * time.Millisecond)
	}
	if err := cluster.Crash(); err != nil {
		t.Fatal(err)
	}
	save := func(language string, into any) error {
		device.Language = language
		order := m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "receiver": "Cut", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
			"customer_code": crowd.tag, "lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 1}},
		}
		return device.Repeatable(t.Context(), "cut "+language, "data/sale_order/save", order, into)
	}
	for language, words := range sameKey {
		wantUnavailable(t, save(language, nil), words)
	}
	if err := cluster.Start(); err != nil {
		t.Fatal(err)
	}
	for language := range sameKey {
		var first, again struct {
			DocNo string `json:"doc_no"`
		}
		for save(language, &first) != nil && t.Context().Err() == nil {
			time.Sleep(50 * time.Millisecond)
		}
		if err := save(language, &again); err != nil || again != first {
			t.Errorf("again gives %v (%v), want %v", again, err, first)
		}
		crowd.note(first.DocNo, false)
	}
	crowd.rest()
	if lost, doubled := crowd.look(t); lost != 0 || doubled != 0 {
		t.Errorf("%d documents lost, %d doubled", lost, doubled)
	}
	t.Logf("%d documents, %d calls sent again", len(crowd.acknowledged), crowd.again)
	s.verify(s.dsn)
	s.logTells("the database is not reached")
}

// cut ends every connection of the server to its database.
func (s *server) cut() {
	s.Helper()
	db, err := sql.Open("pgx", s.dsn)
	if err != nil {
		s.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"); err != nil {
		s.Fatal(err)
	}
}

// TestAClientThatWentIsNoError has clients go in the middle of lists, sums, uploads,
// exports, saves and streams: nothing of it is an error in the log.
func TestAClientThatWentIsNoError(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		device := s.signIn()
		var all sync.WaitGroup
		for n := range 4 {
			all.Go(func() {
				for i := range 40 {
					ctx, leave := context.WithTimeout(t.Context(), time.Duration(rand.IntN(12_000))*time.Microsecond)
					_ = s.beginAnything(ctx, device, n+i) // most of it is never answered
					leave()
				}
			})
		}
		for range 20 {
			s.sendHalf()
		}
		all.Wait()
		if err := device.Call(t.Context(), "query", "data/product/query", m{}, nil); err != nil {
			t.Errorf("after all that: %v", err)
		}
		s.stop()
		for line := range strings.Lines(s.log.String()) {
			if strings.Contains(line, "level=ERROR") || strings.Contains(line, "panic") {
				t.Error(line)
			}
		}
	})
}

// beginAnything asks for something that takes a while.
func (s *server) beginAnything(ctx context.Context, device *client.Client, i int) error {
	switch i % 6 {
	case 0:
		return device.Call(ctx, "", "data/stock_move/query", m{"total": "exact", "size": 500, "sort": []string{"-id"}}, nil)
	case 1:
		return device.Call(ctx, "", "data/sale_order_line/aggregate", m{"group": []string{"product_id"}, "measures": []m{{"fn": "count", "as": "n"}}}, nil)
	case 2:
		return device.Upload(ctx, "", "files/upload", nil, "a.pdf", []byte("%PDF-1.7\n"+strings.Repeat("x", 4<<20)), nil)
	case 3:
		return device.Call(ctx, "", "data/product/export", m{"format": "xlsx"}, nil)
	case 4:
		return device.Call(ctx, "", "data/brand/save", m{"code": fmt.Sprintf("GONE%d", rand.Int()), "name": "Gone"}, nil)
	}
	return device.Listen(ctx)
}

// sendHalf goes in the middle of a body.
func (s *server) sendHalf() {
	s.Helper()
	connection, err := net.Dial("tcp", s.address)
	if err != nil {
		s.Fatal(err)
	}
	defer connection.Close()
	if _, err := fmt.Fprintf(connection, "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"); err != nil {
		s.Fatal(err)
	}
}
