// Command bench measures what the engine costs beside a server written by hand
// for the same requests: processor time per request of each, on the same rows in
// SQLite under the same driver and settings. Both find the session of a signed
// call, write the same rows, those of the call and of the audit among them, and
// answer with the same facts, uncompressed.
package main
