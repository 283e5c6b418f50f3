package printing

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// ruled is a picture whose every second column of two is black, between white edges.
func ruled(t *testing.T, width, height int) []byte {
	t.Helper()
	to := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(to, to.Rect, image.White, image.Point{}, draw.Src)
	for x := 100; x < width-100; x += 4 {
		draw.Draw(to, image.Rect(x, 100, x+2, height-100), image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, to); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

const carried = "^XA^FO5,5^BCN,80^FDSIM1^FS^PQ2^XZ"

// brings keeps files for parcels, by their names, and gives their ids.
func brings(d *desk, files ...[]byte) (ids []int64) {
	d.t.Helper()
	kept := map[string][]byte{}
	for i, content := range files {
		row := accesstest.Row{"code": string(rune('A' + i))}
		if content != nil {
			key := strings.Repeat(string(rune('a'+i)), 32)
			row["label"], kept[key] = key, content
		}
		ids = append(ids, d.Insert("parcel", row))
	}
	d.File = func(_ context.Context, _ *store.Tx, key string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(kept[key])), nil
	}
	return ids
}

func passOn(d *desk, rights *access.Rights, format string, ids ...int64) (*Paper, error) {
	return d.render(rights, Ask{Template: "brought", IDs: ids, Format: format, Language: "en"})
}

// TestADraftShowsTheFileOfARecord as it comes out on the paper, and an empty sheet where no
// record is chosen; ZPL, which nobody draws, is told with its remedy.
func TestADraftShowsTheFileOfARecord(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsFiles)
		ids := brings(d, []byte(carried), ruled(t, 400, 600))
		drawn, err := d.draft(rights, Sketch{Template: "brought", IDs: ids[1:], Language: "en"})
		if err != nil || drawn.Count != 1 || drawn.Pages[0].Width != 50_000 || !strings.Contains(drawn.Pages[0].SVG, "<image") {
			t.Errorf("a picture is drawn as %+v, %v", drawn, err)
		}
		drawn, err = d.draft(rights, Sketch{Template: "brought", Language: "en"})
		if err != nil || drawn.Count != 1 || strings.Contains(drawn.Pages[0].SVG, "<image") {
			t.Errorf("without a record it is %+v, %v", drawn, err)
		}
		if _, err := d.draft(rights, Sketch{Template: "brought", IDs: ids[:1], Language: "en"}); !fault.IsKey(err, "print.foreign_only_zpl") {
			t.Errorf("ZPL is drawn: %v", err)
		}
		if _, err := d.draft(d.with(nil, looks), Sketch{Template: "brought", IDs: ids[1:], Language: "en"}); !fault.IsKey(err, "right.missing") {
			t.Errorf("without the right it is drawn: %v", err)
		}
	})
}

// TestWhatOthersDrewIsPassedOn: as it is where the printer knows it, and else as a picture
// of the paper's size in its language.
func TestWhatOthersDrewIsPassedOn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsFiles)
		ids := brings(d, []byte(carried), ruled(t, 400, 600), ruled(t, 612, 408), []byte("%PDF-1.4 whatever"))
		paper, err := passOn(d, rights, FormatZPL, ids[0])
		if err != nil || string(paper.Content) != carried || paper.Pages != 2 || !paper.AsItIs {
			t.Fatalf("ZPL for its printer is %+v, %v", paper, err)
		}
		paper, err = passOn(d, rights, FormatPDF, ids[3])
		if err != nil || string(paper.Content) != "%PDF-1.4 whatever" || !paper.AsItIs {
			t.Fatalf("a PDF for its printer is %+v, %v", paper, err)
		}
		for format, start := range map[string]string{
			FormatZPL: "^XA^PON^LRN^LH0,0^LS0^LT0^PW400^LL600^FO0,0^GFA,", FormatTSPL: "SIZE 50 mm,75 mm\r\n", FormatCPCL: "! 0 200 200 600 1\r\nPAGE-WIDTH 400\r\n",
			FormatPDF: "%PDF-", FormatSVG: "<svg",
		} {
			paper, err := passOn(d, rights, format, ids[1], ids[2])
			if err != nil || !strings.HasPrefix(string(paper.Content), start) || paper.Pages != 2 || paper.AsItIs {
				t.Errorf("pictures as %s are %.80q of %d pages, %v", format, paper.Content, paper.Pages, err)
			}
		}
		if paper, err = passOn(d, rights, FormatZPL, ids[0], ids[1]); err != nil || paper.Pages != 3 || bytes.Count(paper.Content, []byte("^XA")) != 2 {
			t.Errorf("one of each is %d pages, %v", paper.Pages, err)
		}
		for format, want := range map[string]string{FormatTSPL: "print.foreign_only_zpl", FormatPDF: "print.foreign_only_zpl"} {
			if _, err := passOn(d, rights, format, ids[0]); !fault.IsKey(err, want) {
				t.Errorf("ZPL as %s: %v", format, err)
			}
		}
	})
}

// TestBarsOfAPictureKeepTheirDots, when it is as large as the paper, a little larger, or
// lies across: each bar is two dots wide.
func TestBarsOfAPictureKeepTheirDots(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsFiles)
		ids := brings(d, ruled(t, 400, 600), ruled(t, 408, 612))
		for _, id := range ids {
			paper, err := passOn(d, rights, FormatCPCL, id)
			if err != nil {
				t.Fatal(err)
			}
			_, dots, _ := strings.Cut(string(paper.Content), " 0 0 ")
			row := dots[300*100 : 301*100] // 50 bytes in hexadecimal digits
			if middle := row[35:65]; strings.Trim(middle, "C") != "" && strings.Trim(middle, "3") != "" && strings.Trim(middle, "6") != "" && strings.Trim(middle, "9") != "" {
				t.Errorf("the bars are %s", row)
			}
		}
	})
}

// TestWhatCannotBePassedOnIsRefused, each with what is to be done.
func TestWhatCannotBePassedOnIsRefused(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rights := d.with(nil, printsFiles)
		ids := brings(d, nil, []byte("%PDF-1.4 broken"), []byte("hello"), []byte("^XA~JR^FDa^XZ"), ruled(t, 4000, 2600), bytes.Repeat([]byte{'^'}, 8<<20+1), []byte("^XA^FDa"))
		for i, want := range []string{
			"print.foreign_none", "print.foreign_broken", "print.foreign_broken", "print.foreign_zpl", "print.foreign_broken", "print.foreign_broken", "print.foreign_labels",
		} {
			if _, err := passOn(d, rights, FormatZPL, ids[i]); !fault.IsKey(err, want) {
				t.Errorf("file %d: %v, want %s", i, err, want)
			}
		}
		if _, err := passOn(d, d.with(nil, looks), FormatZPL, ids[0]); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
		if _, err := passOn(d, rights, FormatZPL, 999); !fault.IsKey(err, "record.not_found") {
			t.Errorf("no such record: %v", err)
		}
	})
}
