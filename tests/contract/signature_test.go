package contract

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// aBrand is the body of a write that anybody with the right may do.
func aBrand() map[string]any { return map[string]any{"code": "B" + hexID(5), "name": "A brand"} }

func checkSignature(t *testing.T, s *server) {
	const save = "/api/data/brand/save"
	admin, old := s.as(t, "admin"), s.login(t, "admin") // old never signs with version 2
	by := map[signature]*device{version1: old, version2: admin}
	t.Run("without a session", func(t *testing.T) {
		s.device().post(t, save, aBrand()).refused(401, 401)
		dead := *admin
		dead.token = hexID(32)
		dead.post(t, save, aBrand()).refused(401, 401)
	})
	t.Run("both versions are taken", func(t *testing.T) {
		admin.do(t, call{path: save, body: aBrand()}).ok()
		old.do(t, call{path: save, body: aBrand(), sign: version1}).ok()
	})
	t.Run("unsigned calls read and do not write", func(t *testing.T) {
		admin.do(t, call{path: "/api/data/brand/query", body: map[string]any{}, sign: unsigned}).ok()
		admin.do(t, call{path: save, body: aBrand(), sign: unsigned}).refused(406, 406)
	})
	t.Run("version 1 sorts by code point or as JavaScript", func(t *testing.T) {
		for name, order := range map[string]func(a, b rune) int{"code point": byCodePoint, "UTF-16": byUTF16} {
			body := `{"code":"B` + hexID(5) + `","name":"苹果 \u0041 ` + "\uFB01\U0001F600\uE000" + `"}`
			a := old.signed1(t, save, body, order)
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
				a := by[version].do(t, call{path: save, body: aBrand(), sign: version, skew: skew}).refused(406, 406)
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
			same := call{path: save, body: aBrand(), nonce: nonce, sign: version, at: time.Now()}
			by[version].do(t, same).ok()
			by[version].do(t, same).refused(406, 406)
		}
	})
	t.Run("a nonce of version 2 is good for one body", func(t *testing.T) {
		nonce := hexID(16)
		admin.do(t, call{path: save, body: aBrand(), nonce: nonce}).ok()
		admin.do(t, call{path: save, body: aBrand(), nonce: nonce}).refused(406, 406)
	})
	t.Run("version 1 is good once in any order of its characters", func(t *testing.T) { checkAnagrams(t, old) })
	t.Run("a signature is good once, whatever the answer", func(t *testing.T) { checkRefusedOnce(t, admin, by) })
	t.Run("who signed with version 2 cannot fall back", func(t *testing.T) {
		d := s.login(t, "admin")
		d.do(t, call{path: save, body: aBrand(), sign: version1}).ok()
		d.do(t, call{path: save, body: aBrand()}).ok()
		d.do(t, call{path: save, body: aBrand(), sign: version1}).refused(406, 406)
		d.do(t, call{path: save, body: aBrand()}).ok()
	})
	t.Run("version 1 opens no rights", func(t *testing.T) {
		old.do(t, call{path: "/api/data/role/save", body: map[string]any{"code": "x", "name": "x"}, sign: version1}).refused(406, 406)
		old.do(t, call{path: "/api/data/brand/export", body: map[string]any{"format": "csv"}, sign: version1}).refused(406, 406)
	})
	t.Run("a form may be signed with or without its body", func(t *testing.T) {
		body, kind := form(t, "note.txt", "hello")
		for _, signed := range []string{body, ""} {
			old.form1(t, "/api/files/upload", kind, body, signed, false)
		}
		old.form1(t, "/api/files/upload", kind, body, "something else", true)
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

// checkAnagrams sends one captured call again with its characters in other places.
func checkAnagrams(t *testing.T, old *device) {
	const save = "/api/data/brand/save"
	code, nonce, at := "B"+hexID(5), "0123456789abcdef", strconv.FormatInt(time.Now().UnixMilli(), 10)
	body := `{"code":"` + code + `","name":"one"}`
	signed := sum1(at+nonce+old.guid+old.fetchToken(t)+body, byCodePoint)
	send := func(nonce, body string) answer {
		return old.do(t, call{path: save, body: body, sign: unsigned, headers: map[string]string{"timestamp": at, "nonce": nonce, "signature": signed}})
	}
	send(nonce, body).ok()
	turned := []byte(code[1:])
	slices.Reverse(turned)
	for _, again := range []struct{ nonce, body string }{
		{"fedcba9876543210", body},
		{"fedcba9876543210", `{"name":"eno","code":"` + code + `"}`},
		{"1032547698badcfe", `{"code":"B` + string(turned) + `","name":"one"}`},
	} {
		send(again.nonce, again.body).refused(406, 406)
	}
}

// checkRefusedOnce repeats refused calls after what refused them is gone.
func checkRefusedOnce(t *testing.T, admin *device, by map[signature]*device) {
	const save, act = "/api/data/brand/save", "/api/data/sale_order/act"
	for version, d := range by {
		order := admin.order(t)
		taken := admin.post(t, save, aBrand()).ok().num("data.id")
		free := admin.post(t, "/api/data/brand/get", map[string]any{"id": taken}).ok().str("data.code")
		for what, c := range map[string]call{
			"one":      {path: act, body: map[string]any{"name": "unaudit", "id": order}},
			"several":  {path: act, body: map[string]any{"name": "unaudit", "ids": []int{order}}},
			"in time":  {path: act, body: map[string]any{"name": "unaudit", "id": order, "version": 77}},
			"set":      {path: act, body: map[string]any{"name": "wave", "ids": []int{}}},
			"taken":    {path: save, body: map[string]any{"code": free, "name": "again"}},
			"no name":  {path: save, body: map[string]any{"code": "B" + hexID(5)}},
			"no right": {path: "/api/data/ghost/save", body: map[string]any{}},
		} {
			c.sign, c.nonce, c.at = version, hexID(16), time.Now()
			if a := d.do(t, c); a.at("result") == true || a.status == 406 {
				t.Errorf("%s: %s", what, a.text)
			}
			defer func() { d.do(t, c).refused(406, 406) }()
		}
		admin.post(t, act, map[string]any{"name": "audit", "id": order}).ok() // now each of them could be taken
		admin.post(t, "/api/data/brand/delete", map[string]any{"ids": []int{taken}}).ok()
	}
	order, nonce, at := admin.order(t), hexID(16), time.Now()
	for i := range 2 {
		a := admin.do(t, call{path: act, body: map[string]any{"name": "audit", "ids": []int{order}}, nonce: nonce, at: at})
		if i == 0 {
			a.ok()
		} else {
			a.refused(406, 406)
		}
	}
	same := call{path: save, body: aBrand(), nonce: hexID(16), at: time.Now()}
	taken := 0
	for _, a := range together(10, func(int) answer { return admin.do(t, same) }) {
		if a.at("result") == true {
			taken++
		} else {
			a.refused(406, 406)
		}
	}
	if taken != 1 {
		t.Errorf("%d of 10 equal calls were taken", taken)
	}
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
