// Package layout places the records of a template on pages: bands below each other,
// tables over several pages, labels on sheets. What measures a text here draws it
// later, so nothing is cut that was not told.
package layout
