// Package cutover tells what keeps a house from going live: the statements of readiness
// that plugins register and that do not hold, in words, with where and how each is mended.
package cutover
