package layout_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/layout"
)

// TestWhatIsTurnedStaysInItsBox turns a text, a code and a picture by each quarter: all
// lie within the same box of 10 x 40 mm, and as long as they were.
func TestWhatIsTurnedStaysInItsBox(t *testing.T) {
	for turn, size := range map[int][2]float64{0: {40, 10}, 90: {10, 40}, 180: {40, 10}, 270: {10, 40}} {
		at := func(key string) meta.PrintElement {
			return meta.PrintElement{Key: key, Type: key, X: 5, Y: 5, Width: size[0], Height: size[1], Turn: turn}
		}
		text, code, picture := at("text"), at("code"), at("image")
		text.Text, text.Align = &meta.Text{"en": "Side"}, "right"
		code.Text, code.Code, code.Human = &meta.Text{"en": "A-1"}, "code128", true
		picture.Image = blank(t, 80, 20)
		template := list(band(meta.BandBody, 50, catalog.PrintElement{Meta: &text}, catalog.PrintElement{Meta: &code}, catalog.PrintElement{Meta: &picture}))
		template.Bands = template.Bands[len(template.Bands)-2:]
		page := print(t, template, layout.Record{}).Pages[0]
		box := image.Rect(5_000, 5_000, 5_000+int(1000*size[0]), 5_000+int(1000*size[1]))
		if len(page.Images) != 1 || !image.Rect(page.Images[0].X, page.Images[0].Y, page.Images[0].X+page.Images[0].Width, page.Images[0].Y+page.Images[0].Height).Eq(box) {
			t.Errorf("turned by %d the picture lies at %+v, not %v", turn, page.Images, box)
		}
		for _, text := range page.Texts {
			if text.Element != "page" && !image.Pt(text.X, text.Y).In(box.Inset(-1)) {
				t.Errorf("turned by %d %q begins at %d, %d, outside of %v", turn, text.Words, text.X, text.Y, box)
			}
		}
	}
}

// blank is a white picture of so many pixels.
func blank(t *testing.T, width, height int) string {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(file.Bytes())
}
