// Command bench measures what the engine costs beside a server written by hand
// for the same requests: processor time per request of each, that of PostgreSQL's
// own processes included, on the same rows under the same driver and settings, in
// turns. Both check the signature of a call, write the same rows, those of the call
// with its answer and of the audit among them, and answer with the same facts,
// uncompressed.
package main
