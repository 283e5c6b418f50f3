package sheetml

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Limits of a workbook: what is larger is refused before it is unpacked further.
const (
	mostUnpacked = 512 << 20 // bytes of a part
	mostStrings  = 4_000_000
	mostList     = 1 << 20 // bytes of the list of sheets
)

// ErrTooLarge tells that a part unpacks to more than is read.
var ErrTooLarge = errors.New("a part of the workbook is too large")

// Book is an open workbook.
type Book struct {
	parts   map[string]*zip.File
	sheet   string   // part of the first sheet
	strings []string // that cells share
}

// Open reads what the cells of the first sheet need. ErrTooLarge, or any other
// error for what is no workbook.
func Open(content []byte) (*Book, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("open the workbook: %w", err)
	}
	b := &Book{parts: map[string]*zip.File{}}
	for _, part := range archive.File {
		b.parts[strings.ToLower(strings.ReplaceAll(part.Name, `\`, "/"))] = part
	}
	shared, err := b.find()
	if err != nil {
		return nil, err
	}
	return b, b.readStrings(shared)
}

// relation is where a part refers to.
type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
}

// find finds the parts of the first sheet and of the shared texts; "" when there
// are none.
func (b *Book) find() (shared string, err error) {
	root := "xl/workbook.xml"
	if relations, err := b.relations(""); err == nil {
		for _, r := range relations {
			if strings.HasSuffix(r.Type, "/officeDocument") {
				root = resolve("", r.Target)
			}
		}
	}
	var book struct {
		Sheets []struct {
			Attributes []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := b.decode(root, &book); err != nil {
		return "", err
	}
	if len(book.Sheets) == 0 {
		return "", errors.New("the workbook has no sheet")
	}
	relations, err := b.relations(root)
	if err != nil {
		return "", err
	}
	for _, r := range relations {
		switch {
		case strings.HasSuffix(r.Type, "/sharedStrings"):
			shared = resolve(root, r.Target)
		case refers(book.Sheets[0].Attributes, r.ID):
			b.sheet = resolve(root, r.Target)
		}
	}
	if b.parts[b.sheet] == nil {
		return "", errors.New("the workbook lacks its first sheet")
	}
	return shared, nil
}

// refers reports whether an attribute of a sheet is the id of a relation.
func refers(attributes []xml.Attr, id string) bool {
	for _, a := range attributes {
		if a.Name.Local == "id" && a.Name.Space != "" && a.Value == id {
			return true
		}
	}
	return false
}

// resolve gives the part that a relation of another part names.
func resolve(of, target string) string {
	if !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir(of), target)
	}
	return strings.ToLower(strings.TrimPrefix(path.Clean(target), "/"))
}

func (b *Book) relations(of string) ([]relation, error) {
	var list struct {
		Relations []relation `xml:"Relationship"`
	}
	err := b.decode(path.Join(path.Dir(of), "_rels", path.Base("/"+of)+".rels"), &list)
	return list.Relations, err
}

// decode reads a small part.
func (b *Book) decode(name string, into any) error {
	content, err := b.open(name, mostList)
	if err != nil {
		return err
	}
	defer content.Close()
	if err := xml.NewDecoder(content).Decode(into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// part is a part that is unpacked up to a limit.
type part struct {
	io.ReadCloser
	left int64
}

func (p *part) Read(into []byte) (int, error) {
	if p.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := p.ReadCloser.Read(into[:min(int64(len(into)), p.left)])
	p.left -= int64(n)
	return n, err
}

func (b *Book) open(name string, limit int64) (io.ReadCloser, error) {
	file := b.parts[strings.ToLower(name)]
	if file == nil {
		return nil, fmt.Errorf("the workbook lacks %s", name)
	}
	if file.UncompressedSize64 > uint64(limit) {
		return nil, ErrTooLarge
	}
	content, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	return &part{content, limit + 1}, nil
}

// readStrings reads the texts that cells share.
func (b *Book) readStrings(name string) error {
	if b.parts[name] == nil {
		return nil
	}
	content, err := b.open(name, mostUnpacked)
	if err != nil {
		return err
	}
	defer content.Close()
	s := newScanner(content)
	var text strings.Builder
	for spoken := false; ; {
		err := s.next()
		if errors.Is(err, io.EOF) && !errors.Is(err, errMarkup) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		switch s.name() {
		case "rPh":
			spoken = !s.empty()
		case "/rPh":
			spoken = false
		case "/t":
			if !spoken {
				text.WriteString(s.content())
			}
		case "si":
			text.Reset()
			if s.empty() {
				b.strings = append(b.strings, "")
			}
		case "/si":
			b.strings = append(b.strings, unescape(text.String()))
		}
		if len(b.strings) > mostStrings {
			return ErrTooLarge
		}
	}
}
