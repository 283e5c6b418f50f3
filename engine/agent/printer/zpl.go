package printer

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// conn is a connection to a printer of ZPL.
type conn struct {
	*net.TCPConn
	in *bufio.Reader
}

func newConn(c *net.TCPConn) *conn { return &conn{c, bufio.NewReader(c)} }

// status is what a printer of ZPL answers to ~HS, and its count of labels.
type status struct {
	paperOut, paused, partial, headOpen, ribbonOut bool
	formats                                        int // in its buffer
	count                                          int64
}

// idle reports whether nothing is left to print.
func (s *status) idle() bool { return s.condition() == Ready && s.formats == 0 && !s.partial }

func (s *status) condition() string {
	switch {
	case s.headOpen:
		return HeadOpen
	case s.paperOut:
		return PaperOut
	case s.ribbonOut:
		return RibbonOut
	case s.paused:
		return Paused
	}
	return Ready
}

var errGarbled = errors.New("the printer's answer is not that of ZPL")

// status asks ~HS: three lines, each between STX and ETX.
func (c *conn) status() (*status, error) {
	if err := c.say("~HS"); err != nil {
		return nil, err
	}
	var lines [2][]string
	for i := range 3 {
		text, err := c.in.ReadString('\x03')
		if err != nil {
			return nil, err
		}
		_, body, found := strings.Cut(text, "\x02")
		if !found {
			return nil, errGarbled
		}
		if i < len(lines) {
			lines[i] = strings.Split(strings.TrimSuffix(body, "\x03"), ",")
		}
	}
	return readStatus(lines[0], lines[1])
}

// readStatus reads the first two lines; what the numbers mean stands in Zebra's guide.
func readStatus(first, second []string) (*status, error) {
	if len(first) < 8 || len(second) < 4 {
		return nil, errGarbled
	}
	formats, err := strconv.Atoi(first[4])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errGarbled, err)
	}
	on := func(text string) bool { return text == "1" }
	return &status{
		paperOut: on(first[1]), paused: on(first[2]), formats: formats, partial: on(first[7]),
		headOpen: on(second[2]), ribbonOut: on(second[3]),
	}, nil
}

// count asks how many labels came out in the life of the printer.
func (c *conn) count() (int64, error) {
	if err := c.say("! U1 getvar \"odometer.total_label_count\"\r\n"); err != nil {
		return 0, err
	}
	if _, err := c.in.ReadString('"'); err != nil {
		return 0, err
	}
	text, err := c.in.ReadString('"')
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "\""), 10, 64)
	if err != nil { // "?": the model has no such counter
		return NoCount, nil //nolint:nilerr // that is an answer
	}
	return n, nil
}

// say asks something that is answered within askTime.
func (c *conn) say(question string) error {
	if err := c.SetDeadline(time.Now().Add(askTime)); err != nil {
		return err
	}
	_, err := c.Write([]byte(question))
	return err
}
