package agents

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheBenchOfTheDemo has the demo play the devices of a workstation: what is printed at it
// lies in the tray, the scale is read, and a further start finds the same printer. Where the
// database is another one, its agent is paired anew.
func TestTheBenchOfTheDemo(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:9100", "127.0.0.1:9101"} {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Skipf("the devices of the demo listen at %s, as somebody does already", address)
		}
		listener.Close()
	}
	folder := t.TempDir()
	for range 2 {
		s, address := newServer(t, "sqlite:"+filepath.Join(t.TempDir(), "w.db"))
		s.environment = []string{"WARELOOM_DEMO_BENCH=" + folder}
		for range 2 {
			s.kill()
			s.start()
			ready(t, address)
			p := signIn(t, address)
			p.standAtDemo()
			p.printAt(folder)
		}
		s.kill()
	}
}

// standAtDemo stands at the one workstation, as soon as it is there, and reads its scale.
func (p person) standAtDemo() {
	p.Helper()
	var found struct{ Rows []struct{ Code string } }
	until(p.T, "the workstation is there", func() bool {
		p.ask("", "data/workstation/query", map[string]any{}, &found)
		return len(found.Rows) > 0
	})
	if len(found.Rows) != 1 || found.Rows[0].Code != "BENCH-1" {
		p.Fatalf("the workstations are %v", found.Rows)
	}
	var log struct {
		Rows []struct{ Changes []struct{ After any } }
	}
	p.ask("", "log/list", map[string]any{"kind": "change", "search": "workstation"}, &log)
	if told := fmt.Sprint(log.Rows); !strings.Contains(told, " Labels]") {
		p.Errorf("the log does not name its printer: %s", told)
	}
	p.ask("stand", "print/stand", map[string]any{"code": "BENCH-1"}, nil)
	until(p.T, "the weight stands still", func() bool { return p.scale() == "stable 1.25" })
}

// printAt prints a label and waits until it lies in the tray.
func (p person) printAt(folder string) {
	p.Helper()
	var products struct{ Rows []struct{ ID int64 } }
	p.ask("", "data/product/query", map[string]any{"size": 1}, &products)
	tray := filepath.Join(folder, "tray", "*.png")
	for _, old := range p.glob(tray) { // another database may give its labels the same names
		if err := os.Remove(old); err != nil {
			p.Fatal(err)
		}
	}
	p.ask("", "print/jobs", map[string]any{"template": "product_label", "ids": []int64{products.Rows[0].ID}, "workstation": "BENCH-1", "reason": "torn"}, nil)
	until(p.T, "the label lies in the tray", func() bool { return len(p.glob(tray)) == 1 })
}

func (p person) glob(pattern string) []string {
	p.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		p.Fatal(err)
	}
	return names
}
