package printer

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// Conditions of a printer.
const (
	Ready     = "ready"
	PaperOut  = "paper_out"
	RibbonOut = "ribbon_out"
	HeadOpen  = "head_open"
	Paused    = "paused"
	Silent    = "silent" // does not answer
	Untold    = "untold" // takes what it gets and tells nothing
)

// How the print of a label ends. Unsent is none: nothing was printed, and it may be sent
// again.
const (
	Printed = "printed"
	Sent    = "sent" // the printer took it and tells no more
	Unknown = "unknown"
	Failed  = "failed"
	Unsent  = "unsent"
)

// Outcome is how the print of a label ended.
type Outcome struct {
	State string
	Why   fault.Told // of Unknown and Failed
}

// Label is what is printed.
type Label struct {
	Key     string // names it in what a person finds at the printer
	Type    string // media type
	Content []byte
	Pages   int // labels that come out
}

// Printer is one that the agent reaches.
type Printer interface {
	// Condition is how the printer was when it was last looked at.
	Condition() string
	// Print sends a label. Before the first byte it calls begin with the number of labels
	// that the printer has printed in its life, or NoCount.
	Print(ctx context.Context, label Label, begin func(count int64) error) Outcome
	// Prove finds out what became of a label whose print was begun and not ended.
	Prove(ctx context.Context, label Label, count int64) Outcome
}

// NoCount stands for the count of a printer that does not tell it.
const NoCount = -1

// Line says how a printer is reached.
type Line struct {
	Address  string // spool:///folder, tcp://host:9100, usb:///dev/usb/lp0, cups://queue
	Name     string
	Language string // zpl, tspl, cpcl or pdf
}

// ReadLine reads a line as it is written: [name=]address[?language=tspl].
func ReadLine(text string) (Line, error) {
	name, address, named := strings.Cut(text, "=")
	if !named || strings.Contains(name, ":") {
		name, address = "", text
	}
	where, err := url.Parse(address)
	if err != nil || builders[where.Scheme] == nil {
		return Line{}, fmt.Errorf("printer %q: write it as [name=]tcp://host:9100, usb:///dev/usb/lp0, spool:///folder or cups://queue, with ?language=tspl behind it where it is not zpl", text)
	}
	line := Line{Name: name, Language: where.Query().Get("language")}
	where.RawQuery = ""
	line.Address = where.String()
	if line.Name == "" {
		line.Name = strings.TrimPrefix(line.Address, where.Scheme+"://")
	}
	if line.Language == "" {
		line.Language = "zpl"
		if where.Scheme == "cups" {
			line.Language = "pdf"
		}
	}
	return line, nil
}

// builders make printers by the scheme of their address.
var builders = map[string]func(where *url.URL, language string) Printer{
	"tcp":   func(where *url.URL, language string) Printer { return newTCP(where.Host, language) },
	"usb":   func(where *url.URL, _ string) Printer { return &device{path: where.Path} },
	"spool": func(where *url.URL, _ string) Printer { return &folder{path: where.Path} },
	"cups":  func(where *url.URL, _ string) Printer { return &queue{name: where.Host} },
}

// New makes the printer of a line.
func New(line Line) (Printer, error) {
	where, err := url.Parse(line.Address)
	if err != nil || builders[where.Scheme] == nil {
		return nil, fmt.Errorf("printer %q has no address", line.Address)
	}
	return builders[where.Scheme](where, line.Language), nil
}

func unknown(key string, pairs ...any) Outcome {
	return Outcome{State: Unknown, Why: fault.Tell(key, pairs...)}
}
