// Package enginetest gives tests real databases: a fresh SQLite file, or a fresh
// database in a PostgreSQL cluster that is made once per test process, or once per
// run of all tests, and gone with it.
package enginetest
