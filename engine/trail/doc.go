// Package trail keeps what happened at the doors of the server, for who has to find out
// later: who signed in and who could not, which calls were refused, what broke. Entries
// are written behind the calls that make them, many at once, so that no call waits; a
// server that is killed loses those of its last second. What records became is not
// here: that is the history of package record.
package trail
