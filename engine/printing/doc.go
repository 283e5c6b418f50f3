// Package printing puts records on paper: it reads them by the rights of who prints,
// lays them out by a template and draws them for a printer or a screen. There is one
// layout, so what was seen is what prints.
package printing
