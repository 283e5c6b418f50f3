package code

import (
	"image/color"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/code39"
	"github.com/boombuler/barcode/datamatrix"
	"github.com/boombuler/barcode/ean"
	"github.com/boombuler/barcode/qr"
	"github.com/boombuler/barcode/twooffive"

	"github.com/wareloom/wareloom/engine/fault"
)

// The kinds of codes.
const (
	Code128       = "code128"
	GS1128        = "gs1_128"
	EAN13         = "ean13"
	EAN8          = "ean8"
	UPCA          = "upc_a"
	ITF14         = "itf14"
	Code39        = "code39"
	QR            = "qr"
	DataMatrix    = "datamatrix"
	GS1DataMatrix = "gs1_datamatrix"
)

// Symbol is a code as modules.
type Symbol struct {
	Columns, Rows int    // modules; a bar code has one row
	Human         string // what stands under a bar code for people
	Least         int    // µm of the narrowest module that scanners are promised
	Left, Right   int    // modules of quiet zone beside it
	Around        int    // modules of quiet zone above and below
	Frame         bool   // bearer bars above and below, two modules thick

	dark []bool // by row and column
}

// Dark reports whether a module is black.
func (s *Symbol) Dark(column, row int) bool { return s.dark[row*s.Columns+column] }

// Linear reports whether it is a bar code, whose bars may be of any height.
func (s *Symbol) Linear() bool { return s.Rows == 1 }

// kind is how codes of a kind are made.
type kind struct {
	encode      func(text string) (barcode.Barcode, error)
	fit         func(text string) (content, human string, err error)
	least       int
	left, right int
	around      int
	frame       bool
}

var kinds = map[string]kind{
	Code128:       {encode: linear128, fit: printable, least: 190, left: 10, right: 10},
	GS1128:        {encode: linear128, fit: elements128, least: 495, left: 10, right: 10},
	EAN13:         {encode: european, fit: digits(13), least: 264, left: 11, right: 7},
	EAN8:          {encode: european, fit: digits(8), least: 264, left: 7, right: 7},
	UPCA:          {encode: american, fit: digits(12), least: 264, left: 9, right: 9},
	ITF14:         {encode: interleaved, fit: digits(14), least: 495, left: 10, right: 10, frame: true},
	Code39:        {encode: code39Of, fit: letters39, least: 190, left: 10, right: 10},
	QR:            {encode: quick, fit: anyText, least: 250, left: 4, right: 4, around: 4},
	DataMatrix:    {encode: datamatrix.Encode, fit: printable, least: 250, left: 1, right: 1, around: 1},
	GS1DataMatrix: {encode: datamatrix.Encode, fit: elementsMatrix, least: 250, left: 1, right: 1, around: 1},
}

// Make makes the code of a kind that says a text. Of GS1 kinds the text is written as
// people read it: (01)04012345678901(10)AB.
//
// The faults are Invalid: code.unknown, code.empty, code.bad_check, code.bad_length,
// code.bad_character, code.too_long and those of Elements.
func Make(name, text string) (*Symbol, error) {
	k, ok := kinds[name]
	if !ok {
		return nil, fault.New(fault.Invalid, "code.unknown", "kind", name)
	}
	if text == "" {
		return nil, fault.New(fault.Invalid, "code.empty")
	}
	content, human, err := k.fit(text)
	if err != nil {
		return nil, err
	}
	made, err := k.encode(content)
	if err != nil {
		return nil, fault.New(fault.Invalid, "code.too_long", "text", text).Because(err)
	}
	s := &Symbol{Human: human, Least: k.least, Left: k.left, Right: k.right, Around: k.around, Frame: k.frame}
	s.take(made)
	return s, nil
}

// take copies the modules of a drawn code.
func (s *Symbol) take(made barcode.Barcode) {
	s.Columns, s.Rows = made.Bounds().Dx(), made.Bounds().Dy()
	s.dark = make([]bool, s.Columns*s.Rows)
	for row := range s.Rows {
		for column := range s.Columns {
			grey, _ := color.GrayModel.Convert(made.At(column, row)).(color.Gray)
			s.dark[row*s.Columns+column] = grey.Y < 128
		}
	}
}

func linear128(text string) (barcode.Barcode, error)   { return code128.Encode(text) }
func european(text string) (barcode.Barcode, error)    { return ean.Encode(text) }
func american(text string) (barcode.Barcode, error)    { return ean.Encode("0" + text) }
func code39Of(text string) (barcode.Barcode, error)    { return code39.Encode(text, false, false) }
func interleaved(text string) (barcode.Barcode, error) { return twooffive.Encode(text, true) }

func quick(text string) (barcode.Barcode, error) { return qr.Encode(text, qr.M, qr.Auto) }
