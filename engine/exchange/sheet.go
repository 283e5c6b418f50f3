package exchange

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/wareloom/wareloom/engine/exchange/sheetml"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Limits of a file: what is larger is refused before it is unpacked further.
const (
	mostRows    = 200_000
	mostColumns = 200
	longestCell = 32_767    // characters, as a spreadsheet has
	gzipMost    = 128 << 20 // bytes
)

// sheet is a table of texts with its headers.
type sheet struct {
	format   string // FormatXLSX or FormatCSV
	encoding string // of a csv
	headers  []string
	rows     []sheetRow
	how      reading
}

// reading says how to read, other than a mapping does.
type reading struct {
	encoding string // "": found out
	most     int    // rows; 0: all
}

// full reports whether as many rows were read as are asked for.
func (s *sheet) full() bool { return s.how.most > 0 && len(s.rows) >= s.how.most }

// sheetRow is a row that is not empty, and its number in the file.
type sheetRow struct {
	number int
	cells  []string
}

// readSheet reads a file's first table.
//
// Invalid: exchange.bad_file, exchange.bad_encoding, exchange.no_header,
// exchange.cell_too_long. TooLarge: exchange.too_many_rows, exchange.too_many_columns.
func readSheet(name string, content []byte, how *meta.MappingFile, asked reading) (*sheet, error) {
	if how == nil {
		how = &meta.MappingFile{}
	}
	if strings.EqualFold(filepath.Ext(name), ".gz") {
		unpacked, err := gunzip(content)
		if err != nil {
			return nil, err
		}
		name, content = strings.TrimSuffix(name, filepath.Ext(name)), unpacked
	}
	s := &sheet{format: FormatCSV, how: asked}
	if strings.EqualFold(filepath.Ext(name), ".xlsx") {
		s.format = FormatXLSX
		return s, s.readXLSX(content, max(how.Header, 1))
	}
	return s, s.readCSV(content, how)
}

func gunzip(content []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, badFile(err)
	}
	unpacked, err := io.ReadAll(io.LimitReader(reader, gzipMost+1))
	if err != nil {
		return nil, badFile(err)
	}
	if len(unpacked) > gzipMost {
		return nil, fault.New(fault.TooLarge, "exchange.too_large", "max", gzipMost>>20).On("file")
	}
	return unpacked, nil
}

func badFile(err error) error {
	return fault.New(fault.Invalid, "exchange.bad_file").On("file").Because(err)
}

// readXLSX takes the values as they are stored. A formula counts as its last
// result.
func (s *sheet) readXLSX(content []byte, header int) error {
	book, err := sheetml.Open(content)
	if err != nil {
		return badFile(err)
	}
	var refused error
	err = book.Rows(func(number int, cells []string) (more bool, err error) {
		refused = s.add(number, header, cells)
		return refused == nil && !s.full(), nil
	})
	if refused != nil {
		return refused
	}
	return s.check(err)
}

func (s *sheet) readCSV(content []byte, how *meta.MappingFile) error {
	names := how.Encodings
	if s.how.encoding != "" {
		names = []string{s.how.encoding}
	}
	text, encoding, err := decode(content, names)
	if err != nil {
		return err
	}
	s.encoding = encoding
	reader := csv.NewReader(strings.NewReader(text))
	reader.FieldsPerRecord = -1
	reader.LazyQuotes = true
	reader.Comma = delimiterOf(text, how.Delimiter)
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) || s.full() {
			return s.check(nil)
		}
		if err != nil {
			return badFile(err)
		}
		number, _ := reader.FieldPos(0)
		if err := s.add(number, max(how.Header, 1), cells); err != nil {
			return err
		}
	}
}

// add takes a row: what stands before the headers is nothing, empty rows are
// left out.
func (s *sheet) add(number, header int, cells []string) error {
	if number < header {
		return nil
	}
	if len(cells) > mostColumns {
		return fault.New(fault.TooLarge, "exchange.too_many_columns", "max", mostColumns).On("file")
	}
	empty := true
	for i, cell := range cells {
		if utf8.RuneCountInString(cell) > longestCell {
			return fault.New(fault.Invalid, "exchange.cell_too_long", "row", number, "column", i+1, "max", longestCell).On("file")
		}
		cells[i] = strings.TrimSpace(cell)
		empty = empty && cells[i] == ""
	}
	switch {
	case s.headers == nil:
		s.headers = cells
	case !empty && len(s.rows) == mostRows:
		return fault.New(fault.TooLarge, "exchange.too_many_rows", "max", mostRows).On("file")
	case !empty:
		s.rows = append(s.rows, sheetRow{number, cells})
	}
	return nil
}

func (s *sheet) check(err error) error {
	if err != nil {
		return badFile(err)
	}
	if len(s.headers) == 0 {
		return fault.New(fault.Invalid, "exchange.no_header").On("file")
	}
	return nil
}

// others are the encodings beside UTF-8.
func others() map[string]encoding.Encoding {
	return map[string]encoding.Encoding{
		"gbk": simplifiedchinese.GB18030, "windows-1252": charmap.Windows1252,
		"utf-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	}
}

// decode reads a text in the first encoding that fits, and tells which.
func decode(content []byte, names []string) (text, name string, err error) {
	if len(names) == 0 {
		names = []string{"utf-8", "gbk"}
	}
	if bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff")) {
		names = append([]string{"utf-16"}, names...)
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	for _, name := range names {
		if other := others()[name]; other != nil {
			text, err := other.NewDecoder().Bytes(content)
			if err == nil && !bytes.ContainsRune(text, utf8.RuneError) {
				return string(text), name, nil
			}
		} else if utf8.Valid(content) {
			return string(content), "utf-8", nil
		}
	}
	return "", "", fault.New(fault.Invalid, "exchange.bad_encoding", "encodings", strings.Join(names, ", ")).On("file")
}

// delimiterOf is the one given, else the one that the first line has most of.
func delimiterOf(text, given string) rune {
	if given != "" {
		r, _ := utf8.DecodeRuneInString(given)
		return r
	}
	line, _, _ := strings.Cut(text, "\n")
	best := ','
	for _, one := range ";\t" {
		if strings.Count(line, string(one)) > strings.Count(line, string(best)) {
			best = one
		}
	}
	return best
}
