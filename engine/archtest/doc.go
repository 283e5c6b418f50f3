// Package archtest holds the house rules by reading the files of the whole
// repository: who may import whom, which library has which owner, which words
// the engine must not know, and how long files and functions may get. It reads
// the files itself, since a test that asks the go command gets a cached answer.
package archtest
