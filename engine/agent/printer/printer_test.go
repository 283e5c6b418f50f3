package printer_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/agent/printer"
)

func TestALineSaysHowAPrinterIsReached(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want printer.Line
	}{
		{"tcp://10.0.0.5:9100", printer.Line{Address: "tcp://10.0.0.5:9100", Name: "10.0.0.5:9100", Language: "zpl"}},
		{"bench 1=tcp://10.0.0.5:9100", printer.Line{Address: "tcp://10.0.0.5:9100", Name: "bench 1", Language: "zpl"}},
		{"工位=tcp://h:1?language=tspl", printer.Line{Address: "tcp://h:1", Name: "工位", Language: "tspl"}},
		{"tcp://h:1?language=cpcl", printer.Line{Address: "tcp://h:1", Name: "h:1", Language: "cpcl"}},
		{"usb:///dev/usb/lp0", printer.Line{Address: "usb:///dev/usb/lp0", Name: "/dev/usb/lp0", Language: "zpl"}},
		{"spool:///var/a=b", printer.Line{Address: "spool:///var/a=b", Name: "/var/a=b", Language: "zpl"}},
		{"cups://Office", printer.Line{Address: "cups://Office", Name: "Office", Language: "pdf"}},
		{"A4=cups://Office?language=zpl", printer.Line{Address: "cups://Office", Name: "A4", Language: "zpl"}},
	}
	for _, tt := range tests {
		got, err := printer.ReadLine(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%s: %+v (%v), want %+v", tt.text, got, err, tt.want)
		}
		if _, err := printer.New(got); err != nil {
			t.Errorf("%s cannot be made: %v", tt.text, err)
		}
	}
}

func TestALineThatSaysNothingIsRefusedWithTheForm(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "10.0.0.5", "10.0.0.5:9100", "ftp://h:1", "bench=", "bench=h:1", "tcp://%zz", "=", "TCP"} {
		if line, err := printer.ReadLine(text); err == nil || !strings.Contains(err.Error(), "[name=]tcp://host:9100") {
			t.Errorf("%q is %+v (%v)", text, line, err)
		}
	}
	for _, address := range []string{"", "bench", "ftp://h:1", "tcp://%zz"} {
		if p, err := printer.New(printer.Line{Address: address}); err == nil {
			t.Errorf("%q is the printer %v", address, p)
		}
	}
}
