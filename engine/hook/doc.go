// Package hook holds ordered lists of functions that run at a named point of an
// event, such as before a record is saved. A function has a key and an order and
// no way to skip the ones after it, other than to fail.
package hook
