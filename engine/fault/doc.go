// Package fault holds the one type of expected failure. A fault carries a code,
// the key of a translated message and the field it is on; it travels unchanged
// from the deepest check to the border, where one function turns it into an
// answer. Any other error is a programming or machine failure and is shown to
// people only by its id.
package fault
