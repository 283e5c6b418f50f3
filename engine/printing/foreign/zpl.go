package foreign

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// Commands of ZPL that say how a label looks, and how this one is printed. What resets a
// printer, keeps something in it, changes its settings for good or asks it something is
// not among them; nor is what changes the marks by which commands are known.
var (
	// draws are the commands with which something comes out.
	draws = []string{"^FD", "^FV", "^SN", "^GB", "^GC", "^GD", "^GE", "^GF", "^GS", "^XG", "^IM"}
	says  = []string{
		"^XA", "^XZ", "^FO", "^FT", "^FS", "^FX", "^FH", "^FB", "^FR", "^FW", "^FP", "^FM", "^FC", "^TB", "^PA", "^CF", "^CI", "^CV", "^BY", "^SF", "^ID",
		"^PQ", "^PW", "^PO", "^PR", "^PM", "^LL", "^LH", "^LR", "^LS", "^LT", "^MM", "^MN", "^MT", "^MD", "^MC", "^MF", "~DG", "~SD", "~TA", "~JS",
	}
	// free are the commands whose text is what a person reads.
	free = []string{"^FD", "^FV", "^SN", "^FX"}
)

// command is one command of ZPL with the text behind it.
type command struct{ name, text string }

// Labels counts the labels that come out of a file of ZPL.
//
// Invalid: print.foreign_zpl for a command that is not for labels, and for anything else
// that a printer may act on; print.foreign_labels for more than MostLabels, and for none.
func Labels(content []byte) (int, error) {
	commands, err := commandsOf(bytes.TrimPrefix(content, []byte("\ufeff")))
	if err != nil {
		return 0, err
	}
	all, open, drawn, copies := 0, false, false, 1
	for _, c := range commands {
		switch {
		case c.name == "^XA" && !open:
			open, drawn, copies = true, false, 1
		case c.name == "^XZ" && open:
			open = false
			if drawn {
				all += copies
			}
		case !open && c.name[0] == '^', c.name == "^XA":
			return 0, refused(c.name)
		case c.name == "^PQ":
			copies = copiesOf(c.text)
		case slices.Contains(draws, c.name):
			drawn = true
		}
		if all > MostLabels {
			break
		}
	}
	if open || all == 0 || all > MostLabels {
		return 0, fault.New(fault.Invalid, "print.foreign_labels", "max", MostLabels)
	}
	return all, nil
}

func refused(what string) error {
	return fault.New(fault.Invalid, "print.foreign_zpl", "command", what)
}

// copiesOf reads how many times a label comes out.
func copiesOf(text string) int {
	first, _, _ := strings.Cut(text, ",")
	n, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, MostLabels+1)
}

// commandsOf takes a file apart. Everything belongs to a command that is known.
func commandsOf(content []byte) (all []command, err error) {
	content = bytes.TrimLeft(content, " \t\r\n")
	for len(content) > 0 {
		name := nameOf(content)
		if name == "" {
			return nil, refused(fmt.Sprintf("%.20q", content))
		}
		rest := content[len(name):]
		end := len(rest)
		if next := bytes.IndexAny(rest, "^~"); next >= 0 {
			end = next
		}
		if name == "^GF" {
			if end, err = graphic(rest, end); err != nil {
				return nil, err
			}
		}
		c := command{name, string(rest[:end])}
		if err := c.check(); err != nil {
			return nil, err
		}
		all, content = append(all, c), rest[end:]
	}
	return all, nil
}

// nameOf is the command that a text begins with; "" for none that is known. Those of fonts
// and codes are known by their first letter.
func nameOf(text []byte) string {
	if len(text) < 3 || text[0] != '^' && text[0] != '~' {
		return ""
	}
	name := strings.ToUpper(string(text[:3]))
	if last := name[2]; last != '@' && (last < '0' || last > '9') && (last < 'A' || last > 'Z') {
		return ""
	}
	family := name[1] == 'A' || name[1] == 'B'
	if name[0] == '^' && family || slices.Contains(draws, name) || slices.Contains(says, name) {
		return name
	}
	return ""
}

// Texts that printers take for commands of their own, wherever they think that one may
// begin: control characters for the marks of commands, and other languages, in which
// settings are made. Only what a person reads may have the latter.
var (
	marks  = regexp.MustCompile(`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]`)
	others = regexp.MustCompile(`![ \t]|[{}]`)
)

// check holds the text of a command to what cannot be one by itself.
func (c command) check() error {
	if c.name == "^GF" {
		return nil // looked at by graphic
	}
	if marks.MatchString(c.text) || others.MatchString(c.text) && !slices.Contains(free, c.name) {
		return refused(c.name)
	}
	if c.name == "^XZ" && strings.TrimSpace(c.text) != "" {
		return refused(fmt.Sprintf("%.20q", strings.TrimSpace(c.text)))
	}
	return nil
}

// graphic is where the text of a ^GF ends whose data may be any bytes: it says how many.
func graphic(text []byte, end int) (int, error) {
	parts := bytes.SplitN(text, []byte(","), 5)
	if len(parts) < 5 {
		return 0, refused("^GF")
	}
	switch strings.ToUpper(string(parts[0])) {
	case "A":
		if marks.Match(text[:end]) || others.Match(text[:end]) {
			return 0, refused("^GF")
		}
		return end, nil
	case "B", "C":
	default:
		return 0, refused("^GF")
	}
	n, err := strconv.Atoi(string(parts[1]))
	if err != nil || n < 0 || n > len(parts[4]) {
		return 0, refused("^GF")
	}
	return len(text) - len(parts[4]) + n, nil
}
