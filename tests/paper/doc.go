// Package paper holds that every shipped template prints all that it is given, also the
// longest texts, in three languages, and that others read it: poppler draws the PDFs and
// finds their texts, zbar and zxing read their codes.
package paper
