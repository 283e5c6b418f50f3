package scale

import (
	"bytes"
	"slices"
)

// driver is a protocol.
type driver struct {
	ask    string // sent again and again; "" where the scale tells by itself
	binary bool   // its raw bytes are no text
	end    byte   // of a frame; 0: each read is one, as of a USB scale
	read   func(frame []byte) (Reading, error)
}

// drivers are the protocols by the names that the command line knows.
var drivers = map[string]driver{
	"toledo": {end: '\r', read: readToledo},
	"sics":   {ask: "SI\r\n", end: '\n', read: readSICS},
	"aandd":  {end: '\n', read: readAandD},
	"cas":    {end: '\n', read: readCAS},
	"dini":   {ask: "READ\r\n", end: '\n', read: readDini},
	"hid":    {binary: true, read: readHID},
}

// Drivers names the protocols.
func Drivers() []string {
	var names []string
	for name := range drivers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// frames cuts off the whole frames of what came; the rest waits for more.
func (d driver) frames(came []byte) (whole [][]byte, rest []byte) {
	if d.end == 0 {
		return [][]byte{came}, nil
	}
	for {
		at := bytes.IndexByte(came, d.end)
		if at < 0 {
			return whole, came[max(0, len(came)-mostFrame):]
		}
		if frame := bytes.Trim(came[:at], "\r\n"); len(frame) > 0 {
			whole = append(whole, frame)
		}
		came = came[at+1:]
	}
}

// mostFrame bounds a frame, since noise has no end.
const mostFrame = 200
