package contract

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// aBrand is the body of a write that anybody with the right may do.
func aBrand() map[string]any { return map[string]any{"code": "B" + hexID(5), "name": "A brand"} }

func checkSignature(t *testing.T, s *server) {
	const save = "/api/data/brand/save"
	admin := s.as(t, "admin")
	t.Run("without a session", func(t *testing.T) {
		s.device().post(t, save, aBrand()).refused(401, 401)
		dead := *admin
		dead.token = hexID(32)
		dead.post(t, save, aBrand()).refused(401, 401)
	})
	t.Run("both versions are taken", func(t *testing.T) {
		admin.do(t, call{path: save, body: aBrand()}).ok()
		admin.do(t, call{path: save, body: aBrand(), sign: version1}).ok()
	})
	t.Run("unsigned calls read and do not write", func(t *testing.T) {
		admin.do(t, call{path: "/api/data/brand/query", body: map[string]any{}, sign: unsigned}).ok()
		admin.do(t, call{path: save, body: aBrand(), sign: unsigned}).refused(406, 406)
	})
	t.Run("version 1 sorts by code point or as JavaScript", func(t *testing.T) {
		for name, order := range map[string]func(a, b rune) int{"code point": byCodePoint, "UTF-16": byUTF16} {
			body := `{"code":"B` + hexID(5) + `","name":"苹果 \u0041 ` + "\uFB01\U0001F600\uE000" + `"}`
			a := admin.signed1(t, save, body, order)
			if a.at("result") != true {
				t.Errorf("%s: %s", name, a.text)
			}
		}
	})
	t.Run("whatever is signed may not be changed", func(t *testing.T) {
		for _, name := range []string{"timestamp", "nonce", "signature", "Idempotency-Key"} {
			admin.do(t, call{path: save, body: aBrand(), headers: map[string]string{name: "1" + hexID(16)}}).refused(406, 406)
		}
		admin.do(t, call{path: save, body: aBrand(), headers: map[string]string{"signature": ""}}).refused(406, 406)
		other := *admin
		other.key = bytes.Repeat([]byte{7}, 32)
		other.post(t, save, aBrand()).refused(406, 406)
		other = *admin
		other.userType = "consignor"
		other.post(t, save, aBrand()).refused(406, 406)
	})
	t.Run("the query is signed", func(t *testing.T) {
		admin.do(t, call{path: save + "?a=1&b=%20x", body: aBrand()}).ok()
	})
	t.Run("a wrong clock learns the server's", func(t *testing.T) {
		for _, skew := range []time.Duration{-310 * time.Second, 310 * time.Second} {
			for _, version := range []signature{version1, version2} {
				a := admin.do(t, call{path: save, body: aBrand(), sign: version, skew: skew}).refused(406, 406)
				if off := time.Since(time.UnixMilli(int64(a.num("data.serverTime")))); off < -time.Minute || off > time.Minute {
					t.Errorf("serverTime is %s off", off)
				}
			}
		}
		admin.do(t, call{path: save, body: aBrand(), skew: -290 * time.Second}).ok()
	})
	t.Run("a nonce is good once", func(t *testing.T) {
		for _, version := range []signature{version1, version2} {
			nonce := hexID(16)
			admin.do(t, call{path: save, body: aBrand(), nonce: nonce, sign: version}).ok()
			admin.do(t, call{path: save, body: aBrand(), nonce: nonce, sign: version}).refused(406, 406)
		}
	})
	t.Run("version 1 opens no rights", func(t *testing.T) {
		admin.do(t, call{path: "/api/data/role/save", body: map[string]any{"code": "x", "name": "x"}, sign: version1}).refused(406, 406)
		admin.do(t, call{path: "/api/data/brand/export", body: map[string]any{"format": "csv"}, sign: version1}).refused(406, 406)
	})
	t.Run("a form may be signed with or without its body", func(t *testing.T) {
		body, kind := form(t, "note.txt", "hello")
		for _, signed := range []string{body, ""} {
			admin.form1(t, "/api/files/upload", kind, body, signed, false)
		}
		admin.form1(t, "/api/files/upload", kind, body, "something else", true)
	})
	t.Run("the token outlives login, and the session extends it", func(t *testing.T) {
		d := s.device()
		before := d.fetchToken(t)
		d.signIn(t, map[string]any{"account": "admin", "password": password})
		d.signToken = before
		d.do(t, call{path: save, body: aBrand(), sign: version1}).ok()
		d.signToken = ""
		d.fetchToken(t)
		d.do(t, call{path: save, body: aBrand(), sign: version1}).ok()
	})
}

// signed1 sends a body under version 1 in an order of the characters.
func (d *device) signed1(t *testing.T, path, body string, order func(a, b rune) int) answer {
	t.Helper()
	at, nonce := strconv.FormatInt(time.Now().UnixMilli(), 10), hexID(16)
	text := at + nonce + d.guid + d.fetchToken(t) + body
	return d.do(t, call{path: path, body: body, sign: unsigned, headers: map[string]string{
		"timestamp": at, "nonce": nonce, "signature": sum1(text, order),
	}})
}

// form1 sends a form whose signature covers the given text.
func (d *device) form1(t *testing.T, path, kind, body, signed string, refused bool) {
	t.Helper()
	at, nonce := strconv.FormatInt(time.Now().UnixMilli(), 10), hexID(16)
	text := at + nonce + d.guid + d.fetchToken(t) + signed
	a := d.do(t, call{path: path, body: body, kind: kind, sign: unsigned, headers: map[string]string{
		"timestamp": at, "nonce": nonce, "signature": sum1(text, byCodePoint),
	}})
	if refused {
		a.refused(http.StatusNotAcceptable, 406)
		return
	}
	a.ok()
}

// form makes the body of a form with one file and further fields.
func form(t *testing.T, name, content string, fields ...string) (body, kind string) {
	t.Helper()
	text := &strings.Builder{}
	w := multipart.NewWriter(text)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String(), w.FormDataContentType()
}
