// Package notice keeps what persons are told while they do something else: a job
// that ended, a document that waits for them. A notice names its text by key, so
// that each reads it in his own language.
package notice
