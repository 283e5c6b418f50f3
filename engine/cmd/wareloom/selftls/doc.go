// Package selftls serves a network without a public name over TLS: it keeps an
// authority of its own beside the database, signs the server's certificate with it,
// and shows a page and a QR code by which a handheld learns to trust it.
package selftls
