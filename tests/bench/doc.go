// Command bench measures what the engine costs beside a server written by hand
// for the same requests: processor time per request of each, on the same rows in
// SQLite under the same driver and settings. Both find the session in a table
// and verify the same signature. The engine also writes its audit and call rows,
// which the other does not have.
package main
