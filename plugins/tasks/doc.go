// Package tasks is the work that waits for people: who may be given what, which task is
// the next for a person who has none, and tasks that somebody held too long, which go back
// to those that anybody may take. A task is the document that says the work: a pick bill, a
// replenishment order, a shelving order, a stock count, a work order. There is no second
// record of it.
package tasks
