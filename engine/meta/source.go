package meta

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// source is the text of a file. It is read again only to tell where a mistake is.
type source []byte

// position gives the line and column of a member, or of the nearest thing around
// it that the text has.
func (s source) position(path string) (line, column int) {
	best, at := -1, 0
	s.walk(func(found string, offset int) {
		if len(found) > best && (found == "" || path == found || strings.HasPrefix(path, found+"/")) {
			best, at = len(found), offset
		}
	})
	return s.lineColumn(at)
}

func (s source) lineColumn(offset int) (line, column int) {
	before := s[:min(offset, len(s))]
	return bytes.Count(before, []byte("\n")) + 1, len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
}

// place is a member and where it, or its name, begins.
type place struct {
	path   string
	offset int
}

// duplicates lists the members that an object names again.
func (s source) duplicates() []place {
	seen := map[string]bool{}
	var again []place
	s.walk(func(path string, offset int) {
		if seen[path] {
			again = append(again, place{path, offset})
		}
		seen[path] = true
	})
	return again
}

// walk visits every value with its path and where it, or its name, begins. It
// stops at the first thing that is not JSON.
func (s source) walk(visit func(path string, offset int)) {
	w := walker{decoder: json.NewDecoder(bytes.NewReader(s)), source: s, visit: visit}
	w.value("", 0)
}

type walker struct {
	decoder *json.Decoder
	source  source
	visit   func(path string, offset int)
}

// next gives the offset of the next token, behind white space and separators.
func (w *walker) next() int {
	at := int(w.decoder.InputOffset())
	for at < len(w.source) && strings.IndexByte(" \t\r\n,:", w.source[at]) >= 0 {
		at++
	}
	return at
}

func (w *walker) value(path string, at int) bool {
	w.visit(path, at)
	token, err := w.decoder.Token()
	if err != nil {
		return false
	}
	switch token {
	case json.Delim('{'):
		return w.object(path)
	case json.Delim('['):
		return w.list(path)
	}
	return true
}

func (w *walker) object(path string) bool {
	for w.decoder.More() {
		at := w.next()
		name, err := w.decoder.Token()
		if err != nil || !w.value(join(path, fmt.Sprint(name)), at) {
			return false
		}
	}
	_, err := w.decoder.Token()
	return err == nil
}

func (w *walker) list(path string) bool {
	for i := 0; w.decoder.More(); i++ {
		if !w.value(join(path, strconv.Itoa(i)), w.next()) {
			return false
		}
	}
	_, err := w.decoder.Token()
	return err == nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "/" + name
}
