// Package store is the one door to the database: SQLite or PostgreSQL behind the
// same calls. It owns connections, transactions and their repetition, ids,
// prepared statements, migrations, backup and the classification of database
// errors. It knows SQL and nothing of metadata.
//
// SQL is written with ? for parameters; "in ?" and "not in ?" take a list of ids or texts as
// one, so that a statement has one text however long its lists are. Everything runs in a closure given to
// DB.Read, DB.Write or DB.Alter; the closure may run more than once, so what it
// does outside the database belongs into Tx.AfterCommit.
package store
