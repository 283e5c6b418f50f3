package apptest

import (
	"bytes"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/metadata"
)

//go:embed product seeds
var files embed.FS

// Password is that of every account of the seeds.
const Password = "correct horse"

// Guid is the device of every call that names no other.
const Guid = "00000000-0000-4000-8000-000000000000"

// Product is the small product, with the texts of the real one.
func Product(t testing.TB) app.Product {
	t.Helper()
	schemas, err := metadata.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	return app.Product{Schemas: schemas, Sources: []meta.Source{
		{Name: "product", Layer: meta.LayerBase, FS: folder(t, files, "product")},
		{Name: "i18n", Layer: meta.LayerBase, FS: folder(t, metadata.Files, "i18n")},
	}}
}

func folder(t testing.TB, from fs.FS, name string) fs.FS {
	t.Helper()
	sub, err := fs.Sub(from, name)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

// Server is a server without a network.
type Server struct {
	*app.App
	Clock   *app.Clock
	Keeps   string        // folder of its files
	Said    *atomic.Int64 // statements so far
	hears   *atomic.Pointer[func(text string)]
	handler http.Handler
}

// Hear has each statement told to somebody from now on.
func (s *Server) Hear(hears func(text string)) { s.hears.Store(&hears) }

// small is the small product as it begins.
var small = Beginning{Name: "small"}

// Start builds a server over a fresh database with the seeds of the small product.
func Start(t testing.TB, dsn string) *Server {
	t.Helper()
	return small.Start(t, dsn, Product(t), folder(t, files, "seeds"))
}

// StartProduct builds a server of another product, without seeds.
func StartProduct(t testing.TB, dsn string, product app.Product) *Server {
	t.Helper()
	return startIn(t, dsn, t.TempDir(), product)
}

// startIn builds a server that keeps its files in a folder.
func startIn(t testing.TB, dsn, keeps string, product app.Product, changes ...func(*app.Config)) *Server {
	t.Helper()
	page := fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html><title>page</title>")}, "favicon.svg": {Data: []byte("<svg/>")},
		"assets/app-1.js": {Data: []byte("run()")}, "assets/app-1.js.gz": {Data: gzipped(t, "run()")}, "assets/app-1.js.br": {Data: []byte("br")},
	}
	clock, said, hears := &app.Clock{}, &atomic.Int64{}, &atomic.Pointer[func(string)]{}
	tap := func(text string, _ []any) {
		said.Add(1)
		if hear := hears.Load(); hear != nil {
			(*hear)(text)
		}
	}
	config := cheap(t, app.Config{DSN: dsn, Files: keeps, Page: page, Product: product, Now: clock.Now, Near: []string{"localhost"}, Tap: tap})
	for _, change := range changes {
		change(&config)
	}
	a, err := app.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Server{App: a, Clock: clock, Keeps: keeps, Said: said, hears: hears, handler: a.API.Handler()}
}

// reader reads the texts that the products of a test process have in common once. All
// have the schemas of the house.
var reader = sync.OnceValues(func() (*meta.Reader, error) {
	schemas, err := metadata.Schemas()
	return meta.NewReader(schemas), err
})

// cheap spares what a test does not look at: passwords are hashed lightly, and texts that
// a server of this process has read are not read again.
func cheap(t testing.TB, c app.Config) app.Config {
	t.Helper()
	known, err := reader()
	if err != nil {
		t.Fatal(err)
	}
	if c.Product.Reader == nil {
		c.Product.Reader = known
	}
	c.Version, c.Effort = "test", auth.Effort{Memory: 64, Passes: 1}
	return c
}

// Handler is the server's handler, for tests that need a network.
func (s *Server) Handler() http.Handler { return s.handler }

// Call is a request to be sent.
type Call struct {
	Method  string // default POST
	Path    string
	Body    string            // JSON unless Headers say else
	Headers map[string]string // go over those that are made
	As      *Session          // whose call it is; nil: nobody's
	Sign    int               // 0: version 2 with a session; 1: version 1; -1: unsigned
	Key     string            // Idempotency-Key
	Nonce   string            // default a new one
	Skew    time.Duration     // the device's clock is wrong by this
}

// Session is a signed-in account.
type Session struct {
	AccessToken string `json:"accessToken"`
	SignKey     string `json:"signKey"`
	UserType    string `json:"userType"`
	MenuIDs     []int  `json:"menuIds"`
}

// Answer is what came back; the envelope's members are zero where there is none.
type Answer struct {
	Status     int
	Header     http.Header
	Text       string
	Result     bool            `json:"result"`
	Msg        string          `json:"msg"`
	Data       json.RawMessage `json:"data"`
	StatusCode int             `json:"statusCode"`
}

// Into decodes the answer's data.
func (a Answer) Into(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Data, into); err != nil {
		t.Fatalf("data %s: %v", a.Text, err)
	}
}

// Login signs an account in.
func (s *Server) Login(t testing.TB, userType, account string) *Session {
	t.Helper()
	body, err := json.Marshal(map[string]string{"userType": userType, "account": account, "password": Password})
	if err != nil {
		t.Fatal(err)
	}
	answer := s.Do(t, Call{Path: "/api/auth/login", Body: string(body)})
	if !answer.Result {
		t.Fatalf("login of %s: %s", account, answer.Text)
	}
	session := &Session{}
	answer.Into(t, session)
	return session
}

// Do sends a call through the real handler.
func (s *Server) Do(t testing.TB, c Call) Answer {
	t.Helper()
	if c.Method == "" {
		c.Method = http.MethodPost
	}
	request := httptest.NewRequestWithContext(t.Context(), c.Method, c.Path, strings.NewReader(c.Body))
	s.head(t, request, c)
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, request)
	result := recorder.Result()
	defer result.Body.Close()
	text, err := io.ReadAll(result.Body)
	if err != nil {
		t.Fatal(err)
	}
	answer := Answer{Status: result.StatusCode, Header: result.Header, Text: string(text)}
	if strings.HasPrefix(result.Header.Get("Content-Type"), "application/json") && result.Header.Get("Content-Encoding") == "" {
		if err := json.Unmarshal(bytes.TrimSpace(text), &answer); err != nil {
			t.Fatalf("%s %s answers no JSON: %s", c.Method, c.Path, text)
		}
	}
	return answer
}

// head sets the headers of a call, its signature included.
func (s *Server) head(t testing.TB, r *http.Request, c Call) {
	t.Helper()
	r.Header.Set("guid", Guid)
	if c.Body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Key != "" {
		r.Header.Set("Idempotency-Key", c.Key)
	}
	if c.As != nil {
		r.Header.Set("accessToken", c.As.AccessToken)
		if c.Sign >= 0 {
			s.sign(t, r, c)
		}
	}
	for name, value := range c.Headers {
		r.Header.Set(name, value)
	}
}

func (s *Server) sign(t testing.TB, r *http.Request, c Call) {
	t.Helper()
	if c.Nonce == "" {
		c.Nonce = auth.NewID() + auth.NewID()
	}
	path, query, _ := strings.Cut(c.Path, "?")
	signed := auth.Signed{
		Method: c.Method, Path: path, Query: query, Timestamp: strconv.FormatInt(s.Clock.Now().Add(c.Skew).UnixMilli(), 10),
		Nonce: c.Nonce, Guid: Guid, UserType: c.As.UserType, AccessToken: c.As.AccessToken, IdempotencyKey: c.Key, Body: []byte(c.Body),
	}
	r.Header.Set("timestamp", signed.Timestamp)
	r.Header.Set("nonce", signed.Nonce)
	if c.Sign == 1 {
		token, _, err := s.Auth.SignToken(Guid)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("signature", signed.Sign1(token, auth.ByCodePoint, signed.Body))
		return
	}
	key, err := hex.DecodeString(c.As.SignKey)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("signatureVersion", "2")
	r.Header.Set("signature", signed.Sign2(key))
}
