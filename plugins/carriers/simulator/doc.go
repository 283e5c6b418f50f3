// Package simulator is a carrier's house for the demo and the tests: an HTTP server that
// gives numbers, carries parcels and misbehaves as houses do. It keeps its books in memory
// and can be asked what it did, so that a test can count what was paid.
package simulator
