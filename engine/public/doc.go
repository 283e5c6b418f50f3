// Package public makes the pages that strangers see, whole on the server: a page is read and
// searched without a script, and what it shows of records is what its metadata says that
// everybody may see, whatever rights exist. What a form sends becomes a record by the same
// door as any other, with the same refusals.
package public
