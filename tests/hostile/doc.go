// Package hostile asks the server, as one owner's user, for what belongs to
// another: seeded random filters, orders, searches, groups, cursors and ids, most
// of them well-formed enough to reach the database. No answer may hold a foreign
// record, count one, or be an error of the server.
//
//	go test ./tests/hostile -requests 1000000 -seed 7
package hostile
