package simulate

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// run runs a printer until the test ends; what came out comes by the channel.
func run(t *testing.T, o Options) (*Printer, chan string) {
	t.Helper()
	out := make(chan string, 100)
	o.Printed = func(name string) { out <- name }
	p, err := Listen("127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- p.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return p, out
}

// talk is a connection to a printer.
type talk struct {
	net.Conn
	*bufio.Reader
	t *testing.T
}

func call(t *testing.T, p *Printer) *talk {
	t.Helper()
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return &talk{c, bufio.NewReader(c), t}
}

func (c *talk) say(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.Conn, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *talk) hear(until byte) string {
	c.t.Helper()
	text, err := c.ReadString(until)
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

// state asks for state: the first line of three.
func (c *talk) state() string {
	c.t.Helper()
	c.say("~HS")
	first := c.hear('\x03')
	c.hear('\x03')
	c.hear('\x03')
	return strings.Trim(first, "\x02\x03\r\n")
}

func (c *talk) count() string {
	c.t.Helper()
	c.say("! U1 getvar \"odometer.total_label_count\"\r\n")
	c.hear('"')
	return strings.TrimSuffix(c.hear('"'), `"`)
}

// await fails unless labels come out in this order.
func await(t *testing.T, out chan string, names ...string) {
	t.Helper()
	for _, want := range names {
		select {
		case got := <-out:
			if got != want {
				t.Fatalf("%q came out, want %q", got, want)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%q did not come out", want)
		}
	}
}

func label(name string) string { return "^XA^FX " + name + "^FS^GFA,1,1,1,F0^FS^XZ" }

// TestLabelsComeOutInTheirOrder holds the tray, the count and the pictures to what was
// sent on one connection and on the next.
func TestLabelsComeOutInTheirOrder(t *testing.T) {
	t.Parallel()
	tray := filepath.Join(t.TempDir(), "tray")
	p, out := run(t, Options{Counts: true, Tray: tray})
	c := call(t, p)
	c.say(label("1.1") + label("2.1"))
	await(t, out, "1.1", "2.1")
	if got := c.count(); got != "2" {
		t.Errorf("it counts %s", got)
	}
	_ = c.Close()
	c = call(t, p)
	c.say("^XA^XZ")
	await(t, out, "")
	if got := p.Tray(); !slices.Equal(got, []string{"1.1", "2.1", ""}) {
		t.Errorf("the tray has %q", got)
	}
	files, err := filepath.Glob(filepath.Join(tray, "*.png"))
	if err != nil || len(files) != 2 || filepath.Base(files[1]) != "00002-2.1.png" {
		t.Errorf("pictures are %v (%v), want one of each label that has one", files, err)
	}
}

// TestHalfALabelIsGone ends a connection in the midst of one.
func TestHalfALabelIsGone(t *testing.T) {
	t.Parallel()
	p, out := run(t, Options{Counts: true})
	c := call(t, p)
	c.say("^XA^FX half^FS^GFA,")
	if state := c.state(); !strings.HasSuffix(state, ",1,000,0,0,0") {
		t.Errorf("in the midst of a label its state is %s", state)
	}
	_ = c.Close()
	c = call(t, p)
	if state := c.state(); state != "030,0,0,1245,000,0,0,0,000,0,0,0" {
		t.Errorf("behind it its state is %s", state)
	}
	c.say(label("whole"))
	await(t, out, "whole")
	if got := p.Tray(); !slices.Equal(got, []string{"whole"}) {
		t.Errorf("the tray has %q", got)
	}
}

// TestPaperRunsOut holds that labels wait in the buffer until paper is there.
func TestPaperRunsOut(t *testing.T) {
	t.Parallel()
	p, out := run(t, Options{Counts: true, Paper: 1})
	c := call(t, p)
	c.say(label("a") + label("b"))
	await(t, out, "a")
	if state := c.state(); state != "030,1,0,1245,001,0,0,0,000,0,0,0" {
		t.Errorf("without paper its state is %s", state)
	}
	p.Load(2)
	await(t, out, "b")
	if state := c.state(); state != "030,0,0,1245,000,0,0,0,000,0,0,0" {
		t.Errorf("with paper its state is %s", state)
	}
}

func TestAModelWithoutACounterSaysSo(t *testing.T) {
	t.Parallel()
	p, out := run(t, Options{})
	c := call(t, p)
	c.say(label("a"))
	await(t, out, "a")
	if got := c.count(); got != "?" {
		t.Errorf("it counts %s", got)
	}
}

// TestConnectionsAreLost holds that with a share of one every connection ends in its
// midst, and that what was whole by then still counts.
func TestConnectionsAreLost(t *testing.T) {
	t.Parallel()
	p, _ := run(t, Options{Counts: true, Loses: 1})
	c := call(t, p)
	_, err := io.Copy(c.Conn, io.LimitReader(endless{}, 64<<10))
	if err == nil {
		_, err = c.ReadByte()
	}
	if err == nil {
		t.Error("the connection is whole")
	}
}

// endless says the same letter for ever.
type endless struct{}

func (endless) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = 'x'
	}
	return len(into), nil
}

func TestATrayThatCannotBeMadeIsTold(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("127.0.0.1:0", Options{Tray: filepath.Join(file, "tray")}); err == nil {
		t.Error("a tray within a file was made")
	}
	if _, err := Listen("nowhere:-1", Options{}); err == nil {
		t.Error("it listens nowhere")
	}
	p, _ := run(t, Options{})
	if other, err := Listen(p.Address(), Options{}); err == nil {
		t.Errorf("two printers listen at %s", fmt.Sprint(other.Address()))
	}
}
