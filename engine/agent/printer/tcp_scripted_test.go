package printer_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/agent/printer"
)

// scripted is a printer that does with its connections, one after the other, what a
// script says; the last part of it goes for all that follow.
func scripted(t *testing.T, script ...func(c *net.TCPConn)) printer.Printer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for i := 0; ; i++ {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			script[min(i, len(script)-1)](c.(*net.TCPConn))
			_ = c.Close()
		}
	}()
	return reach(t, listener.Addr().String(), "zpl")
}

// answers answers ~HS and then the count, as long as it is asked.
func answers(state, count string) func(c *net.TCPConn) {
	return func(c *net.TCPConn) {
		in := bufio.NewReader(c)
		for {
			if _, err := in.ReadString('S'); err != nil {
				return
			}
			_, _ = io.WriteString(c, state)
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
			_, _ = io.WriteString(c, count)
		}
	}
}

// ready is the state of a printer that has nothing to do.
const ready = "\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n"

// silent takes all and answers nothing.
func silent(c *net.TCPConn) { _, _ = io.Copy(io.Discard, c) }

// TestWhatAnswersOtherwiseIsNotPrintedAt holds a device that is no printer of ZPL, and one
// that fell silent, as with its head open, to nothing being begun.
func TestWhatAnswersOtherwiseIsNotPrintedAt(t *testing.T) {
	t.Parallel()
	hello := func(c *net.TCPConn) { _, _ = io.WriteString(c, "220 mail\x03\x03\x03"); silent(c) }
	t.Run("another device", func(t *testing.T) {
		t.Parallel()
		b := &bench{Printer: scripted(t, hello)}
		if got := b.print(t, zpl("k", 1)); got.State != printer.Unsent || len(b.began) > 0 {
			t.Errorf("%+v, begun %v", got, b.began)
		}
		if got := b.Condition(); got != printer.Silent {
			t.Errorf("it is %s", got)
		}
	})
	t.Run("one that fell silent", func(t *testing.T) {
		t.Parallel()
		b := &bench{Printer: scripted(t, answers(ready, `"5"`), silent)}
		if got := b.Condition(); got != printer.Ready {
			t.Fatalf("it is %s", got)
		}
		if got := b.print(t, zpl("k", 1)); got.State != printer.Unsent || len(b.began) > 0 {
			t.Errorf("%+v, begun %v", got, b.began)
		}
		if got := b.Condition(); got != printer.Silent {
			t.Errorf("it is %s", got)
		}
	})
	t.Run("one that never told anything", func(t *testing.T) {
		t.Parallel()
		b := &bench{Printer: scripted(t, silent)}
		if got := b.print(t, zpl("k", 1)); got.State != printer.Sent || !slices.Equal(b.began, []int64{printer.NoCount}) {
			t.Errorf("%+v, begun %v", got, b.began)
		}
	})
}

// TestALabelOfSomebodyElseIsNotTakenForOnesOwn has a printer come to another count than
// this label leads to.
func TestALabelOfSomebodyElseIsNotTakenForOnesOwn(t *testing.T) {
	t.Parallel()
	b := &bench{Printer: scripted(t, func(c *net.TCPConn) {
		for i, in := 0, bufio.NewReader(c); ; i++ {
			if _, err := in.ReadString('S'); err != nil {
				return
			}
			_, _ = io.WriteString(c, ready)
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
			_, _ = fmt.Fprintf(c, `"%d"`, 5+3*min(i, 1))
		}
	}, answers(ready, `"8"`))}
	got := b.print(t, printer.Label{Key: "k", Pages: 1, Content: []byte("^XA^XZ")})
	if got.State != printer.Unknown || got.Why.Key != "print.miscounted" || fmt.Sprint(got.Why.Params["n"]) != "3" {
		t.Errorf("%+v", got)
	}
}
