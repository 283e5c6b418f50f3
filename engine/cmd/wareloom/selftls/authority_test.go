package selftls_test

import (
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/selftls"
)

func TestAServerIsTrustedByWhoeverTrustsTheAuthority(t *testing.T) {
	t.Parallel()

	base := filepath.Join(t.TempDir(), "keys", "ca")
	first, err := selftls.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	again, err := selftls.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	certificate, err := x509.ParseCertificate([]byte(get(t, first, "/ca.crt")))
	if err != nil {
		t.Fatal(err)
	}
	roots.AddCert(certificate)
	signed, err := again.Server([]string{"192.168.7.7", "depot.local"})
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(signed.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{"192.168.7.7": true, "depot.local": true, "192.168.7.8": false} {
		if _, err := leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: host}); (err == nil) != want {
			t.Errorf("%s: %v, want trusted %t", host, err, want)
		}
	}
}

func get(t *testing.T, a *selftls.Authority, path string) string {
	t.Helper()
	server := httptest.NewServer(a.Handler(http.NotFoundHandler()))
	defer server.Close()
	response, err := server.Client().Get(server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestThePageShowsACode(t *testing.T) {
	t.Parallel()

	a, err := selftls.Open(filepath.Join(t.TempDir(), "ca"))
	if err != nil {
		t.Fatal(err)
	}
	if text := get(t, a, "/ca"); !strings.Contains(text, "/ca.crt") || !strings.Contains(text, "<svg") {
		t.Errorf("page: %.300s", text)
	}
	if text := get(t, a, "/else"); !strings.Contains(text, "not found") {
		t.Errorf("other pages are not the next handler's: %.100s", text)
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()

	for address, want := range map[string]string{"127.0.0.1": "localhost", "10.1.2.3": "10.1.2.3"} {
		hosts, err := selftls.Hosts(&net.TCPAddr{IP: net.ParseIP(address), Port: 443})
		if err != nil || hosts[0] != want {
			t.Errorf("%s: %v (%v), want %s first", address, hosts, err, want)
		}
	}
	if hosts, err := selftls.Hosts(&net.TCPAddr{IP: net.IPv4zero}); err != nil || len(hosts) < 4 {
		t.Errorf("everywhere: %v, %v", hosts, err)
	}
}
