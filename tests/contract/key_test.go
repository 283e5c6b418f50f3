package contract

import (
	"crypto/tls"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
)

// keyed gives a device that speaks under a new key of an account of the demo.
func (s *server) keyed(t *testing.T, more ...string) (d *device, secret string) {
	t.Helper()
	args := append([]string{"key", "add", "--dsn", s.dsn, "--key", s.keyFile()}, more...)
	id, secret, found := strings.Cut(strings.TrimSpace(succeeds(t, "", args...)), ".")
	raw, err := hex.DecodeString(secret)
	if err != nil || !found || len(raw) != 32 {
		t.Fatalf("key %s.%s: %v", id, secret, err)
	}
	d = s.device()
	d.apiKey, d.key, d.userType = id, raw, "user"
	return d, secret
}

// TestKeys: another system calls under a key, signed with its secret or, over TLS,
// showing it; with its account's rights, and never for menus, rights or metadata.
func TestKeys(t *testing.T) {
	t.Parallel()

	s := serve(t, sqliteFile(t), "--demo", "--tls", "self")
	trusting := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // TestTLS proves the certificate
	query := call{path: "/api/data/product/query", body: map[string]any{"total": true}}
	d, secret := s.keyed(t, "--type", "consignor", "--name", "shop", "acme")
	d.userType, d.trusting = "consignor", trusting

	t.Run("signed", func(t *testing.T) {
		all := d.do(t, query).ok().num("data.total")
		if all == 0 || d.do(t, call{path: query.path, body: map[string]any{"total": true, "filter": is("consignor_id.code", "ACME")}}).ok().num("data.total") != all {
			t.Errorf("%d products that are not all its owner's", all)
		}
		d.do(t, call{path: query.path, body: query.body, sign: unsigned}).refused(406, 406)
		d.do(t, call{path: query.path, body: query.body, headers: map[string]string{"signature": strings.Repeat("0", 64)}}).refused(406, 406)
		d.do(t, call{path: query.path, body: query.body, headers: map[string]string{"signatureVersion": "1"}}).refused(406, 406)
	})
	t.Run("writes happen once", func(t *testing.T) {
		office, _ := s.keyed(t, "lead")
		office.trusting = trusting
		written := call{path: "/api/data/brand/save", body: aBrand(), key: hexID(16)}
		if first, again := office.do(t, written).ok(), office.do(t, written).ok(); first.text != again.text {
			t.Errorf("first %s, again %s", first.text, again.text)
		}
		nonce := hexID(16)
		office.do(t, call{path: written.path, body: aBrand(), nonce: nonce}).ok()
		office.do(t, call{path: written.path, body: aBrand(), nonce: nonce}).refused(406, 406)
	})
	t.Run("showing its secret", func(t *testing.T) {
		showing := *d
		showing.apiKey += "." + secret
		showing.do(t, call{path: query.path, body: query.body, sign: unsigned}).ok()
		showing.apiKey = d.apiKey + "." + strings.Repeat("0", 64)
		showing.do(t, call{path: query.path, body: query.body, sign: unsigned}).refused(401, 401)
	})
	t.Run("never for menus, rights, settings or sessions", func(t *testing.T) {
		for _, path := range []string{
			"/api/meta/app", "/api/meta/screen", "/api/auth/me", "/api/auth/changePassword", "/api/auth/logout", "/api/settings/get",
			"/api/data/role/query", "/api/data/user/query", "/api/data/user/save",
		} {
			d.post(t, path, map[string]any{}).refused(403, 403)
		}
	})
	t.Run("rotation", func(t *testing.T) {
		s.keyed(t, "--type", "consignor", "--name", "shop", "acme")
		args := []string{"--dsn", s.dsn, "--key", s.keyFile()}
		fails(t, "shop", append(append([]string{"key", "add"}, args...), "--type", "consignor", "--name", "shop", "acme")...)
		if list := succeeds(t, "", append([]string{"key", "list"}, args...)...); !strings.Contains(list, d.apiKey) || strings.Contains(list, secret) {
			t.Errorf("list: %s", list)
		}
		succeeds(t, "", append(append([]string{"key", "revoke"}, args...), d.apiKey)...)
		d.do(t, query).refused(401, 401)
		fails(t, d.apiKey, append(append([]string{"key", "revoke"}, args...), d.apiKey)...)
	})
	t.Run("addresses and expiry", func(t *testing.T) {
		for want, more := range map[int][]string{200: {"--addresses", "127.0.0.0/8,::1"}, 401: {"--addresses", "192.0.2.0/24"}} {
			near, _ := s.keyed(t, append(more, "--name", more[1], "lead")...)
			near.trusting = trusting
			if a := near.do(t, query); a.status != want {
				t.Errorf("%v: %.200s", more, a.text)
			}
		}
		old, _ := s.keyed(t, "--days", "-1", "--name", "old", "lead")
		old.trusting = trusting
		old.do(t, query).refused(401, 401)
	})
}

// TestKeysOnPlainConnections: a key that shows its secret where others can read it
// is refused.
func TestKeysOnPlainConnections(t *testing.T) {
	t.Parallel()

	s := demo(t, "postgres")
	d, secret := s.keyed(t, "lead")
	query := call{path: "/api/data/product/query", body: map[string]any{}}
	d.do(t, query).ok()
	d.apiKey += "." + secret
	query.sign = unsigned
	d.do(t, query).refused(401, 401)
	query.headers = map[string]string{"X-Forwarded-Proto": "https"} // of a proxy that nobody trusts
	d.do(t, query).refused(401, 401)
}
