// Package recordtest is a small shop for tests of what writes records: customers
// with items, orders with lines, states and actions, code rules, settings and a
// ledger, on a real database.
package recordtest
