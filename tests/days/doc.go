// Package days plays random days of a warehouse through the API, as its people
// do: they receive, shelve, order, pick, pack, send, return, and take back what
// they did. At every few steps reports, home page, stock screens and ledger must
// say the same as the test's own count, and every invariant must hold.
package days
