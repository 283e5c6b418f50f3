// Package query reads business tables: lists, single records, totals, sums,
// groups and choices. One planner makes all of them.
//
// A request names fields of metadata and nothing else; what it names is resolved
// to a path of catalog fields before any SQL is written, and every value is
// bound. Each statement carries the rows that the actor's rights show, and each
// hop over a reference those of the table it leads to; a field that he may read
// on some rows only is read through a CASE, so that a filter, an order or a sum
// never tells more than an answer.
//
// A request has a shape: everything but its values. The plan of a shape (texts,
// argument slots, JSON keys) is kept per rights, so that a repeated request only
// binds values, runs the statements in one read snapshot and appends the rows to
// one pooled buffer, without a map per row.
package query
