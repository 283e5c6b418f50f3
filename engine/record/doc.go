// Package record is the write path of business tables: one walk from what was
// asked to what is stored. A save reads every value by its field's type,
// resolves references, fills defaults, runs hooks, works out stored values,
// checks everything and reports all faults together, numbers what needs a
// number, writes heads and lines in batches and notes one audit row per record
// and transaction. Deleting moves a record into a bin from which it can return.
package record
