package paint

import (
	"bytes"
	"fmt"
	"math"

	"github.com/signintech/gopdf"

	"github.com/wareloom/wareloom/engine/printing/font"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// perPoint is how many µm a point has.
const perPoint = 25400.0 / 72

// point gives points; a page is never wider than asked for, or drivers add a dot.
func point(um int) float64    { return float64(um) / perPoint }
func pageSide(um int) float64 { return math.Floor(point(um)*100) / 100 }

// PDF writes pages as a PDF with the letters that it uses and codes of lines.
type PDF struct{ fonts *gopdf.FontContainer }

// NewPDF reads the fonts for the PDFs to come.
func NewPDF(family *font.Family) (*PDF, error) {
	fonts := &gopdf.FontContainer{}
	for _, face := range []*font.Face{family.Regular, family.Bold} {
		if err := fonts.AddTTFFontData(face.Name, face.Data); err != nil {
			return nil, fmt.Errorf("read font %s: %w", face.Name, err)
		}
	}
	return &PDF{fonts}, nil
}

// Write gives the file. The title is what a viewer shows.
func (w *PDF) Write(title string, pages []page.Page) ([]byte, error) {
	pdf := &gopdf.GoPdf{}
	pdf.Start(gopdf.Config{})
	pdf.SetInfo(gopdf.PdfInfo{Title: title, Producer: "Wareloom"})
	d := &pdfPage{pdf: pdf, fonts: w.fonts, known: map[string]bool{}}
	for i := range pages {
		if err := d.draw(&pages[i]); err != nil {
			return nil, fmt.Errorf("draw page %d: %w", i+1, err)
		}
	}
	var file bytes.Buffer
	if _, err := pdf.WriteTo(&file); err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	return file.Bytes(), nil
}

// pdfPage draws one page after the other and knows which fonts the file has.
type pdfPage struct {
	pdf   *gopdf.GoPdf
	fonts *gopdf.FontContainer
	known map[string]bool
	fill  string // colour that bars are drawn in; texts come after all of them
	set   bool   // the page knows it
}

func (d *pdfPage) draw(p *page.Page) error {
	d.pdf.AddPageWithOption(gopdf.PageOption{PageSize: &gopdf.Rect{W: pageSide(p.Width), H: pageSide(p.Height)}})
	d.set = false
	for _, bar := range p.Bars {
		d.bar(bar)
	}
	for i := range p.Images {
		if err := d.image(&p.Images[i]); err != nil {
			return err
		}
	}
	for i := range p.Codes {
		p.Codes[i].Runs(d.bar)
	}
	for i := range p.Texts {
		if err := d.text(&p.Texts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *pdfPage) bar(bar page.Bar) {
	if !d.set || d.fill != bar.Colour {
		d.pdf.SetFillColor(page.RGB(bar.Colour))
		d.fill, d.set = bar.Colour, true
	}
	d.pdf.RectFromUpperLeftWithStyle(point(bar.X), point(bar.Y), point(bar.Width), point(bar.Height), "F")
}

func (d *pdfPage) text(t *page.Text) error {
	name := "regular"
	if t.Bold {
		name = "bold"
	}
	if !d.known[name] {
		if err := d.pdf.AddTTFFontFromFontContainer(name, d.fonts); err != nil {
			return fmt.Errorf("use font %s: %w", name, err)
		}
		d.known[name] = true
	}
	if err := d.pdf.SetFont(name, "", point(t.Size)); err != nil {
		return fmt.Errorf("use font %s: %w", name, err)
	}
	d.pdf.SetTextColor(page.RGB(t.Colour))
	if t.Turn > 0 {
		d.pdf.Rotate(float64(-90*t.Turn), point(t.X), point(t.Y))
		defer d.pdf.RotateReset()
	}
	d.pdf.SetXY(point(t.X), point(t.Y))
	return d.pdf.Text(t.Words)
}

// image draws a picture; the file has it once however often it is drawn.
func (d *pdfPage) image(m *page.Image) error {
	file, err := m.Picture.PNG()
	if err != nil {
		return err
	}
	holder, err := gopdf.ImageHolderByBytes(file)
	if err != nil {
		return fmt.Errorf("draw picture %s: %w", m.Element, err)
	}
	return d.pdf.ImageByHolder(holder, point(m.X), point(m.Y), &gopdf.Rect{W: point(m.Width), H: point(m.Height)})
}
