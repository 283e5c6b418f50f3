// Package meta knows the kinds of metadata: their shapes, how files are found
// and layered into a model, and whether a model is sound. It decides nothing at
// run time; package catalog compiles a sound model into what a request uses.
package meta
