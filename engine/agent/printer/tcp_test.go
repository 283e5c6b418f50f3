package printer_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/agent/printer"
	"github.com/wareloom/wareloom/engine/agent/simulate"
)

// bench is a printer on the network, as an agent reaches it.
type bench struct {
	printer.Printer
	device *simulate.Printer
	began  []int64 // counts that were told before a first byte
}

func stand(t *testing.T, language string, o simulate.Options) *bench {
	t.Helper()
	device, err := simulate.Listen("127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- device.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return &bench{Printer: reach(t, device.Address(), language), device: device}
}

func reach(t *testing.T, address, language string) printer.Printer {
	t.Helper()
	p, err := printer.New(printer.Line{Address: "tcp://" + address, Language: language})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// zpl is a label of so many pages.
func zpl(key string, pages int) printer.Label {
	content := ""
	for range pages {
		content += "^XA^FX " + key + "^FS^XZ"
	}
	return printer.Label{Key: key, Type: "application/zpl", Content: []byte(content), Pages: pages}
}

func (b *bench) print(t *testing.T, label printer.Label) printer.Outcome {
	t.Helper()
	return b.Print(t.Context(), label, func(count int64) error {
		b.began = append(b.began, count)
		return nil
	})
}

// TestACountingPrinterProvesEachLabel holds that printed is said of what came out, and
// that the count before each label is told ahead of it.
func TestACountingPrinterProvesEachLabel(t *testing.T) {
	t.Parallel()
	b := stand(t, "zpl", simulate.Options{Counts: true})
	for i, pages := range []int{1, 3, 1} {
		if got := b.print(t, zpl(fmt.Sprint("k", i), pages)); got.State != printer.Printed {
			t.Fatalf("label %d: %+v", i, got)
		}
	}
	if want := []int64{0, 1, 4}; !slices.Equal(b.began, want) {
		t.Errorf("told before were %v, want %v", b.began, want)
	}
	if tray, want := b.device.Tray(), []string{"k0", "k1", "k1", "k1", "k2"}; !slices.Equal(tray, want) {
		t.Errorf("the tray has %v, want %v", tray, want)
	}
	if got := b.Condition(); got != printer.Ready {
		t.Errorf("it is %s", got)
	}
}

// TestWhatDoesNotCountHasTakenTheBytes holds the outcome of printers that prove nothing:
// one that knows no counter, and one of another language, which is asked nothing.
func TestWhatDoesNotCountHasTakenTheBytes(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"zpl", "tspl"} {
		b := stand(t, language, simulate.Options{})
		if got := b.print(t, zpl("k", 1)); got.State != printer.Sent || !slices.Equal(b.began, []int64{printer.NoCount}) {
			t.Errorf("%s: %+v, told before %v", language, got, b.began)
		}
		if got := b.Prove(t.Context(), zpl("k", 1), printer.NoCount); got.State != printer.Unknown || got.Why.Key != "print.cut_off" {
			t.Errorf("%s, begun and not ended: %+v", language, got)
		}
	}
	if got := stand(t, "tspl", simulate.Options{}).Condition(); got != printer.Untold {
		t.Errorf("a printer that is not asked is %s", got)
	}
}

// TestWithoutPaperNothingIsBegun holds that a label waits for a person, and is printed
// once when he was there.
func TestWithoutPaperNothingIsBegun(t *testing.T) {
	t.Parallel()
	b := stand(t, "zpl", simulate.Options{Counts: true, Paper: 1})
	if got := b.print(t, zpl("k1", 1)); got.State != printer.Printed {
		t.Fatalf("the first one: %+v", got)
	}
	if got := b.print(t, zpl("k2", 1)); got.State != printer.Unsent || len(b.began) != 1 {
		t.Errorf("without paper: %+v, begun %v", got, b.began)
	}
	if got := b.Condition(); got != printer.PaperOut {
		t.Errorf("it is %s", got)
	}
	b.device.Load(1)
	if got := b.print(t, zpl("k2", 1)); got.State != printer.Printed {
		t.Errorf("with new paper: %+v", got)
	}
	if tray := b.device.Tray(); !slices.Equal(tray, []string{"k1", "k2"}) {
		t.Errorf("the tray has %v", tray)
	}
}

func TestWhatIsNotReachedIsUnsent(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	b := &bench{Printer: reach(t, listener.Addr().String(), "zpl")}
	if got := b.print(t, zpl("k", 1)); got.State != printer.Unsent || len(b.began) > 0 {
		t.Errorf("%+v, begun %v", got, b.began)
	}
	if got := b.Condition(); got != printer.Silent {
		t.Errorf("it is %s", got)
	}
}

// TestWithoutANoteNothingIsPrinted has the disk of the agent refuse the note that a label
// is begun.
func TestWithoutANoteNothingIsPrinted(t *testing.T) {
	t.Parallel()
	b := stand(t, "zpl", simulate.Options{Counts: true})
	full := func(int64) error { return errors.New("no space left on device") }
	if got := b.Print(t.Context(), zpl("k", 1), full); got.State != printer.Unsent {
		t.Errorf("%+v", got)
	}
	if got := b.print(t, zpl("next", 1)); got.State != printer.Printed {
		t.Errorf("the next one: %+v", got)
	}
	if tray := b.device.Tray(); !slices.Equal(tray, []string{"next"}) {
		t.Errorf("the tray has %v", tray)
	}
}

// TestTheCountProvesWhatBecameOfALabel asks about labels that were begun by a process
// which died.
func TestTheCountProvesWhatBecameOfALabel(t *testing.T) {
	t.Parallel()
	b := stand(t, "zpl", simulate.Options{Counts: true})
	if got := b.print(t, zpl("k", 2)); got.State != printer.Printed {
		t.Fatal(got)
	}
	tests := []struct {
		name       string
		before     int64
		pages      int
		state, why string
	}{
		{"all came out", 0, 2, printer.Printed, ""},
		{"nothing came out", 2, 1, printer.Unsent, ""},
		{"some came out", 0, 3, printer.Unknown, "print.miscounted"},
		{"the printer does not count", printer.NoCount, 1, printer.Unknown, "print.cut_off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := b.Prove(t.Context(), zpl("k", tt.pages), tt.before)
			if got.State != tt.state || got.Why.Key != tt.why {
				t.Errorf("%+v, want %s %s", got, tt.state, tt.why)
			}
		})
	}
}

// TestAnAgentThatEndsDecidesNothing holds that a label stays for the next process.
func TestAnAgentThatEndsDecidesNothing(t *testing.T) {
	t.Parallel()
	b := stand(t, "zpl", simulate.Options{Counts: true})
	ended, end := context.WithCancel(t.Context())
	end()
	if got := b.Prove(ended, zpl("k", 1), 0); got.State != printer.Unsent {
		t.Errorf("%+v", got)
	}
}
