// Package paint draws pages for printers and for screens: PDF, SVG, ZPL II, TSPL and
// CPCL. Label printers get each label as one picture of dots, since their own fonts
// differ by model and have no metrics of ours; the dots of codes are whole ones.
package paint
