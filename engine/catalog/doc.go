// Package catalog compiles a checked model of metadata into the immutable
// Release that requests work with: tables with their fields and codecs,
// references resolved, expressions compiled, documents with their states and
// actions, and the list of rights. A request pins one Release; publishing swaps
// one pointer.
//
// Every type of field is one file, type_<name>.go: its column, its codec, its
// reading of JSON and its type in expressions.
package catalog
