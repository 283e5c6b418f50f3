// Package code makes the modules of bar codes and matrix codes: Code 128, GS1-128,
// EAN-13, EAN-8, UPC-A, ITF-14, Code 39, QR, DataMatrix and GS1 DataMatrix. Every
// output draws the same modules, so that no printer's own encoder has a say.
//
// What a code says is never mended: a wrong check digit is refused. Sizes and quiet
// zones are those of the GS1 General Specifications.
package code
