// Package printer sends labels to printers and finds out what became of them. A printer
// of ZPL that counts its labels proves it; of others it is known that they took the
// bytes, or not even that.
package printer
