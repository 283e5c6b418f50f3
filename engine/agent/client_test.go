package agent

import (
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// server answers every call with a text.
func server(t *testing.T, answer func(path string, body map[string]any, header http.Header) string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		_, _ = io.WriteString(w, answer(r.URL.Path, body, r.Header))
	}))
	t.Cleanup(s.Close)
	return s
}

// fixed answers the same to all.
func fixed(answer string) func(string, map[string]any, http.Header) string {
	return func(string, map[string]any, http.Header) string { return answer }
}

func clientOf(t *testing.T, url string) *client {
	t.Helper()
	c, err := newClient(Identity{Server: url, Guid: "the-guid", Secret: "the-secret"}, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAnAnswerIsDataOrAReason holds what a call makes of the envelope.
func TestAnAnswerIsDataOrAReason(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, answer, data, reason string
		stale                      bool
	}{
		{"data", `{"result":true,"statusCode":200,"data":{"name":"bench"}}`, "bench", "", false},
		{"a refusal", `{"result":false,"statusCode":403,"msg":"not paired any more"}`, "", "403 not paired any more", false},
		{"a later call was made", `{"result":false,"statusCode":409,"msg":"stale"}`, "", "pair the agent anew", true},
		{"no envelope", `<html>a proxy</html>`, "", "200 OK", false},
		{"nothing", ``, "", "200 OK", false},
		{"data of another shape", `{"result":true,"data":[1]}`, "", "cannot unmarshal", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var into struct{ Name string }
			err := clientOf(t, server(t, fixed(tt.answer)).URL).call(t.Context(), "/api/agent/take", tellTime, nil, &into)
			if into.Name != tt.data || errors.Is(err, ErrStale) != tt.stale || (err == nil) != (tt.reason == "") || err != nil && !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("%q, %v; want %q, %q", into.Name, err, tt.data, tt.reason)
			}
		})
	}
}

func TestACallProvesWhoItIs(t *testing.T) {
	t.Parallel()
	var got string
	s := server(t, func(path string, body map[string]any, header http.Header) string {
		got = fmt.Sprint(path, " ", header.Get("guid"), " ", header.Get("deviceSecret"), " ", header.Get("Content-Type"), " ", body["seq"])
		return `{"result":true}`
	})
	if err := clientOf(t, s.URL+"/").call(t.Context(), "/api/agent/take", tellTime, map[string]int{"seq": 3}, nil); err != nil {
		t.Fatal(err)
	}
	if want := "/api/agent/take the-guid the-secret application/json 3"; got != want {
		t.Errorf("the server hears %q, want %q", got, want)
	}
}

// TestACertificateOfAFileIsTrusted holds that a house's own certificate needs a file, and
// that nothing else is trusted then.
func TestACertificateOfAFileIsTrusted(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"result":true}`) }))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	t.Cleanup(s.Close)
	folder := t.TempDir()
	own, none := filepath.Join(folder, "own.pem"), filepath.Join(folder, "none.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := errors.Join(os.WriteFile(own, text, 0o600), os.WriteFile(none, []byte("no certificate"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for authority, want := range map[string]string{own: "", "": "certificate", none: "holds no certificate", filepath.Join(folder, "gone"): "read the certificate"} {
		c, err := newClient(Identity{Server: s.URL}, authority)
		if err == nil {
			err = c.call(t.Context(), "/", tellTime, nil, nil)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v, want %q", authority, err, want)
		}
	}
}

// TestPairingKeepsTheIdentity holds that the folder has what the agent proves itself by,
// for nobody else to read.
func TestPairingKeepsTheIdentity(t *testing.T) {
	t.Parallel()
	var code any
	s := server(t, func(path string, body map[string]any, _ http.Header) string {
		code = fmt.Sprint(path, " ", body["code"])
		return `{"result":true,"data":{"name":"Bench 1","secret":"s3cret"}}`
	})
	folder := filepath.Join(t.TempDir(), "a", "b")
	made, err := Pair(t.Context(), folder, s.URL, "ABCD-1234", "")
	if err != nil || code != "/api/device/enrol ABCD-1234" {
		t.Fatalf("paired with %v: %v", code, err)
	}
	kept, err := ReadIdentity(folder)
	if err != nil || *kept != *made || kept.Name != "Bench 1" || kept.Secret != "s3cret" || kept.Server != s.URL || len(kept.Guid) != 36 {
		t.Errorf("kept is %+v (%v)", kept, err)
	}
	if info, err := os.Stat(filepath.Join(folder, identityFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v (%v)", info.Mode(), err)
	}
	if other, err := Pair(t.Context(), t.TempDir(), s.URL, "x", ""); err != nil || other.Guid == made.Guid {
		t.Errorf("another agent is %+v (%v)", other, err)
	}
}

// TestARefusedPairingKeepsNothing holds that the folder is as before.
func TestARefusedPairingKeepsNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "agent")
	s := server(t, fixed(`{"result":false,"statusCode":400,"msg":"the code is used up"}`))
	if _, err := Pair(t.Context(), folder, s.URL, "used", ""); err == nil || !strings.Contains(err.Error(), "used up") {
		t.Errorf("paired: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder was made")
	}
	if _, err := ReadIdentity(folder); err == nil || !strings.Contains(err.Error(), "name --server and --code") {
		t.Errorf("an agent that is not paired: %v", err)
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, identityFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadIdentity(damaged); err == nil || !strings.Contains(err.Error(), identityFile) {
		t.Errorf("a damaged identity: %v", err)
	}
}
