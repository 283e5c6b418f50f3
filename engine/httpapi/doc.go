// Package httpapi is the HTTP contract: its routes, what each of them asks of the
// caller, and the one place where a fault becomes an answer. Handlers are thin:
// they bind the body, make one call and give its result.
package httpapi
