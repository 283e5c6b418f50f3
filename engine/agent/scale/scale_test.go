package scale

import (
	"errors"
	"fmt"
	"testing"
)

// TestRecordedBytes reads what scales said, as manuals and reports have it.
func TestRecordedBytes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, driver, bytes, want string }{
		{"Toledo, gross", "toledo", "\x02\x34\x30\x20  1250     0", "stable 12.50 kg gross, tare 0"},
		{"Toledo, three digits, net", "toledo", "\x02\x2d\x31\x20  1250   500", "stable 1.250 kg net, tare 0.500"},
		{"Toledo with parity", "toledo", "\x82\xb4\xb0\xa0\xa0\xa0\xb1\xb2\xb5\xb0\xa0\xa0\xa0\xa0\xa0\xb0", "stable 12.50 kg gross, tare 0"},
		{"Toledo, moving", "toledo", "\x02\x34\x38\x20  1250     0", "moving 12.50 kg gross, tare 0"},
		{"Toledo, negative", "toledo", "\x02\x34\x32\x20    50     0", "stable -0.50 kg gross, tare 0"},
		{"Toledo, too much", "toledo", "\x02\x34\x34\x20999999     0", "over 9999.99 kg gross, tare 0"},
		{"Toledo in pounds", "toledo", "\x02\x34\x20\x20  1250     0", "stable 12.50 lb gross, tare 0"},
		{"Toledo, short form without tare", "toledo", "\x02\x34\x30\x20  1250", "stable 12.50 kg gross, tare 0"},
		{"Toledo, half a frame", "toledo", "  1250     0", "no frame"},
		{"SICS, stable", "sics", "S S      1.250 kg", "stable 1.250 kg gross, tare 0"},
		{"SICS, moving", "sics", "S D      1.248 kg", "moving 1.248 kg gross, tare 0"},
		{"SICS in grams", "sics", "S S    -12.30 g", "stable -12.30 g gross, tare 0"},
		{"SICS, not now", "sics", "S I", "moving 0 kg gross, tare 0"},
		{"SICS, too much", "sics", "S +", "over 0 kg gross, tare 0"},
		{"SICS, an error", "sics", "ES", "no frame"},
		{"A&D", "aandd", "ST,+00123.45 kg", "stable 123.45 kg gross, tare 0"},
		{"A&D, moving", "aandd", "US,+00123.40 kg", "moving 123.40 kg gross, tare 0"},
		{"A&D, a plausible figure behind OL", "aandd", "OL,+00123.45 kg", "over 0 kg gross, tare 0"},
		{"A&D, pieces", "aandd", "QT,+00000012 PC", "no frame"},
		{"an indicator, gross", "aandd", "ST,GS,+  0012.5kg", "stable 12.5 kg gross, tare 0"},
		{"an indicator, in capitals", "aandd", "ST,GS,+  0012.5KG", "stable 12.5 kg gross, tare 0"},
		{"an indicator, without a unit", "aandd", "ST,GS,+  0012.5", "no frame"},
		{"an indicator, net, judged", "aandd", "ST,NT,OK,-00012.5 kg", "stable -12.5 kg net, tare 0"},
		{"CAS", "cas", "ST,GS,1\x60,    12.5 kg", "stable 12.5 kg gross, tare 0"},
		{"CAS, lamps that are a comma", "cas", "US,NT,1,,   -0.50 kg", "moving -0.50 kg net, tare 0"},
		{"CAS, too much", "cas", "OL,GS,1\x60,    99.9 kg", "over 0 kg gross, tare 0"},
		{"Dini Argeo", "dini", "ST,GS,      1.250,kg", "stable 1.250 kg gross, tare 0"},
		{"Dini Argeo, moving, net", "dini", "US,NT,     -1.250,kg", "moving -1.250 kg net, tare 0"},
		{"Dini Argeo, too much", "dini", "OL,GS,     99.9,kg", "over 0 kg gross, tare 0"},
		{"Dini Argeo, in capitals", "dini", "ST,GS,      1.250, KG ", "stable 1.250 kg gross, tare 0"},
		{"Dini Argeo, an error", "dini", "ERR04", "broken 0 kg gross, tare 0"},
		{"USB, 7.85 lb", "hid", "\x03\x04\x0c\xfe\x11\x03", "stable 7.85 lb gross, tare 0"},
		{"USB, its id stripped", "hid", "\x04\x02\x00\xf4\x01", "stable 500 g gross, tare 0"},
		{"USB, moving", "hid", "\x03\x03\x0b\xff\x2a\x00", "moving 4.2 oz gross, tare 0"},
		{"USB, under nothing", "hid", "\x03\x05\x02\x00\x0a\x00", "under -10 g gross, tare 0"},
		{"USB, a fault", "hid", "\x03\x01\x02\x00\x00\x00", "broken 0 g gross, tare 0"},
		{"USB, of a unit that there is not", "hid", "\x03\x04\x63\x00\x0a\x00", "no frame"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := drivers[tt.driver].read([]byte(tt.bytes))
			got := told(r)
			if errors.Is(err, errFrame) {
				got = "no frame"
			}
			if got != tt.want {
				t.Errorf("%q is %s, want %s", tt.bytes, got, tt.want)
			}
		})
	}
}

func told(r Reading) string {
	kind := "gross"
	if r.Net {
		kind = "net"
	}
	tare := "0"
	if !r.Tare.IsZero() {
		tare = r.Tare.StringFixed(-r.Tare.Exponent())
	}
	weight := r.Weight.String()
	if r.Weight.Exponent() < 0 {
		weight = r.Weight.StringFixed(-r.Weight.Exponent())
	}
	return fmt.Sprintf("%s %s %s %s, tare %s", r.Condition, weight, r.Unit, kind, tare)
}

// TestNoNoiseIsAWeight feeds every driver with the first bytes of every frame, and frames
// after noise.
func TestNoNoiseIsAWeight(t *testing.T) {
	t.Parallel()
	for name, d := range drivers {
		for _, noise := range []string{"", "\x00", "\xff\xff\xff", ",,,,", "S", "ST", "ST,", "ST,GS", "ST,GS,x,kg", "\x02", "\x02\x34\x30\x20 12", "OL", "\x03\x04"} {
			if r, err := d.read([]byte(noise)); err == nil && r.Condition == Stable {
				t.Errorf("%s takes %q for %s", name, noise, told(r))
			}
		}
	}
}

func TestKilosOfEveryUnit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"7.85 lb": "3.561", "500 g": "0.5", "16 oz": "0.454", "0.0125 t": "12.5"} {
		r, err := figure(split(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := r.Kilos(); err != nil || got.String() != want {
			t.Errorf("%s is %s kg, %v; want %s", text, got, err, want)
		}
	}
}
