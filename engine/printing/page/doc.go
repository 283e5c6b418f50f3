// Package page is what a paper looks like once it is laid out: texts, bars and codes
// at their places, in micrometres from the upper left corner. Every output draws
// these, so what was seen is what prints.
package page
