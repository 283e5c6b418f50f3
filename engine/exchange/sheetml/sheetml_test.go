package sheetml_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/exchange/sheetml"
)

// read gives the rows of a workbook as "number: cell|cell".
func read(content []byte) ([]string, error) {
	book, err := sheetml.Open(content)
	if err != nil {
		return nil, err
	}
	var rows []string
	err = book.Rows(func(number int, cells []string) (bool, error) {
		rows = append(rows, fmt.Sprintf("%d: %s", number, strings.Join(cells, "|")))
		return true, nil
	})
	return rows, err
}

// pack makes a workbook of a sheet and of shared texts.
func pack(t testing.TB, sheet, texts string) []byte {
	t.Helper()
	const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	relation := func(id, kind, target string) string {
		return fmt.Sprintf(`<Relationship Id=%q Type="%s/%s" Target=%q/>`, id, types, kind, target)
	}
	return packed(t, map[string]string{
		"_rels/.rels":                "<Relationships>" + relation("r1", "officeDocument", "xl/workbook.xml") + "</Relationships>",
		"xl/workbook.xml":            `<x:workbook xmlns:x="m" xmlns:r="` + types + `"><x:sheets><x:sheet name="S" sheetId="1" r:id="r7"/></x:sheets></x:workbook>`,
		"xl/_rels/workbook.xml.rels": "<Relationships>" + relation("r7", "worksheet", "/xl/worksheets/sheet1.xml") + relation("r8", "sharedStrings", "sharedStrings.xml") + "</Relationships>",
		"xl/worksheets/sheet1.xml":   sheet,
		"xl/sharedStrings.xml":       texts,
	})
}

// packed makes an archive of parts.
func packed(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var content bytes.Buffer
	archive := zip.NewWriter(&content)
	for name, text := range parts {
		part, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

const texts = `<?xml version="1.0"?><sst><si><t xml:space="preserve"> a &amp; b </t></si><si/><si><r><t>ri</t></r><r><t>ch</t></r><rPh sb="0"><t>no</t></rPh></si><si><t>x_x000A_y</t></si></sst>`

func TestRowsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ sheet, want string }{
		"shared texts":       {`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>2</v></c><c r="C1" t="s"><v>1</v></c></row>`, "1:  a & b |rich|"},
		"escaped characters": {`<row r="1"><c r="A1" t="s"><v>3</v></c><c t="str"><v>&lt;&#65;&#x42;&quot;</v></c></row>`, "1: x\ny|<AB\""},
		"gaps":               {`<row r="3"><c r="B3"><v>1.5</v></c><c r="D3"/><c r="AA3"><v>2</v></c></row>`, "3: |1.5|" + strings.Repeat("|", 23) + "|2"},
		"no addresses":       {`<row><c><v>1</v></c><c t="b"><v>1</v></c></row><row><c><v>2</v></c></row>`, "1: 1|1 2: 2"},
		"texts in the cell":  {`<row r="1"><c r="A1" t="inlineStr"><is><t>in</t><rPh><t>x</t></rPh></is></c></row>`, "1: in"},
		"binary figures":     {`<row r="1"><c><v>0.12000000000000001</v></c><c><v>19.989999999999998</v></c><c><v>1.1000000000000001E-2</v></c><c><v>123456789012345678</v></c><c><v>0.123456789012345</v></c></row>`, "1: 0.12|19.99|0.011|123456789012345678|0.123456789012345"},
		"formulas":           {`<row r="1"><c r="A1"><f>1&lt;2</f><v>3</v></c><c r="B1" t="str"><f>T()</f><v>t</v></c></row>`, "1: 3|t"},
		"prefixes":           {`<x:row r="1"><x:c r="A1" ><x:v>7</x:v></x:c></x:row>`, "1: 7"},
		"comments and CDATA": {`<!-- <row> > --><row r='1'><c t='str' r='A1'><v><![CDATA[a<b>&c]]></v></c></row>`, "1: a<b>&c"},
		"text around CDATA":  {`<row r="1"><c t="str"><v>a<![CDATA[<b>&amp;]]>&amp;c<![CDATA[d]]></v></c></row>`, "1: a<b>&amp;&cd"},
		"cells backwards":    {`<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>`, "1: 1||3"},
		"other attributes":   {`<row spans="1:2" r = "2"><c s="1" r="B2" t="s" cm="1"><v> 1 </v></c><c x:r="A2" s='"' r='D2'><v>4</v></c></row>`, "2: |||4"},
		"spoken texts":       {`<row r="1"><c t="inlineStr"><is><rPh><t>x</t></rPh><t>a</t><rPh/><t>b</t></is></c></row>`, "1: ab"},
		"lone surrogates":    {`<row r="1"><c t="str"><v>_xD800__x0041__x41_</v></c></row>`, "1: _xD800_A_x41_"},
		"words and long ids": {`<row r="1"><c t="e"><v>#N/A and some more</v></c><c><v>-12345678901234.5</v></c><c><v>1.2345678901234567E+20</v></c></row>`, "1: #N/A and some more|-12345678901234.5|1.23456789012346E+20"},
		"the last column":    {`<row r="1048576"><c r="XFD1048576"/><c r="A1"><v>1</v></c></row>`, "1048576: 1"},
		"empty rows":         {`<row r="1"/><row r="2"></row><row r="4"><c r="A4"><v>1</v></c></row>`, "4: 1"},
	} {
		rows, err := read(pack(t, `<?xml version="1.0"?><worksheet><sheetData>`+test.sheet+"</sheetData></worksheet>", texts))
		if got := strings.Join(rows, " "); err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, test.want)
		}
	}
}

func TestBrokenWorkbooksAreRefused(t *testing.T) {
	t.Parallel()
	for name, sheet := range map[string]string{
		"entities":             `<!DOCTYPE a [<!ENTITY b "c">]><row><c><v>&b;</v></c></row>`,
		"an unknown text":      `<row r="1"><c r="A1" t="s"><v>9</v></c></row>`,
		"a negative text":      `<row r="1"><c r="A1" t="s"><v>-1</v></c></row>`,
		"a column too far":     `<row r="1"><c r="ZZZZ1"><v>1</v></c></row>`,
		"a cell without name":  `<row r="1"><c r="1"><v>1</v></c></row>`,
		"rows backwards":       `<row r="5"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>`,
		"a row too far":        `<row r="1048577"><c><v>1</v></c></row>`,
		"one column too far":   `<row r="1"><c r="XFE1"><v>1</v></c></row>`,
		"columns on and on":    `<row r="1"><c r="XFD1"><v>1</v></c><c><v>1</v></c></row>`,
		"a text that is next":  `<row r="1"><c r="A1" t="s"><v>4</v></c></row>`,
		"a comment too long":   `<!-- ` + strings.Repeat("> ", 1<<19) + `-->`,
		"pieces of a text":     `<row r="1"><c><v>` + strings.Repeat("1<!-- -->", 1<<20+1) + `</v></c></row>`,
		"a tag without end":    `<row r="1"><c r="A1"`,
		"a comment on and on":  `<!-- <row>`,
		"a text without bound": `<row r="1"><c><v>` + strings.Repeat("1", 2<<20) + `</v></c></row>`,
	} {
		if rows, err := read(pack(t, sheet, texts)); err == nil {
			t.Errorf("%s: read as %q", name, rows)
		}
	}
	for name, content := range map[string][]byte{"nothing": nil, "no archive": []byte("PK no"), "no sheet": emptyArchive(t)} {
		if _, err := read(content); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func emptyArchive(t *testing.T) []byte {
	t.Helper()
	var content bytes.Buffer
	if err := zip.NewWriter(&content).Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// TestPartsAreFoundByWhatRefersToThem: programs name parts as they like, with capitals, in
// other folders, with the slashes of Windows, and with more sheets than the first.
func TestPartsAreFoundByWhatRefersToThem(t *testing.T) {
	t.Parallel()
	const book = `<workbook xmlns:r="o"><sheets><sheet name="S" id="r1" r:id="r2"/><sheet name="T" r:id="r1"/></sheets></workbook>`
	sheet := func(n int) string { return fmt.Sprintf(`<worksheet><row r="1"><c><v>%d</v></c></row></worksheet>`, n) }
	for name, parts := range map[string]map[string]string{
		"another root": {
			"_rels/.rels":   `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="Deep/Book.xml"/></Relationships>`,
			"deep/book.xml": book, "DEEP/_rels/book.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="t.xml"/><Relationship Id="r2" Type="x/worksheet" Target="../s/One.xml"/></Relationships>`,
			"s/one.xml": sheet(1), "deep/t.xml": sheet(2),
		},
		"no root": {
			`xl\workbook.xml`: book, `xl\_rels\workbook.xml.rels`: `<Relationships><Relationship Id="r2" Type="x/worksheet" Target="/xl/one.xml"/></Relationships>`, `xl\One.xml`: sheet(1),
		},
	} {
		rows, err := read(packed(t, parts))
		if err != nil || !slices.Equal(rows, []string{"1: 1"}) {
			t.Errorf("%s: %q, %v", name, rows, err)
		}
	}
	for name, parts := range map[string]map[string]string{
		"no list of relations": {"xl/workbook.xml": book},
		"no sheet in the list": {"xl/workbook.xml": `<workbook/>`, "xl/_rels/workbook.xml.rels": `<Relationships/>`},
		"a sheet that lacks":   {"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r2" Type="x/worksheet" Target="one.xml"/></Relationships>`},
		"a list too large":     {"xl/workbook.xml": book + strings.Repeat(" ", 1<<20)},
	} {
		if rows, err := read(packed(t, parts)); err == nil {
			t.Errorf("%s: read as %q", name, rows)
		}
	}
}

// TestRowsEndWhenTheReaderHasEnough, and its error is told.
func TestRowsEndWhenTheReaderHasEnough(t *testing.T) {
	t.Parallel()
	book, err := sheetml.Open(pack(t, `<row><c><v>1</v></c></row><row><c><v>2</v></c></row><row><c><v>3</v></c></row>`, texts))
	if err != nil {
		t.Fatal(err)
	}
	for want, why := range map[int]error{2: nil, 1: errors.New("why")} {
		seen := 0
		err := book.Rows(func(int, []string) (bool, error) { seen++; return seen < 2, why })
		if seen != want || !errors.Is(err, why) {
			t.Errorf("%d rows were seen, want %d: %v", seen, want, err)
		}
	}
}

// TestReadsWhatExcelizeReads compares both readers on sheets of random cells.
func TestReadsWhatExcelizeReads(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for range 20 {
		content := randomBook(t, random)
		book, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		want, err := book.GetRows("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i, cells := range want {
			if len(cells) > 0 {
				lines = append(lines, fmt.Sprintf("%d: %s", i+1, strings.Join(cells, "|")))
			}
		}
		got, err := read(content)
		for i := range got {
			got[i] = strings.TrimRight(got[i], "|")
		}
		if err != nil || !slices.Equal(got, lines) {
			t.Fatalf("seed %d: %v\n%q\nwant\n%q", seed, err, got, lines)
		}
	}
}

func randomBook(t *testing.T, random *rand.Rand) []byte {
	t.Helper()
	book := excelize.NewFile()
	values := []any{"text", " <&>\"' ", "中文 ñ", "_x0041_", 1, -2.5, 1e300, 0.1, true, "a\nb", "007"}
	for row := range 12 {
		for column := range 9 {
			if random.IntN(3) == 0 {
				continue
			}
			cell, err := excelize.CoordinatesToCellName(column+1, row+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := book.SetCellValue("Sheet1", cell, values[random.IntN(len(values))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// FuzzSheet: no sheet breaks the reader.
func FuzzSheet(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`)
	f.Add(`<c r="A1" t="s"/><!-->--><![CDATA[]]></c></row>`)
	f.Fuzz(func(t *testing.T, sheet string) {
		_, _ = read(pack(t, sheet, texts))
	})
}
