package scale

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// indicator is a scale on the network, that says what a test has it say.
type indicator struct {
	*testing.T
	*Scale
	there   net.Conn
	changes chan Reading
}

// connected runs a scale of a driver until the test ends.
func connected(t *testing.T, driver string) *indicator {
	t.Helper()
	door, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	i := &indicator{T: t, changes: make(chan Reading, 20)}
	i.Scale = New(Line{Address: "tcp://" + door.Addr().String(), Driver: driver}, func() { i.changes <- i.Last() })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); i.Scale.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended; _ = door.Close() })
	if i.there, err = door.Accept(); err != nil {
		t.Fatal(err)
	}
	return i
}

func (i *indicator) says(text string) {
	i.Helper()
	if _, err := io.WriteString(i.there, text); err != nil {
		i.Fatal(err)
	}
}

func (i *indicator) tells(want string) Reading {
	i.Helper()
	now := <-i.changes
	if told(now) != want {
		i.Errorf("the scale tells %s, want %s", told(now), want)
	}
	return now
}

// TestAScaleIsHeard reads frames that come in parts, among noise, and tells only of what is
// new; when the scale is gone, that is told too.
func TestAScaleIsHeard(t *testing.T) {
	t.Parallel()
	i := connected(t, "aandd")
	if now := i.Last(); now.Condition != Silent || now.Unit != "kg" {
		t.Errorf("before it said anything it is %s", told(now))
	}
	i.says("kg\r\nST,+1.2")
	i.says("5 kg\r\nST,+1.25 kg\r\nnoise\r\nUS,+1.25 kg\r\n")
	if now := i.tells("stable 1.25 kg gross, tare 0"); now.Raw != "ST,+1.25 kg" {
		t.Errorf("it came as %q", now.Raw)
	}
	i.tells("moving 1.25 kg gross, tare 0")
	i.says("US,+1.25  g\r\n")
	i.tells("moving 1.25 g gross, tare 0")
	i.says("US,+1.26  g\r\n")
	i.tells("moving 1.26 g gross, tare 0")
	_ = i.there.Close()
	i.tells("silent 0 kg gross, tare 0")
}

// TestATareThatChangesIsTold: the weight may be the same.
func TestATareThatChangesIsTold(t *testing.T) {
	t.Parallel()
	i := connected(t, "toledo")
	i.says("\x02\x2d\x31\x20  1250   500\r")
	if now := i.tells("stable 1.250 kg net, tare 0.500"); now.Raw != "022d3120202031323530202020353030" {
		t.Errorf("bytes that are no text are kept as %q", now.Raw)
	}
	i.says("\x02\x2d\x31\x20  1250   600\r")
	i.tells("stable 1.250 kg net, tare 0.600")
}

// TestAScaleThatWaitsIsAsked in the words of its protocol, again and again.
func TestAScaleThatWaitsIsAsked(t *testing.T) {
	t.Parallel()
	i := connected(t, "sics")
	asked := bufio.NewReader(i.there)
	for _, answer := range []string{"S S 1.250 kg\r\n", "S S 2.500 kg\r\n"} {
		if line, err := asked.ReadString('\n'); line != "SI\r\n" {
			t.Fatalf("asked is %q (%v)", line, err)
		}
		i.says(answer)
	}
	i.tells("stable 1.250 kg gross, tare 0")
	i.tells("stable 2.500 kg gross, tare 0")
}

// TestAPortThatDoesNotOpenIsSilent: of a scale that was there before, its last weight holds
// no more.
func TestAPortThatDoesNotOpenIsSilent(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"hid://" + filepath.Join(t.TempDir(), "none"), "tcp://127.0.0.1:1", "hid://\x7f"} {
		changed := make(chan Reading, 1)
		var s *Scale
		s = New(Line{Address: address, Driver: "hid"}, func() { changed <- s.Last() })
		s.last = Reading{Condition: Stable, Unit: "kg"}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); s.Run(ctx) }()
		if now := <-changed; now.Condition != Silent {
			t.Errorf("%s is %s", address, told(now))
		}
		stop()
		<-ended
	}
}

// device is a port of which each read is a report.
type device struct {
	port
	reports []string
}

func (d *device) SetReadDeadline(time.Time) error { return os.ErrNoDeadline }

func (d *device) Read(into []byte) (int, error) {
	if len(d.reports) == 0 {
		return 0, io.EOF
	}
	n := copy(into, d.reports[0])
	d.reports = d.reports[1:]
	return n, nil
}

// TestTheFirstReportOfAUSBScaleIsOld, so that it is no weight of now; of a scale with a line
// the first bytes count.
func TestTheFirstReportOfAUSBScaleIsOld(t *testing.T) {
	t.Parallel()
	for driver, tt := range map[string]struct {
		reports []string
		want    string
	}{
		"hid":  {[]string{"\x03\x04\x03\x00\x09\x00", "\x03\x04\x03\x00\x05\x00"}, "stable 5 kg gross, tare 0 as 030403000500"},
		"sics": {[]string{"S S 9 kg\r\n"}, "stable 9 kg gross, tare 0 as S S 9 kg"},
	} {
		var heard []string
		s := New(Line{Driver: driver}, nil)
		s.changed = func() { heard = append(heard, told(s.Last())+" as "+s.Last().Raw) }
		if err := s.follow(&device{reports: tt.reports}); !errors.Is(err, io.EOF) || strings.Join(heard, "|") != tt.want {
			t.Errorf("%s: heard are %v (%v), want %s", driver, heard, err, tt.want)
		}
	}
}

// TestAWeightThatBecomesNetIsTold, though its figure stays.
func TestAWeightThatBecomesNetIsTold(t *testing.T) {
	t.Parallel()
	changes := 0
	s := New(Line{Driver: "aandd"}, func() { changes++ })
	for _, frame := range []string{"ST,GS,+1.5 kg", "ST,NT,+1.5 kg", "ST,NT,+1.5 kg"} {
		s.hear([]byte(frame))
	}
	if changes != 2 {
		t.Errorf("told is %d times, want 2", changes)
	}
}
