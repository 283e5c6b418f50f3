// Package counting keeps what is to be counted. Where a person did not find what
// the figures say, the stock there is held, so that nobody is sent to it again, and
// a task asks for it to be counted.
package counting
