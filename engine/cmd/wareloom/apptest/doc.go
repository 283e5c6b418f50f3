// Package apptest starts a whole server for a test, over a small product that is
// no warehouse: users, roles, customers, items and orders. Tests of plugins give
// it their own product.
package apptest
