// Package mail hands letters to a mail server by SMTP. It writes no letter of its own
// and keeps none: what goes out is a job, so that a letter is sent when its transaction
// is kept, and again when the server was not there.
package mail
