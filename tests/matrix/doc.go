// Package matrix asks, for every grant that a role may have, every call that a
// right guards: each menu alone and each button alone, against every table, action,
// station and guarded route, for the back office and for two goods owners. What
// must be answered follows from the rights that the grant names and from nothing
// that the server decides.
package matrix
