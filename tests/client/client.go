// Package client is a device that speaks the HTTP contract: it signs in, signs
// every call with version 2, gives each write a key that it keeps over retries,
// and measures how long calls take.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
)

// Client is a signed-in device. It may be used from several goroutines.
type Client struct {
	Language string // of the answers; English when empty

	base    string
	guid    string
	token   string
	key     []byte
	user    string
	http    *http.Client
	ahead   time.Duration // that the server's clock is, as it told
	mu      sync.Mutex
	elapsed map[string][]time.Duration // by kind of call
}

// Answer is the envelope of an answer.
type Answer struct {
	Result     bool            `json:"result"`
	Msg        string          `json:"msg"`
	Data       json.RawMessage `json:"data"`
	StatusCode int             `json:"statusCode"`
}

// Refusal is an answer whose result is false.
type Refusal struct {
	Path string
	Answer
}

// Error tells what was refused.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s: %d %s %s", r.Path, r.StatusCode, r.Msg, r.Data)
}

// Login signs an account of the back office in, on a device of its own.
func Login(ctx context.Context, base, account, password string) (*Client, error) {
	c := New(base, &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true})
	return c, c.SignIn(ctx, account, password)
}

// New is a device before a server, behind a network, at which nobody has signed in.
func New(base string, network http.RoundTripper) *Client {
	return &Client{
		base: base, guid: auth.NewID(), user: auth.BackOffice, elapsed: map[string][]time.Duration{},
		http: &http.Client{Timeout: 2 * time.Minute, Transport: network},
	}
}

// SignIn signs an account of the back office in, in the place of who was before. Nobody
// else may use the device meanwhile.
func (c *Client) SignIn(ctx context.Context, account, password string) error {
	var session struct {
		AccessToken string `json:"accessToken"`
		SignKey     string `json:"signKey"`
	}
	c.token, c.key = "", nil
	if err := c.Call(ctx, "login", "auth/login", map[string]any{"account": account, "password": password}, &session); err != nil {
		return err
	}
	key, err := hex.DecodeString(session.SignKey)
	c.token, c.key = session.AccessToken, key
	return err
}

// Adjust has the device sign by the server's clock, which tells the time when it refuses
// a signature for it. Nobody else may use the device meanwhile.
func (c *Client) Adjust(server time.Time) { c.ahead = time.Until(server) }

// At is the same session before another server.
func (c *Client) At(base string) *Client {
	return &Client{base: base, guid: c.guid, token: c.token, key: c.key, user: c.user, http: c.http, ahead: c.ahead, elapsed: map[string][]time.Duration{}}
}

// Call sends a body to /api/<path> and decodes the answer's data into the last
// argument, unless it is nil. The kind names the call in the figures.
func (c *Client) Call(ctx context.Context, kind, path string, body, into any) error {
	return c.CallAs(ctx, kind, auth.NewID(), path, body, into)
}

// Repeatable is Call under a key that the caller keeps: a call whose answer was
// lost is sent again with it and happens once.
func (c *Client) Repeatable(ctx context.Context, key, path string, body, into any) error {
	return c.CallAs(ctx, path, key, path, body, into)
}

// CallAs is Call under a key that the caller keeps; see Repeatable.
func (c *Client) CallAs(ctx context.Context, kind, key, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return c.ask(ctx, kind, path, "application/json", key, text, into)
}

// Upload sends a file with fields beside it, as a form of a browser.
func (c *Client) Upload(ctx context.Context, kind, path string, fields map[string]string, name string, content []byte, into any) error {
	return c.upload(ctx, kind, auth.NewID(), path, fields, name, content, into)
}

// UploadOnce is Upload under a key that the caller keeps; see Repeatable.
func (c *Client) UploadOnce(ctx context.Context, key, path string, fields map[string]string, name string, content []byte, into any) error {
	return c.upload(ctx, path, key, path, fields, name, content, into)
}

func (c *Client) upload(ctx context.Context, kind, key, path string, fields map[string]string, name string, content []byte, into any) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.SetBoundary(boundary); err != nil { // the same file again is the same call
		return fmt.Errorf("write %s: %w", path, err)
	}
	for key, value := range fields {
		if err := form.WriteField(key, value); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return c.ask(ctx, kind, path, form.FormDataContentType(), key, body.Bytes(), into)
}

// boundary parts the forms of this package.
const boundary = "a-boundary-of-wareloom-forms"

func (c *Client) ask(ctx context.Context, kind, path, mediaType, key string, body []byte, into any) error {
	began := time.Now()
	answer, err := c.send(ctx, "/api/"+path, mediaType, body, key)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c.note(kind, time.Since(began))
	if !answer.Result {
		return &Refusal{Path: path, Answer: *answer}
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, into)
}

func (c *Client) send(ctx context.Context, path, mediaType string, body []byte, key string) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	// A call with a key would be sent again in silence when its connection breaks, with a
	// signature that is used; whoever calls sends it again under a new one.
	request.GetBody = nil
	request.Header.Set("Content-Type", mediaType)
	request.Header.Set("Accept-Language", cmp.Or(c.Language, "en"))
	request.Header.Set("guid", c.guid)
	if c.token != "" {
		c.sign(request, body, key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	answer := &Answer{}
	if err := json.Unmarshal(text, answer); err != nil {
		return nil, fmt.Errorf("HTTP %d without envelope: %.200s", response.StatusCode, text)
	}
	return answer, nil
}

// Listen opens the stream of news, which stays open until the context ends; a Refusal
// when the server gives none.
func (c *Client) Listen(ctx context.Context) error {
	const path = "/api/live"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("guid", c.guid)
	c.sign(request, nil, auth.NewID())
	response, err := c.http.Do(request) // its body lives as long as the context
	if err != nil {
		return err
	}
	if response.StatusCode == http.StatusOK {
		return nil
	}
	defer response.Body.Close()
	return &Refusal{Path: path, Answer: Answer{StatusCode: response.StatusCode}}
}

func (c *Client) sign(request *http.Request, body []byte, key string) {
	signed := auth.Signed{
		Method: request.Method, Path: request.URL.Path, Timestamp: strconv.FormatInt(time.Now().Add(c.ahead).UnixMilli(), 10), Nonce: auth.NewID() + auth.NewID(),
		Guid: c.guid, UserType: c.user, AccessToken: c.token, IdempotencyKey: key, Body: body,
	}
	for name, value := range map[string]string{
		"accessToken": c.token, "Idempotency-Key": key, "timestamp": signed.Timestamp, "nonce": signed.Nonce,
		"signatureVersion": "2", "signature": signed.Sign2(c.key),
	} {
		request.Header.Set(name, value)
	}
}

func (c *Client) note(kind string, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.elapsed[kind] = append(c.elapsed[kind], d)
}

// Figures are how long the calls of one kind took, in milliseconds.
type Figures struct {
	Calls int     `json:"calls"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
}

// Figures gives the calls so far, by kind.
func (c *Client) Figures() map[string]Figures {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]Figures{}
	for kind, list := range c.elapsed {
		slices.Sort(list)
		at := func(p float64) float64 {
			return float64(list[min(len(list)-1, int(p*float64(len(list))))].Microseconds()) / 1000
		}
		all[kind] = Figures{Calls: len(list), P50: at(0.50), P95: at(0.95), P99: at(0.99)}
	}
	return all
}
