// Package station runs scan workstations. A station's steps, words and buttons
// are metadata; a flow, registered by a plugin, decides what an input does and
// what comes next. One flow is the package's own: Acting takes actions on a document
// that is scanned, as metadata says. The package keeps the session, numbers the inputs, gives the
// same answer to a repeated input, takes inputs back, and turns what a flow
// shows into the screen of the HTTP contract in the person's language.
//
// Each input is one transaction: the session row is locked, the flow works
// through the same Data as any document, and state, result and effects commit
// together or not at all. A refused input leaves nothing behind but its answer.
package station
