package simulate

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func listen(t *testing.T, settles time.Duration) *Scale {
	t.Helper()
	s, err := ListenScale("127.0.0.1:0", settles)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.listener.Close() })
	return s
}

// TestAScaleSpeaksAsItsMakerWrites holds the form of A&D: state, sign, nine figures.
func TestAScaleSpeaksAsItsMakerWrites(t *testing.T) {
	t.Parallel()
	calm, moving := listen(t, 0), listen(t, time.Hour)
	for kilos, want := range map[string]string{"0": "+00000.000", "12.3456": "+00012.346", "-0.5": "-00000.500", "99999.999": "+99999.999"} {
		load := decimal.RequireFromString(kilos)
		calm.Put(load)
		if got := calm.line(); got != "ST,"+want+" kg\r\n" {
			t.Errorf("%s kg lie still: %q", kilos, got)
		}
		moving.Put(load)
		if got := moving.line(); got != "US,"+want+" kg\r\n" {
			t.Errorf("%s kg were just put on: %q", kilos, got)
		}
	}
}

// TestAScaleObeysWhatIsWritten puts weights on by lines, and has it die.
func TestAScaleObeysWhatIsWritten(t *testing.T) {
	t.Parallel()
	for lines, want := range map[string]string{
		"":                     "ST,+00000.000 kg\r\n",
		"1.5\n":                "ST,+00001.500 kg\r\n",
		"1.5\n2\nheavy\n\n":    "ST,+00002.000 kg\r\n", // what is no weight changes nothing
		"1.5\noff\n":           "",
		"off\n3":               "ST,+00003.000 kg\r\n",
		"1.5\noff\nnonsense\n": "",
	} {
		s := listen(t, 0)
		s.Obey(strings.NewReader(lines))
		if got := s.line(); got != want {
			t.Errorf("%q: %q, want %q", lines, got, want)
		}
	}
}

// TestAScaleTellsWhoeverConnects has two listen at once, and end with it.
func TestAScaleTellsWhoeverConnects(t *testing.T) {
	t.Parallel()
	s := listen(t, 0)
	s.Put(decimal.RequireFromString("1.25"))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Run(ctx) }()
	var lines []*bufio.Reader
	for range 2 {
		c, err := net.Dial("tcp", s.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		lines = append(lines, bufio.NewReader(c))
	}
	for i, in := range lines {
		if got, err := in.ReadString('\n'); err != nil || got != "ST,+00001.250 kg\r\n" {
			t.Errorf("listener %d hears %q (%v)", i, got, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, in := range lines {
		for err := error(nil); err == nil; { // what was on its way comes, then the end
			_, err = in.ReadString('\n')
		}
	}
}
