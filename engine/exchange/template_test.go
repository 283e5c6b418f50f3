package exchange

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/exchange/sheetml"
	"github.com/wareloom/wareloom/engine/fault"
)

// TestAnEmptyTemplateIsReadByItsMapping holds the workbook to the columns that a file
// fills, in the asker's language, and to finding them all when it comes back.
func TestAnEmptyTemplateIsReadByItsMapping(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		who := d.office(nil, carriesItems)
		for language, want := range map[string]string{"en": "Customer,Code,Name,Price,Kind,Active,Made on,Brands", "zh": "Customer,编码,名称,价,类,启用,日期,品牌"} {
			content, err := d.Template(t.Context(), Import{Mapping: "items", Language: language, Actor: who})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sheetml.Open(content); err != nil {
				t.Fatal(err)
			}
			s, err := readSheet("t.xlsx", content, nil, reading{})
			if got := strings.Join(s.headers, ","); err != nil || got != want || len(s.rows) > 0 {
				t.Errorf("%s: %s (%v), want %s", language, got, err, want)
			}
			p, err := d.Preview(t.Context(), Import{Mapping: "items", Language: language, Actor: who}, "t.xlsx", content)
			if err != nil || len(p.Lacking) > 0 || len(p.Headers) != 8 || slices.ContainsFunc(p.Headers, func(h PreviewHeader) bool { return h.Key == "" }) {
				t.Errorf("%s: read back it is %+v (%v)", language, p, err)
			}
		}
		own := accesstest.Client(9, d.customer, d.Role("client", accesstest.Grant{Menus: []int{ownItems}, Rules: map[string]accesstest.Rule{"item": {Readonly: []string{"price"}}}}))
		content, err := d.Template(t.Context(), Import{Mapping: "items", Language: "en", Actor: own})
		if err != nil {
			t.Fatal(err)
		}
		if s, err := readSheet("t.xlsx", content, nil, reading{}); err != nil || strings.Join(s.headers, ",") != "Code,Name,Kind,Active,Made on,Brands" {
			t.Errorf("of a customer's person: %v (%v)", s.headers, err)
		}
		if _, err := d.Template(t.Context(), Import{Mapping: "items", Actor: accesstest.Office(8)}); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
	})
}

// TestAPreviewTellsWhichColumnIsWhich holds what a person sees before he imports.
func TestAPreviewTellsWhichColumnIsWhich(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		ask := Import{Mapping: "items", Language: "en", Actor: d.office(nil, carriesItems), Columns: []Choice{{Cell: 1, Field: "name"}}}
		rows := "Código,called,odd\n" + strings.Repeat("A,x,y\n", previewRows+3)
		p, err := d.Preview(t.Context(), ask, "a.csv", []byte(rows))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.Headers); got != "[{Código code Code true} {called name Name false} {odd   false}]" {
			t.Errorf("headers are %s", got)
		}
		if got := fmt.Sprint(p.Lacking[:2]); got != "[{Customer true} {Price false}]" {
			t.Errorf("lacking are %s", got)
		}
		if len(p.Rows) != previewRows || p.Format != FormatCSV || p.Encoding != "utf-8" || p.All || len(p.Columns) != 1 {
			t.Errorf("the preview is %+v", p)
		}
		if slices.ContainsFunc(p.Fields, func(f PreviewField) bool { return f.Key == "secret" }) || len(p.Fields) != 8 {
			t.Errorf("what may be chosen is %v", p.Fields)
		}
	})
}

// TestFilesArePackedInTheirOrder unpacks what was packed.
func TestFilesArePackedInTheirOrder(t *testing.T) {
	t.Parallel()
	content, err := Pack([]NamedFile{{"02 货.xlsx", []byte("b")}, {"01.xlsx", []byte("a")}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(r.File) != 2 || r.File[0].Name != "02 货.xlsx" || r.File[1].Name != "01.xlsx" {
		t.Errorf("packed are %v (%v)", r, err)
	}
	if none, err := Pack(nil); err != nil || len(none) == 0 {
		t.Errorf("nothing is packed as %d bytes (%v)", len(none), err)
	}
}

// TestAFilesRowSaysWhatBecameOfIt holds the state of an imported file to its counts.
func TestAFilesRowSaysWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		out        Outcome
		mode, want string
	}{
		{Outcome{Rows: 2, OK: 2, Created: 2}, "", allSaved},
		{Outcome{}, "", allSaved},
		{Outcome{Rows: 2, OK: 1, Failed: 1}, "", partly},
		{Outcome{Rows: 2, OK: 1, Rejected: 1}, "all", partly},
		{Outcome{Rows: 2, Failed: 2}, "", nothing},
		{Outcome{Rows: 2, OK: 1, Failed: 1}, "all", nothing},
		{Outcome{Rows: 1, Rejected: 1}, "", nothing},
	} {
		row := tt.out.row(tt.mode)
		if row["status"] != tt.want || row["rows_failed"] != tt.out.Failed+tt.out.Rejected || row["made"] != tt.out.Created {
			t.Errorf("%+v by %q is %v, want %s", tt.out, tt.mode, row, tt.want)
		}
	}
	full := Outcome{}
	for i := range longestReport + 3 {
		full.add(RowError{Row: i})
	}
	if len(full.Errors) != longestReport || full.More != 3 {
		t.Errorf("listed are %d errors and %d more", len(full.Errors), full.More)
	}
}
