// Command bench measures the server beside a hand-written one: the same calls over
// HTTP, the same driver and pool, the same database file with a million ledger
// rows, the same signature checked, in one run. What it prints is the CPU that each
// server's process spends per call, and the ratio.
//
// The hand-written server does what a careful programmer would write for the one
// call: its SQL is fixed and prepared, it checks the session, the signature and the
// fields, and writes the audit row and the row that makes a call happen once. The
// ratio "bare" leaves those two rows out of the hand-written one.
package main
