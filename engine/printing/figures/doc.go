// Package figures lays reports and home pages out on paper: sentences, bars and tables
// on A4 sheets that lie on their side. Their template is made of what is to be shown, and
// the layout of every other paper draws it.
package figures
