package remote_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/remote"
)

func hostOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

func TestOnlyListedHostsAreCalled(t *testing.T) {
	t.Parallel()
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
		}
	}))
	t.Cleanup(server.Close)
	host := hostOf(t, server.URL)
	for _, one := range []struct {
		name, url, host string
		near            []string
		status          int
	}{
		{"of this machine, with leave", server.URL, host, []string{"localhost"}, 200},
		{"of this machine, by its port", server.URL, host, []string{host}, 200},
		{"of this machine, without leave", server.URL, host, nil, 0},
		{"of this machine, by another port", server.URL, host, []string{"127.0.0.1:1"}, 0},
		{"not listed", server.URL, "sf.example", []string{"localhost"}, 0},
		{"with a person", strings.Replace(server.URL, "//", "//me:secret@", 1), host, []string{"localhost"}, 0},
		{"of files", "file:///etc/passwd", "", []string{"localhost"}, 0},
		{"of the machine's keeper", "http://169.254.169.254/latest", "169.254.169.254", []string{"localhost"}, 0},
		{"of the network around", "http://10.0.0.1/", "10.0.0.1", []string{"localhost"}, 0},
		{"of a provider's network", "http://100.64.0.1/", "100.64.0.1", []string{"localhost"}, 0},
		{"of six that means four", "http://[::ffff:10.0.0.1]/", "[::ffff:10.0.0.1]", []string{"localhost"}, 0},
		{"a redirect is an answer", server.URL + "/away", host, []string{"localhost"}, 302},
	} {
		before := calls
		answer, err := remote.New(one.near...).Do(t.Context(), remote.Request{Method: "GET", URL: one.url, Hosts: []string{one.host}})
		var refused *remote.Refused
		if one.status == 0 && (!errors.As(err, &refused) || calls != before) {
			t.Errorf("an address %s is called: %v", one.name, err)
		}
		if one.status != 0 && (err != nil || answer.Status != one.status) {
			t.Errorf("an address %s is not called: %v", one.name, err)
		}
	}
}

func TestACallEnds(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			_, _ = w.Write(make([]byte, 9<<20))
			return
		}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	client, hosts := remote.New("localhost"), []string{hostOf(t, server.URL)}
	var refused *remote.Refused
	for _, path := range []string{"/slow", "/long"} {
		_, err := client.Do(t.Context(), remote.Request{Method: "GET", URL: server.URL + path, Hosts: hosts, Within: 500 * time.Millisecond})
		if err == nil || errors.As(err, &refused) {
			t.Errorf("%s gives %v", path, err)
		}
	}
}
