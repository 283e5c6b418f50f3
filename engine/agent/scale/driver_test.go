package scale

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFramesAreCutWhateverTheReadsAre gives the same bytes in reads of random lengths: the
// frames are those between the ends, and empty ones are none.
func TestFramesAreCutWhateverTheReadsAre(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	d := drivers["aandd"]
	sent := []byte("ST,+1 kg\r\n\r\n\nUS,+2 kg\r\nST,+3 kg\nhalf")
	for range 200 {
		var frames []string
		var rest []byte
		for left := sent; len(left) > 0; {
			n := 1 + random.IntN(len(left))
			var whole [][]byte
			whole, rest = d.frames(append(slices.Clone(rest), left[:n]...))
			for _, frame := range whole {
				frames = append(frames, string(frame))
			}
			left = left[n:]
		}
		if got, want := strings.Join(frames, "|"), "ST,+1 kg|US,+2 kg|ST,+3 kg"; got != want || string(rest) != "half" {
			t.Fatalf("seed %d: frames %q, rest %q", seed, got, rest)
		}
	}
}

// TestNoiseDoesNotPileUp: of bytes without an end the newest are kept, as many as a frame has.
func TestNoiseDoesNotPileUp(t *testing.T) {
	t.Parallel()
	noise := append(bytes.Repeat([]byte("x"), mostFrame), []byte("ST,+1 kg")...)
	frames, rest := drivers["aandd"].frames(noise)
	if len(frames) != 0 || len(rest) != mostFrame || !bytes.HasSuffix(rest, []byte("ST,+1 kg")) {
		t.Errorf("%d frames, %d bytes wait: %q", len(frames), len(rest), rest)
	}
}

// TestAReadOfAUSBScaleIsAFrame: its reports have no end, and may hold any byte.
func TestAReadOfAUSBScaleIsAFrame(t *testing.T) {
	t.Parallel()
	report := []byte{3, 2, 3, 0, '\n', '\r'}
	if frames, rest := drivers["hid"].frames(report); len(frames) != 1 || !bytes.Equal(frames[0], report) || rest != nil {
		t.Errorf("frames %v, rest %v", frames, rest)
	}
}

// TestALineIsRead holds what the command line says of a scale to what is meant, with a name
// or without one.
func TestALineIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Line{
		"tcp://10.0.0.9:4001?driver=toledo":                  {Address: "tcp://10.0.0.9:4001", Name: "10.0.0.9:4001", Driver: "toledo"},
		"pallets=tcp://10.0.0.9:4001?driver=sics":            {Address: "tcp://10.0.0.9:4001", Name: "pallets", Driver: "sics"},
		"serial:///dev/ttyUSB0?driver=aandd&baud=2400":       {Address: "serial:///dev/ttyUSB0", Name: "/dev/ttyUSB0", Driver: "aandd", Baud: "2400"},
		"desk=serial:///dev/ttyUSB0?driver=cas":              {Address: "serial:///dev/ttyUSB0", Name: "desk", Driver: "cas"},
		"hid:///dev/hidraw0":                                 {Address: "hid:///dev/hidraw0", Name: "/dev/hidraw0", Driver: "hid"},
		"parcels=hid:///dev/hidraw0?driver=toledo":           {Address: "hid:///dev/hidraw0", Name: "parcels", Driver: "hid"},
		"=tcp://10.0.0.9:4001?driver=dini":                   {Address: "tcp://10.0.0.9:4001", Name: "10.0.0.9:4001", Driver: "dini"},
		"tcp://10.0.0.9:4001?baud=9600&driver=aandd&other=1": {Address: "tcp://10.0.0.9:4001", Name: "10.0.0.9:4001", Driver: "aandd", Baud: "9600"},
	} {
		if got, err := ReadLine(text); err != nil || got != want {
			t.Errorf("%s is %+v (%v), want %+v", text, got, err, want)
		}
	}
}

// TestALineThatIsNoneIsRefused: the refusal repeats it and names the drivers.
func TestALineThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "10.0.0.9:4001", "udp://10.0.0.9:4001?driver=toledo", "tcp://10.0.0.9:4001", "tcp://10.0.0.9:4001?driver=mettler",
		"serial:///dev/ttyUSB0?baud=9600", "tcp://[::1?driver=toledo",
	} {
		line, err := ReadLine(text)
		if err == nil || line != (Line{}) || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) || !strings.Contains(err.Error(), "aandd, cas, dini, hid, sics, toledo") {
			t.Errorf("%q: %+v, %v", text, line, err)
		}
	}
}
