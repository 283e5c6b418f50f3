package auth

import (
	"crypto/md5" // version 1 is a checksum that existing clients send; nothing rests on it
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// BodySum takes a body in as it arrives and keeps only what a signature covers of
// it, so that nobody needs the whole body in memory.
type BodySum struct {
	sum        hash.Hash
	characters tally  // nil: version 1 does not ask
	rest       []byte // the beginning of a character
}

// NewBodySum is the sum of a body of which nothing arrived yet; version 1 needs its
// characters too.
func NewBodySum(version1 bool) *BodySum {
	b := &BodySum{sum: sha256.New()}
	if version1 {
		b.characters = tally{}
	}
	return b
}

// Write takes in what arrived next. It never fails.
func (b *BodySum) Write(text []byte) (int, error) {
	b.sum.Write(text)
	if b.characters != nil {
		b.rest = b.characters.add(append(b.rest, text...))
	}
	return len(text), nil
}

// Hex gives the SHA-256 of what arrived so far.
func (b *BodySum) Hex() string { return hex.EncodeToString(b.sum.Sum(nil)) }

// tally counts characters, which version 1 sorts: a body may have millions, of a
// few kinds.
type tally map[rune]int

// add counts the characters of a text and gives back the beginning of one that is
// not whole.
func (t tally) add(text []byte) (rest []byte) {
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		t[r]++
		text = text[size:]
	}
	return text
}

// with counts a text on top of those of the tally, which stays as it is.
func (t tally) with(text string, rest []byte) tally {
	sum := maps.Clone(t)
	if sum == nil {
		sum = tally{}
	}
	for _, part := range [][]byte{rest, []byte(text)} {
		sum[utf8.RuneError] += len(sum.add(part)) // a broken character counts by its bytes
	}
	if sum[utf8.RuneError] == 0 {
		delete(sum, utf8.RuneError)
	}
	return sum
}

// md5 is the MD5 of the characters in an order.
func (t tally) md5(by order) string {
	sum := md5.New() // see the import
	for _, r := range slices.SortedFunc(maps.Keys(t), by) {
		sum.Write([]byte(strings.Repeat(string(r), t[r])))
	}
	return hex.EncodeToString(sum.Sum(nil))
}
