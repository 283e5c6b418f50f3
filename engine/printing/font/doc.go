// Package font is the one source of metrics of paper: what measures a text also
// draws it, as outlines, as dots or, by the same file, in a PDF. A letter that the
// font has not is an error before anything is printed.
package font
