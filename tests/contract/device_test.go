package contract

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// password is that of the demo's accounts.
const password = "wareloom"

// device is a client with its own guid; it may be signed in.
type device struct {
	base, guid, userType, token, signToken string
	apiKey                                 string // of another system, in place of a session
	key                                    []byte
	menus                                  []any
	trusting                               *http.Client // for TLS; nil: plain
}

// signature says how a call is signed.
type signature int

const (
	version2 signature = iota
	version1
	unsigned
)

// call is one request.
type call struct {
	method   string // default POST
	path     string // with the query
	body     any    // sent as JSON; a string as it is
	kind     string // content type, default JSON
	language string // default en
	sign     signature
	key      string        // Idempotency-Key
	nonce    string        // default a new one
	skew     time.Duration // of the device's clock
	at       time.Time     // when it is signed; default now
	headers  map[string]string
}

// answer is what came back. The members are those of the envelope.
type answer struct {
	t      testing.TB
	what   string
	status int
	header http.Header
	text   string
	body   map[string]any
}

var web = &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// web is the client that trusts the server.
func (d *device) web() *http.Client {
	if d.trusting != nil {
		return d.trusting
	}
	return web
}

func hexID(bytes int) string {
	random := make([]byte, bytes)
	_, _ = rand.Read(random) // never fails
	return hex.EncodeToString(random)
}

// device gives a new one, signed out.
func (s *server) device() *device { return &device{base: s.base, guid: hexID(16)} }

// as gives a device that is signed in with an account of the demo, the same for all.
func (s *server) as(t testing.TB, account string) *device {
	t.Helper()
	if d := s.devices[account]; d != nil {
		return d
	}
	s.devices[account] = s.login(t, account)
	return s.devices[account]
}

// login signs an account of the demo in on a new device.
func (s *server) login(t testing.TB, account string) *device {
	t.Helper()
	d := s.device()
	body := map[string]any{"account": account, "password": password}
	if account == "acme" || account == "globex" {
		body["userType"] = "consignor"
	}
	d.signIn(t, body)
	return d
}

func (d *device) signIn(t testing.TB, body map[string]any) answer {
	t.Helper()
	a := d.post(t, "/api/auth/login", body).ok()
	d.token, d.userType = a.str("data.accessToken"), a.str("data.userType")
	key, err := hex.DecodeString(a.str("data.signKey"))
	if err != nil {
		t.Fatal(err)
	}
	d.key, d.menus = key, a.list("data.menuIds")
	return a
}

// post sends a body, signed with version 2 where somebody is signed in.
func (d *device) post(t testing.TB, path string, body any) answer {
	t.Helper()
	return d.do(t, call{path: path, body: body})
}

func (d *device) do(t testing.TB, c call) answer {
	t.Helper()
	if c.method == "" {
		c.method = http.MethodPost
	}
	text := encode(t, c.body)
	request, err := http.NewRequestWithContext(t.Context(), c.method, d.base+c.path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d.head(t, request, c, text)
	response, err := d.web().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{t: t, what: c.method + " " + c.path, status: response.StatusCode, header: response.Header, text: string(content)}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.UseNumber()
		if err := decoder.Decode(&a.body); err != nil {
			t.Fatalf("%s: %v: %s", a.what, err, content)
		}
	}
	return a
}

func encode(t testing.TB, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return []byte(b)
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (d *device) head(t testing.TB, r *http.Request, c call, body []byte) {
	t.Helper()
	r.Header.Set("guid", d.guid)
	r.Header.Set("Accept-Language", "en")
	if c.language != "" {
		r.Header.Set("Accept-Language", c.language)
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.kind != "" {
		r.Header.Set("Content-Type", c.kind)
	}
	if d.apiKey != "" {
		r.Header.Set("apiKey", d.apiKey)
	}
	if d.token != "" {
		r.Header.Set("accessToken", d.token)
	}
	if d.token+d.apiKey != "" {
		d.sign(t, r, c, body)
	}
	for name, value := range c.headers {
		r.Header.Set(name, value)
	}
}

// sign adds the headers of a signature, as the contract words them.
func (d *device) sign(t testing.TB, r *http.Request, c call, body []byte) {
	t.Helper()
	if c.key != "" {
		r.Header.Set("Idempotency-Key", c.key)
	}
	if c.sign == unsigned {
		return
	}
	if c.nonce == "" {
		c.nonce = hexID(16)
	}
	if c.at.IsZero() {
		c.at = time.Now()
	}
	at := strconv.FormatInt(c.at.Add(c.skew).UnixMilli(), 10)
	r.Header.Set("timestamp", at)
	r.Header.Set("nonce", c.nonce)
	if c.sign == version1 {
		r.Header.Set("signature", sum1(at+c.nonce+d.guid+d.fetchToken(t)+string(body), byCodePoint))
		return
	}
	path, query, _ := strings.Cut(c.path, "?")
	mac := hmac.New(sha256.New, d.key)
	fmt.Fprintf(mac, "v2\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s", r.Method, path, query, at, c.nonce, d.guid, d.userType,
		sha(d.token), c.key, sha(string(body)))
	r.Header.Set("signatureVersion", "2")
	r.Header.Set("signature", hex.EncodeToString(mac.Sum(nil)))
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// byCodePoint and byUTF16 are the two orders of version 1.
func byCodePoint(a, b rune) int { return int(a) - int(b) }

func byUTF16(a, b rune) int {
	rank := func(r rune) int {
		if r > 0xffff {
			return 0xd800<<16 + int(r)
		}
		return int(r) << 16
	}
	return rank(a) - rank(b)
}

// sum1 is the signature of version 1.
func sum1(text string, order func(a, b rune) int) string {
	letters := []rune(text)
	slices.SortStableFunc(letters, order)
	return fmt.Sprintf("%X", md5.Sum([]byte(string(letters))))
}

// fetchToken gives the device's signToken.
func (d *device) fetchToken(t testing.TB) string {
	t.Helper()
	if d.signToken == "" {
		d.signToken = d.do(t, call{method: http.MethodGet, path: "/api/auth/getToken?guid=" + d.guid}).ok().str("data.signToken")
	}
	return d.signToken
}
