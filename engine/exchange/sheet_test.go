package exchange

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// encoded gives a text in another encoding.
func encoded(t *testing.T, text, name string) []byte {
	t.Helper()
	encoder := simplifiedchinese.GB18030.NewEncoder()
	if name == "utf-16" {
		encoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
	}
	content, err := encoder.Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func packed(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAFileIsReadAsItCame holds headers and rows to what stands in the file, whatever it
// is written in: numbers of rows are those that its owner sees.
func TestAFileIsReadAsItCame(t *testing.T) {
	t.Parallel()
	const rows = "[编码 name] [{2 [苹果 1]}]"
	plain := "编码,name\n苹果,1\n"
	for _, tt := range []struct {
		name, file string
		content    []byte
		how        *meta.MappingFile
		asked      reading
		want       string
	}{
		{"UTF-8", "a.csv", []byte(plain), nil, reading{}, rows},
		{"UTF-8 with its mark", "a.csv", []byte("\ufeff" + plain), nil, reading{}, rows},
		{"lines as Windows ends them", "a.CSV", []byte(strings.ReplaceAll(plain, "\n", "\r\n")), nil, reading{}, rows},
		{"GBK, found out", "a.csv", encoded(t, plain, "gbk"), nil, reading{}, rows},
		{"UTF-16", "a.txt", encoded(t, plain, "utf-16"), nil, reading{}, rows},
		{"packed", "a.csv.GZ", packed(t, []byte(plain)), nil, reading{}, rows},
		{"semicolons, found out", "a.csv", []byte("编码;name\n苹果;1\n"), nil, reading{}, rows},
		{"tabs, found out", "a.csv", []byte("编码\tname\n苹果\t1\n"), nil, reading{}, rows},
		{"a delimiter of the mapping", "a.csv", []byte("编码|name\n苹果|1\n"), &meta.MappingFile{Delimiter: "|"}, reading{}, rows},
		{"headers further down", "a.csv", []byte("Report\nof 2026,x,y\ncode,name\n1,2\n"), &meta.MappingFile{Header: 3}, reading{}, "[code name] [{4 [1 2]}]"},
		{"empty rows and blanks", "a.csv", []byte("a , b\n\n , \n 1 ,\n\n2\n"), nil, reading{}, "[a b] [{4 [1 ]} {6 [2]}]"},
		{"a line within a cell", "a.csv", []byte("a,b\n\"x\ny\",1\nz,2\n"), nil, reading{}, "[a b] [{2 [x\ny 1]} {4 [z 2]}]"},
		{"a quote that is none", "a.csv", []byte("a,b\n5\" disk,1\n"), nil, reading{}, "[a b] [{2 [5\" disk 1]}]"},
		{"the first rows", "a.csv", []byte("a\n1\n2\n3\n"), nil, reading{most: 2}, "[a] [{2 [1]} {3 [2]}]"},
		{"headers alone", "a.csv", []byte("a,b"), nil, reading{}, "[a b] []"},
	} {
		s, err := readSheet(tt.file, tt.content, tt.how, tt.asked)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := fmt.Sprint(s.headers, " ", s.rows); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestWhatIsNoTableIsRefused holds the faults of files, each on the file.
func TestWhatIsNoTableIsRefused(t *testing.T) {
	t.Parallel()
	wide := strings.Repeat("x,", mostColumns+1)
	for _, tt := range []struct {
		name, file string
		content    []byte
		asked      reading
		key        string
	}{
		{"nothing", "a.csv", nil, reading{}, "exchange.no_header"},
		{"no book", "a.xlsx", []byte("no book"), reading{}, "exchange.bad_file"},
		{"not packed", "a.csv.gz", []byte("a,b"), reading{}, "exchange.bad_file"},
		{"half packed", "a.csv.gz", packed(t, []byte(strings.Repeat("a,b\n", 5000)))[:60], reading{}, "exchange.bad_file"},
		{"too many columns", "a.csv", []byte(wide), reading{}, "exchange.too_many_columns"},
		{"a cell that is too long", "a.csv", []byte("a\n" + strings.Repeat("é", longestCell+1)), reading{}, "exchange.cell_too_long"},
		{"another encoding than is said", "a.csv", []byte("caf\xe9\n"), reading{encoding: "utf-8"}, "exchange.bad_encoding"},
		{"too many rows", "a.csv", []byte(strings.Repeat("a\n", mostRows+2)), reading{}, "exchange.too_many_rows"},
	} {
		_, err := readSheet(tt.file, tt.content, nil, tt.asked)
		f, _ := fault.As(err)
		if !fault.IsKey(err, tt.key) || f.Path != "file" {
			t.Errorf("%s: %v, want %s on the file", tt.name, err, tt.key)
		}
	}
	if s, err := readSheet("a.csv", []byte("a\n"+strings.Repeat("é", longestCell)), nil, reading{}); err != nil || len(s.rows) != 1 {
		t.Errorf("a cell of the most letters: %v", err)
	}
}

// TestTheEncodingIsTold holds what a preview says of a text to the first that fits.
func TestTheEncodingIsTold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		content []byte
		names   []string
		want    string
	}{
		{[]byte("plain"), nil, "plain utf-8"},
		{[]byte("plain"), []string{"gbk"}, "plain gbk"},
		{encoded(t, "苹果", "gbk"), nil, "苹果 gbk"},
		{encoded(t, "苹果", "utf-16"), nil, "苹果 utf-16"},
		{[]byte("caf\xe9"), []string{"utf-8", "windows-1252"}, "café windows-1252"},
	} {
		if text, name, err := decode(tt.content, tt.names); err != nil || text+" "+name != tt.want {
			t.Errorf("%q in %v is %s in %s (%v), want %s", tt.content, tt.names, text, name, err, tt.want)
		}
	}
}
