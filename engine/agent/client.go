package agent

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
)

// Identity is how an agent proves itself; it lies in its folder.
type Identity struct {
	Server string `json:"server"` // https://host:port
	Guid   string `json:"guid"`
	Secret string `json:"secret"`
	Name   string `json:"name"` // that the administrator gave it
}

const identityFile = "agent.json"

// ErrStale ends an agent whose disk was copied or put back: the server says so.
var ErrStale = errors.New("the server has heard of later calls of this agent: its folder was copied or put back. Delete the folder and pair the agent anew")

// client calls the server.
type client struct {
	Identity
	http *http.Client
}

// newClient trusts the system's certificates and, where it is given, that of a file.
func newClient(id Identity, authority string) (*client, error) {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute}
	if authority != "" {
		text, err := os.ReadFile(authority)
		if err != nil {
			return nil, fmt.Errorf("read the certificate: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s holds no certificate", authority)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	return &client{id, &http.Client{Transport: transport}}, nil
}

// most bounds an answer, in bytes.
const most = 64 << 20

// call posts a body and reads the data of the answer.
func (c *client) call(ctx context.Context, path string, patience time.Duration, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.Server, "/")+path, bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("guid", c.Guid)
	request.Header.Set("deviceSecret", c.Secret)
	answer, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	var envelope struct {
		Result     bool
		StatusCode int
		Msg        string
		Data       json.RawMessage
	}
	if err := json.Unmarshal(content, &envelope); err != nil {
		return fmt.Errorf("call %s: %s", path, answer.Status)
	}
	switch {
	case envelope.StatusCode == int(fault.Conflict):
		return ErrStale
	case !envelope.Result:
		return fmt.Errorf("call %s: %d %s", path, envelope.StatusCode, envelope.Msg)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(envelope.Data, into)
}

// Pair has an agent known to the server by the one-time code that an administrator made,
// and keeps its identity in the folder.
func Pair(ctx context.Context, folder, server, code, authority string) (*Identity, error) {
	id := Identity{Server: server, Guid: newGuid()}
	c, err := newClient(id, authority)
	if err != nil {
		return nil, err
	}
	var made struct{ Name, Secret string }
	if err := c.call(ctx, "/api/device/enrol", tellTime, map[string]string{"code": code}, &made); err != nil {
		return nil, err
	}
	id.Name, id.Secret = made.Name, made.Secret
	text, err := json.Marshal(id)
	if err != nil {
		return nil, fmt.Errorf("keep the identity: %w", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("keep the identity: %w", err)
	}
	return &id, os.WriteFile(filepath.Join(folder, identityFile), text, 0o600)
}

// ReadIdentity reads the identity of a folder.
func ReadIdentity(folder string) (*Identity, error) {
	text, err := os.ReadFile(filepath.Join(folder, identityFile))
	if err != nil {
		return nil, fmt.Errorf("the agent is not paired; name --server and --code: %w", err)
	}
	var id Identity
	if err := json.Unmarshal(text, &id); err != nil {
		return nil, fmt.Errorf("read %s: %w", identityFile, err)
	}
	return &id, nil
}
