// Package journal is what an agent knows after a power cut: which labels it has, which it
// began to print, and what became of them. Every line is on the disk before what it tells
// of happens.
package journal
