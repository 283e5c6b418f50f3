// Package picture reads the pictures that paper shows, within limits of size that hold
// whoever made them, and brings them to the dots of a printer. It takes bytes alone: no
// picture names a file or an address.
package picture
