package auth

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// Signed is what a signature covers, as the request brought it.
type Signed struct {
	Method         string
	Path           string // as sent, without the query
	Query          string // raw, without the question mark
	Timestamp      string // ms
	Nonce          string
	Guid           string
	UserType       string // the session's, never the request's
	AccessToken    string
	IdempotencyKey string
	Body           []byte
	Sum            *BodySum // of a body that is not at hand as a whole; nil: Body is
	Multipart      bool     // version 1 may then leave the body out
}

// sum is what the signature covers of the body.
func (s Signed) sum() *BodySum {
	if s.Sum != nil {
		return s.Sum
	}
	sum := NewBodySum(true)
	_, _ = sum.Write(s.Body)
	return sum
}

// Sign2 gives the version 2 signature: HMAC-SHA256 in lower-case hex digits.
func (s Signed) Sign2(key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join([]string{
		"v2", s.Method, s.Path, s.Query, s.Timestamp, s.Nonce, s.Guid, s.UserType,
		hexSum([]byte(s.AccessToken)), s.IdempotencyKey, s.bodyHex(),
	}, "\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

func (s Signed) bodyHex() string {
	if s.Sum != nil {
		return s.Sum.Hex()
	}
	return hexSum(s.Body)
}

// holds2 compares a version 2 signature in constant time.
func (s Signed) holds2(key []byte, signature string) bool {
	return equal(s.Sign2(key), strings.ToLower(signature))
}

// order compares two characters for version 1.
type order func(a, b rune) int

// Sign1 gives the version 1 signature: the upper-case MD5 of the sorted
// characters of timestamp, nonce, guid, token and body.
func (s Signed) Sign1(token string, by order, body []byte) string {
	s.Body, s.Sum = body, nil
	return s.sign1(token, by, s.sum())
}

func (s Signed) sign1(token string, by order, body *BodySum) string {
	return strings.ToUpper(body.characters.with(s.Timestamp+s.Nonce+s.Guid+token, body.rest).md5(by))
}

// holds1 tries the texts that version 1 clients may have signed: in either order
// and, on a multipart route, without the body too.
func (s Signed) holds1(token, signature string) bool {
	bodies := []*BodySum{s.sum()}
	if s.Multipart {
		bodies = append(bodies, NewBodySum(true))
	}
	for _, body := range bodies {
		for _, by := range []order{ByCodePoint, ByUTF16} {
			if equal(s.sign1(token, by, body), signature) {
				return true
			}
		}
	}
	return false
}

// ByCodePoint is the order of Unicode code points.
func ByCodePoint(a, b rune) int { return cmp.Compare(a, b) }

// ByUTF16 is the order in which JavaScript sorts whole characters: those beyond
// the base plane are written with surrogates and stand before U+E000.
func ByUTF16(a, b rune) int { return cmp.Compare(utf16Rank(a), utf16Rank(b)) }

func utf16Rank(r rune) rune {
	switch {
	case r > 0xffff:
		return r - 0x10000 + 0xd800
	case r >= 0xe000:
		return r + 0x100000
	}
	return r
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
