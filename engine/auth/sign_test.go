package auth_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
)

// The vectors were made with another program (JavaScript: [...text].sort() and a
// comparison of code points), so that they hold for clients that we did not write.

const signToken = "c0ffee00c0ffee00"

func signedBody(body string) auth.Signed {
	return auth.Signed{
		Method: "POST", Path: "/api/data/item/save", Timestamp: "1700000000000", Nonce: "0f8fad5bd9cb469f",
		Guid: "00000000-0000-4000-8000-000000000000", UserType: "user", AccessToken: "token", Body: []byte(body),
	}
}

const (
	chineseBody = `{"name":"红富士苹果","qty":3}`
	emojiBody   = "{\"note\":\"\uFB01\U0001F600\uE000\uFF01\"}"
)

func TestSign1(t *testing.T) {
	t.Parallel()

	tests := []struct{ name, body, wantCodePoint, wantUTF16 string }{
		{"ascii", `{"a":1}`, "4DFBC05C3E18194010525E50DFD43E84", "4DFBC05C3E18194010525E50DFD43E84"},
		{"chinese", chineseBody, "5C6ED6A3FF4797C77DAB27D6D41778EE", "5C6ED6A3FF4797C77DAB27D6D41778EE"},
		{"orders differ beyond the base plane", emojiBody, "8D29AD6EBB988728976674C61CBEE7F2", "107472EE65ED40966A7444E4289BF109"},
		{"empty, as where multipart leaves the body out", "", "72B8E813E40A54BC1D4B8DC037FE1617", "72B8E813E40A54BC1D4B8DC037FE1617"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			s := signedBody(tt.body)
			if got := s.Sign1(signToken, auth.ByCodePoint, s.Body); got != tt.wantCodePoint {
				t.Errorf("by code point = %s, want %s", got, tt.wantCodePoint)
			}
			if got := s.Sign1(signToken, auth.ByUTF16, s.Body); got != tt.wantUTF16 {
				t.Errorf("by UTF-16 = %s, want %s", got, tt.wantUTF16)
			}
		})
	}
}

func TestSign2(t *testing.T) {
	t.Parallel()

	withKey := signedBody(emojiBody)
	withKey.IdempotencyKey = "key-1"
	get := signedBody("")
	get.Method, get.Path, get.Query, get.UserType = "GET", "/api/files/%E5%9B%BE", "size=2&a=%20", "customer"

	tests := []struct {
		name   string
		signed auth.Signed
		want   string
	}{
		{"ascii", signedBody(`{"a":1}`), "eca4d430cc2fe5b20ba182f884be911669f919d91cd10707ed407dde6cab5c4b"},
		{"chinese", signedBody(chineseBody), "7d67796de409fec4820091ccff809d186277bd6d237f61fc42815a5c992be3dc"},
		{"emoji and an idempotency key", withKey, "5675d78872cb80b506e3bb1618d68a196c7c34f542f5eddca5f262377a3fe201"},
		{"empty body", signedBody(""), "25bbd30c65183d31b46216745446f1153bf8e2feb1c6a48f88e755dccc1b43bf"},
		{"escaped path and raw query", get, "fc60a9ac4edaed515858ec65d9ee93faf0080d46d2fa4d5f89d552f078d228ad"},
	}
	key, err := hex.DecodeString("abababababababababababababababababababababababababababababababab")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			if got := tt.signed.Sign2(key); got != tt.want {
				t.Errorf("signature = %s, want %s", got, tt.want)
			}
		})
	}
}

func BenchmarkSign1(b *testing.B) {
	s := signedBody(string(bytes.Repeat([]byte(chineseBody), 1000)))
	for b.Loop() {
		s.Sign1(signToken, auth.ByUTF16, s.Body)
	}
}
