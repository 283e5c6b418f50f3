package chaos

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
)

// questions are lists that nobody changes while the crowd works. Lots are none of them: at
// each full hour those that come near their date are marked as told, on either server.
var questions = []string{
	"consignor", "consignor_address", "warehouse", "storage_area", "position", "position_definition", "product", "product_barcode", "product_unit",
	"product_type", "brand", "provider", "carrier", "department", "role", "asn", "asn_line", "quant", "stock_move",
}

// counted is what a product says of the crowd's own orders.
var counted = regexp.MustCompile(`"open_orders":\d+,`)

// TestBackupUnderLoad backs up while people work and restores on an empty place:
// what was acknowledged before is there, and questions are answered alike.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		crowd := s.work(t.Context())
		time.Sleep(*between)
		crowd.mu.Lock()
		before := maps.Clone(crowd.acknowledged)
		crowd.mu.Unlock()
		file := filepath.Join(s.folder, "backup")
		s.must("backup", file)
		time.Sleep(*between / 2)
		crowd.rest()

		other := newServer(t, emptyLike(t, dsn))
		if err := os.CopyFS(other.folder, os.DirFS(s.folder)); err != nil {
			t.Fatal(err)
		}
		other.must("restore", file)
		other.verify(other.dsn)
		other.start()
		restored := &crowdAt{crowd, other}
		restored.judge(before)
		for _, table := range questions {
			if was, is := answer(t, s, table), answer(t, other, table); was != is {
				t.Errorf("%s is answered as %.200s, was %.200s", table, is, was)
			}
		}
	})
}

// emptyLike is an empty database of the same kind.
func emptyLike(t *testing.T, dsn string) string {
	t.Helper()
	if strings.HasPrefix(dsn, "sqlite:") {
		return enginetest.SQLite(t)
	}
	return enginetest.Postgres(t)
}

func (s *server) must(name string, args ...string) {
	s.Helper()
	if text, err := s.command(name, args...).CombinedOutput(); err != nil {
		s.Fatalf("%s: %v: %s", name, err, text)
	}
}

// crowdAt looks for a crowd's documents on another server.
type crowdAt struct {
	*crowd
	server *server
}

func (c *crowdAt) judge(acknowledged map[string]bool) {
	c.server.Helper()
	device, err := client.Login(c.server.Context(), c.server.base(), "admin", password)
	if err != nil {
		c.server.Fatal(err)
	}
	there := &crowd{Client: device, tag: c.tag, acknowledged: acknowledged}
	if lost, _ := there.look(c.server.T); lost != 0 || len(acknowledged) == 0 {
		c.server.Errorf("%d of %d documents that were acknowledged before the backup are not in it", lost, len(acknowledged))
	}
	c.server.Logf("%d documents acknowledged before the backup are in it", len(acknowledged))
}

// answer is what a server says to a fixed question.
func answer(t *testing.T, s *server, table string) string {
	t.Helper()
	device, err := client.Login(t.Context(), s.base(), "admin", password)
	if err != nil {
		t.Fatal(err)
	}
	var data json.RawMessage
	if err := device.Call(t.Context(), "query", "data/"+table+"/query", m{"sort": []string{"id"}, "size": 500, "total": "exact"}, &data); err != nil {
		t.Fatal(err)
	}
	return counted.ReplaceAllString(string(data), "")
}
