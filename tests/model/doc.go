// Package model plays random operations of a warehouse by the doors that its people
// use, actions on documents and scans at stations, and plays each on a small stock in
// memory as well, which knows nothing of the product's code. After each operation
// both must say the same: what was done or refused and why, what lies where, what is
// reserved for whom, and what the ledger adds up to.
package model
