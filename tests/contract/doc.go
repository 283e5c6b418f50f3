// Package contract proves the contract of the HTTP API from outside: it starts the
// command with its demo on a fresh database and speaks to it over HTTP only, with
// a client of its own that was written from the contract and shares no code with
// the server.
package contract
