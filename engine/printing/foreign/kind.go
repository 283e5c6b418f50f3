package foreign

import (
	"bytes"
	"errors"

	"github.com/wareloom/wareloom/engine/printing/picture"
)

// Kinds of files that are passed on.
const (
	ZPL     = "zpl"
	PDF     = "pdf"
	Picture = "picture"
)

// The limits of a file.
const (
	MostBytes  = 8 << 20
	MostLabels = 20 // that come out of it
)

// ErrNone says that a file is none that can be printed, or breaks a limit.
var ErrNone = errors.New("no file that can be printed")

// KindOf tells what a file is by its content; a picture is whatever else there is, which
// is not looked at here.
func KindOf(content []byte) string {
	start := bytes.TrimLeft(content[:min(len(content), 1024)], "\ufeff \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte("%PDF-")):
		return PDF
	case bytes.HasPrefix(start, []byte("^")), bytes.HasPrefix(start, []byte("~")):
		return ZPL
	}
	return Picture
}

// ReadPicture reads a picture of a label.
func ReadPicture(content []byte) (*picture.Picture, error) {
	read, err := picture.ReadSharp(content)
	return read, errors.Join(err, orNone(err))
}

// orNone adds to an error that the file is none.
func orNone(err error) error {
	if err == nil {
		return nil
	}
	return ErrNone
}
