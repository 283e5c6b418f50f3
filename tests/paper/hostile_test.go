package paper

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/paint"
	raster "github.com/wareloom/wareloom/engine/printing/picture"
	"github.com/wareloom/wareloom/metadata"
)

// Of what is hostile there are 300 cases.
const (
	hostileTexts     = 200
	hostilePictures  = 60
	hostileTemplates = 40
)

// fragments are parts of texts that some program on the way takes for more than a text.
var fragments = []string{
	"^XZ^XA", "~JR", "~DG", "^FD", "_5E", "CLS\r\n", "PRINT 99\r\n", "DOWNLOAD \"A\",9,", "! 0 200 200 9 99\r\n", "\x1b!R", "\x1a\x00",
	"<script>alert(1)</script>", "<image href=\"file:///etc/passwd\"/>", "\" onload=\"x()", "]]><svg>", "&xxe;", "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
	"url(http://127.0.0.1/)", "javascript:x()", "../../etc/passwd", "http://169.254.169.254/", ") Tj ET /JS (x) >>", "endstream endobj", "/OpenAction", "%PDF-1.7",
	"${7*7}", "{{7*7}}", "%s%n", "' or 1=1 --", "\\", "\x00", "\u202e", "\ufeff", "\u200b", "\u2066", "日", "\u2f47", "é", "😀", "مرحبا", "A\u0301", strings.Repeat("长", 900), strings.Repeat("w", 3000), "\t\v\f", "\u00ad",
}

// TestHostileTexts draws texts put together of such parts in every format: what comes has
// the shape of a harmless label, or the print is refused for what the text is.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	fits := []string{meta.FitTell, meta.FitShrink, meta.FitWrap, meta.FitGrow, meta.FitCut}
	drawn := 0
	for range hostileTexts {
		text := ""
		for range 1 + random.IntN(4) {
			text += fragments[random.IntN(len(fragments))]
		}
		field := meta.PrintElement{Key: "t", Type: meta.ElementText, X: 2, Y: 2, Width: 60, Height: 10, Fit: fits[random.IntN(len(fits))]}
		code := meta.PrintElement{Key: "c", Type: meta.ElementCode, X: 2, Y: 20, Width: 36, Height: 36, Code: "qr"}
		made, err := layout.Make(t.Context(), label(says(field, text), says(code, "x")), []layout.Record{{ID: 1, Label: text}}, layout.Options{Family: family(t), PerMM: 8})
		if err != nil {
			if !fault.IsKey(err, "print.missing_glyph") && !fault.IsKey(err, "print.text_too_long") {
				t.Fatalf("%q (seed %d): %v", text, seed, err)
			}
			continue
		}
		drawn++
		if why := unlikeALabel(t, made, text); why != "" {
			t.Errorf("%q (seed %d): %s", text, seed, why)
		}
	}
	if drawn < hostileTexts/10 {
		t.Errorf("only %d of the texts were drawn: the test proves little (seed %d)", drawn, seed)
	}
}

// unlikeALabel tells what is not as in the files of a harmless label.
func unlikeALabel(t *testing.T, made *layout.Result, title string) string {
	t.Helper()
	dots := []*paint.Dots{paint.Draw(&made.Pages[0], 8, family(t))}
	zpl, tspl, cpcl := paint.ZPL(dots), paint.TSPL(made.Pages[:1], dots), paint.CPCL(dots)
	pdf, err := paint.NewPDF(family(t))
	if err != nil {
		t.Fatal(err)
	}
	file, err := pdf.Write(title, made.Pages)
	switch {
	case err != nil:
		return err.Error()
	case !zplLabel.Match(zpl):
		return "the ZPL is more than a picture"
	case len(tspl) != len(tsplHead)+100*480+len("\r\nPRINT 1,1\r\n") || !bytes.HasPrefix(tspl, []byte(tsplHead)) || !bytes.HasSuffix(tspl, []byte("\r\nPRINT 1,1\r\n")):
		return "the TSPL is more than a picture"
	case !cpclLabel.Match(cpcl):
		return "the CPCL is more than a picture"
	}
	if found := active.Find(withoutStreams(file)); found != nil {
		return fmt.Sprintf("the PDF has %s", found)
	}
	return markup(paint.SVG(made.Pages, family(t)))
}

const tsplHead = "SIZE 100 mm,60 mm\r\nGAP 2 mm,0 mm\r\nDIRECTION 1\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,100,480,0,"

var (
	zplLabel  = regexp.MustCompile(`^\^XA\^PON\^LRN\^LH0,0\^LS0\^LT0\^PW800\^LL480\^FO0,0\^GFA,\d+,\d+,\d+,[0-9A-Zg-z,:]+\^FS\^PQ1\^XZ\n$`)
	cpclLabel = regexp.MustCompile(`^! 0 200 200 480 1\r\nPAGE-WIDTH 800\r\nEG 100 480 0 0 [0-9A-F]+\r\nFORM\r\nPRINT\r\n$`)
	active    = regexp.MustCompile(`/(JavaScript|JS|Launch|URI|OpenAction|AA|EmbeddedFile|GoToR|SubmitForm|RichMedia)\b`)
	streams   = regexp.MustCompile(`(?s)stream\r?\n.*?endstream`)
)

func withoutStreams(file []byte) []byte { return streams.ReplaceAll(file, nil) }

// drawing are the elements of an SVG of ours.
var drawing = []string{"svg", "g", "path", "rect", "use", "defs", "symbol", "image", "clipPath", "title"}

// markup tells of elements and links that no drawing has.
func markup(svg []byte) string {
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		one, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return ""
		}
		if err != nil {
			return "the SVG is none: " + err.Error()
		}
		start, ok := one.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(drawing, start.Name.Local) {
			return "the SVG has <" + start.Name.Local + ">"
		}
		for _, a := range start.Attr {
			if name := strings.ToLower(a.Name.Local); strings.HasPrefix(name, "on") || name == "href" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "data:image/png;base64,") {
				return "the SVG has " + name + "=" + a.Value
			}
		}
	}
}

// TestHostilePictures reads files that are broken, huge, or something else than pictures:
// each is refused, or is a picture within the limits.
func TestHostilePictures(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 2))
	files := [][]byte{
		nil, []byte("\x89PNG\r\n\x1a\n"), []byte("GIF89a"), []byte("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
		[]byte("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><svg>&y;</svg>"), []byte("PK\x03\x04"), []byte("%PDF-1.4"), []byte("%!PS"),
		header(60_000, 60_000), header(0xffff_ffff, 1), header(0, 5), header(1, 0x7fff_ffff), header(24_000_001, 1), header(5000, 5000), bytes.Repeat([]byte{0}, 17<<20),
	}
	sound := [][]byte{small(t, png.Encode), small(t, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) })}
	for len(files) < hostilePictures {
		broken := slices.Clone(sound[random.IntN(len(sound))])
		for range 1 + random.IntN(20) {
			broken[random.IntN(len(broken))] = byte(random.IntN(256))
		}
		files = append(files, broken[:1+random.IntN(len(broken))])
	}
	for i, file := range files {
		read, err := raster.Read(file)
		if err != nil {
			if !errors.Is(err, raster.ErrNone) {
				t.Errorf("case %d (seed %d): %v", i, seed, err)
			}
			continue
		}
		if width, height := read.Size(); max(width, height) > 1200 {
			t.Errorf("case %d (seed %d): %d x %d pixels are kept", i, seed, width, height)
		}
	}
	for _, file := range []string{"/etc/passwd", "file:///etc/passwd", "http://127.0.0.1/x.png", "data:image/png;base64,AAAA", base64.StdEncoding.EncodeToString(files[3])} {
		template := label(meta.PrintElement{Key: "i", Type: meta.ElementImage, X: 2, Y: 2, Width: 20, Height: 20, Image: file})
		if _, err := layout.Make(t.Context(), template, []layout.Record{{ID: 1}}, layout.Options{Family: family(t), PerMM: 8}); !fault.IsKey(err, "print.picture") {
			t.Errorf("a picture that is %q: %v", file, err)
		}
	}
}

// header is a PNG that claims to be as large, and has nothing of it.
func header(width, height uint32) []byte {
	chunk := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	chunk = append(chunk, 8, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	file = append(file, chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

func small(t *testing.T, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := encode(&file, image.NewRGBA(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// members of templates, each of which is sound, wrong, or as large as somebody could wish.
var members = map[string][]string{
	"width":  {"100", "1200", "5", "-5", "1e300", "0", "\"100\""},
	"height": {"60", "1200", "5", "1e9", "-1"},
	"band":   {"60", "0", "0.001", "1e7", "-4"},
	"x":      {"2", "-1e6", "1e6", "1e300", "0"},
	"size":   {"9", "0.0001", "4000", "1e9", "-3"},
	"turn":   {"0", "90", "180", "45", "1e9"},
	"copies": {"1", "999", "1000000", "-1", "9223372036854775807", "1/0"},
	"says":   {`"text":{"zh":"a","en":"b","es":"c"}`, `"value":"concat('a', 'b')"`, `"value":"sum(filter(1..100000000, # > 1))"`, `"value":"concat(1..1000000000)"`, `"value":"row.name.name.name"`, `"value":"row.id.secret"`, `"field":"id/../../x"`, `"value":"(((((((((((((((((((('a'))))))))))))))))))))"`},
	"fit":    {"shrink", "grow", "wrap", "cut", "tell", "explode"},
	"kind":   {"body", "head", "foot", "line", "table_head", "group_head"},
}

// TestHostileTemplates has templates put together of such members checked and, where the
// check lets them pass, drawn: nothing hangs or is without an end.
func TestHostileTemplates(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 3))
	drawn := 0
	for i := range hostileTemplates {
		pick := func(name string) string {
			all := members[name]
			if random.IntN(100) < 96 {
				return all[0]
			}
			return all[random.IntN(len(all))]
		}
		elements := make([]string, 1+random.IntN(30))
		for j := range elements {
			elements[j] = fmt.Sprintf(`{"key":"e%d","type":"text","x":%s,"y":1,"width":40,"height":6,"size":%s,"turn":%s,"fit":%q,%s}`, j, pick("x"), pick("size"), pick("turn"), pick("fit"), pick("says"))
		}
		template := fmt.Sprintf(`{"kind":"print","key":"x_print","title":{"zh":"a","en":"a","es":"a"},"table":"x_thing","copies":%q,"paper":{"width":%s,"height":%s},"bands":[{"key":"b","kind":%q,"height":%s,"elements":[%s]}]}`,
			pick("copies"), pick("width"), pick("height"), pick("kind"), pick("band"), strings.Join(elements, ","))
		release, err := compiled(t, template)
		if err != nil {
			continue
		}
		record := layout.Record{ID: 1, Row: map[string]any{"id": int64(1), "name": "x"}, Words: map[string]string{"name": "x"}}
		options := layout.Options{Family: family(t), PerMM: 8, Language: "en", Time: 5 * time.Second, Draft: true}
		made, err := layout.Make(t.Context(), release.Prints["x_print"], []layout.Record{record}, options)
		if err != nil {
			if fault.CodeOf(err) == fault.Internal {
				t.Errorf("case %d (seed %d): %v in %s", i, seed, err, template)
			}
			continue
		}
		drawn++
		if len(made.Pages) > layout.MostPages {
			t.Errorf("case %d (seed %d): %d pages", i, seed, len(made.Pages))
		}
		if why := markup(paint.SVG(made.Pages[:min(len(made.Pages), 2)], family(t))); why != "" {
			t.Errorf("case %d (seed %d): %s", i, seed, why)
		}
	}
	if drawn == 0 || drawn == hostileTemplates {
		t.Errorf("%d of %d templates were drawn: the test proves little (seed %d)", drawn, hostileTemplates, seed)
	}
}

// compiled checks and compiles a template over a table of two fields.
func compiled(t *testing.T, template string) (*catalog.Release, error) {
	t.Helper()
	schemas, err := metadata.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	const table = `{"kind":"table","key":"x_thing","title":{"zh":"a","en":"a","es":"a"},"label":["name"],"fields":[{"key":"name","type":"text","title":{"zh":"a","en":"a","es":"a"},"max_length":50}]}`
	const module = `{"kind":"module","key":"x","title":{"zh":"a","en":"a","es":"a"}}`
	files := fstest.MapFS{"x/module.json": {Data: []byte(module)}, "x/x_thing/x_thing.table.json": {Data: []byte(table)}, "x/x_thing/x_print.print.json": {Data: []byte(template)}}
	model, err := meta.Load(schemas, meta.Source{Name: "x", Layer: meta.LayerBase, FS: files})
	if err != nil {
		return nil, err
	}
	return catalog.Compile(model, expression.NewRegistry())
}

// TestDrawingReachesNothing holds the packages that lay out and draw to what they are
// given: they import nothing that opens files or addresses, or runs programs.
func TestDrawingReachesNothing(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"code", "figures", "font", "foreign", "layout", "page", "paint", "picture"} {
		files, err := filepath.Glob("../../engine/printing/" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range parsed.Imports {
				name := strings.Trim(one.Path.Value, `"`)
				if !strings.HasSuffix(path, "_test.go") && (name == "os" || strings.HasPrefix(name, "os/") || name == "net" || strings.HasPrefix(name, "net/") || name == "syscall" || name == "plugin") {
					t.Errorf("%s imports %s", path, name)
				}
			}
		}
	}
}
