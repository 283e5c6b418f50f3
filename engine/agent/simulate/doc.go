// Package simulate plays devices of a bench: a label printer at a TCP port whose labels
// lie in a tray as pictures, and that can run out of paper and lose its connection.
package simulate
