// Package accesstest is a small world for tests that need tables, users and
// rights: two customers with their items and orders, a back office, and roles of
// which each test chooses some. It stands on a real database.
package accesstest
