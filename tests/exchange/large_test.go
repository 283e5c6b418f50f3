package exchange

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

var large = flag.Int("rows", 2000, "rows of the large import")

// TestALargeImport imports products of 15 columns and tells what it cost: processor
// time, and the most memory that the process held.
func TestALargeImport(t *testing.T) {
	d := &desk{t, world.Demo(t, enginetest.SQLite(t))}
	content := largeBook(t, *large)
	runtime.GC()
	began := spent()
	out, err := d.send(toProducts, "large.xlsx", content)
	if err != nil || out.Created != *large || out.Failed != 0 {
		t.Fatalf("%v, %+v", err, out)
	}
	t.Logf("%d rows: %v of processor, at most %s held", *large, spent()-began, peak(t))
}

// largeBook is a workbook of products, as a spreadsheet streams it.
func largeBook(t *testing.T, rows int) []byte {
	t.Helper()
	book := excelize.NewFile()
	w, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	headers := []any{"consignor_id.code", "sku", "name", "weight", "length", "width", "height", "lot_ctl", "serial_ctl", "expiry_ctl", "shelf_life_days", "min_ship_days", "base_unit", "remark", "spec"}
	if err := w.SetRow("A1", headers); err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		row := []any{"ACME", fmt.Sprintf("LARGE-%06d", i), fmt.Sprintf("Large product %06d", i), 0.1 + float64(i%7)/10, 10.5, 20.25, 5, "no", "no", "no", 365, 30, "pcs", fmt.Sprintf("Remark of %d", i), "M"}
		if err := w.SetRow(fmt.Sprintf("A%d", i+2), row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

func spent() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// peak is the most that the process held in memory.
func peak(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}
