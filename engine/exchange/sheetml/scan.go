package sheetml

import (
	"bufio"
	"bytes"
	"errors"
	"html"
	"io"
)

// errMarkup tells that a part is not what a workbook holds.
var errMarkup = errors.New("the markup of a part is broken")

// longestTag bounds a tag with its attributes, in bytes.
const longestTag = 64 << 10

// scanner reads the tags and texts of a part.
type scanner struct {
	in   *bufio.Reader
	tag  []byte // the last tag, without its brackets
	text []byte // what stood before it, still escaped
}

func newScanner(r io.Reader) *scanner {
	return &scanner{in: bufio.NewReaderSize(r, longestTag)}
}

// next reads to the end of the next tag; io.EOF behind the last one. The text
// before it is in text, the tag in tag.
func (s *scanner) next() error {
	s.text = s.text[:0]
	for {
		if err := s.until('<', &s.text); err != nil {
			return err
		}
		s.tag = s.tag[:0]
		if err := s.until('>', &s.tag); err != nil {
			return errors.Join(errMarkup, err)
		}
		switch {
		case bytes.HasPrefix(s.tag, []byte("!--")):
			if err := s.through("--"); err != nil {
				return err
			}
		case bytes.HasPrefix(s.tag, []byte("![CDATA[")):
			if err := s.through("]]"); err != nil {
				return err
			}
			inner := bytes.TrimSuffix(bytes.TrimPrefix(s.tag, []byte("![CDATA[")), []byte("]]"))
			s.text = append(s.text, html.EscapeString(string(inner))...)
		case bytes.HasPrefix(s.tag, []byte("!")): // a document type could define entities
			return errMarkup
		case bytes.HasPrefix(s.tag, []byte("?")):
		default:
			return nil
		}
	}
}

// through reads on while a tag does not end with the bytes that end it.
func (s *scanner) through(end string) error {
	for !bytes.HasSuffix(s.tag, []byte(end)) {
		s.tag = append(s.tag, '>')
		if err := s.until('>', &s.tag); err != nil {
			return errors.Join(errMarkup, err)
		}
	}
	return nil
}

// until appends what comes before a byte, which is taken away.
func (s *scanner) until(end byte, into *[]byte) error {
	for {
		part, err := s.in.ReadSlice(end)
		if *into = append(*into, part...); len(*into) > longestText {
			return errMarkup
		}
		if err == nil {
			*into = (*into)[:len(*into)-1]
			return nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// longestText bounds the text of one element, in bytes: a cell has at most 32,767
// characters, each at most a few bytes when it is escaped.
const longestText = 1 << 20

// name is the local name of the tag, with "/" before that of an end.
func (s *scanner) name() string {
	tag, end := s.tag, ""
	if len(tag) > 0 && tag[0] == '/' {
		tag, end = tag[1:], "/"
	}
	if at := bytes.IndexAny(tag, " \t\r\n/"); at >= 0 {
		tag = tag[:at]
	}
	if at := bytes.IndexByte(tag, ':'); at >= 0 {
		tag = tag[at+1:]
	}
	switch string(tag) { // the frequent ones cost no memory
	case "c":
		return end + "c"
	case "v":
		return end + "v"
	case "t":
		return end + "t"
	}
	return end + string(tag)
}

// empty reports whether the tag begins and ends an element.
func (s *scanner) empty() bool { return len(s.tag) > 0 && s.tag[len(s.tag)-1] == '/' }

// attribute gives the value of an attribute without a prefix; nil for none.
func (s *scanner) attribute(name string) []byte {
	rest := s.tag
	for {
		at := bytes.IndexByte(rest, '=')
		if at < 0 || at+1 >= len(rest) {
			return nil
		}
		label := bytes.TrimSpace(rest[:at])
		if space := bytes.LastIndexAny(label, " \t\r\n"); space >= 0 {
			label = label[space+1:]
		}
		rest = bytes.TrimLeft(rest[at+1:], " \t\r\n")
		if len(rest) == 0 {
			return nil
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return nil
		}
		if string(label) == name {
			return rest[1 : end+1]
		}
		rest = rest[end+2:]
	}
}

// content is the text before the tag as it is meant.
func (s *scanner) content() string {
	if bytes.IndexByte(s.text, '&') < 0 {
		return string(s.text)
	}
	return html.UnescapeString(string(s.text))
}
