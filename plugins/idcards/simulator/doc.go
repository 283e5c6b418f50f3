// Package simulator is a text-recognition service for trials and tests: an HTTP server that
// reads no picture. What a picture carries behind the mark is what it says of it; of any
// other it makes a card up, the same one each time. It misbehaves as services do.
package simulator
