package httpapi

import (
	"net"
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
)

// headerAPIKey names the key of another system, which stands in for a session.
const headerAPIKey = "Apikey"

// who finds the session of a call, or what its key stands for.
func (q *request) who() (auth.Session, error) {
	token, key := q.header(headerToken), q.header(headerAPIKey)
	if token == "" && key != "" {
		return q.api.Auth.KeySession(q.ctx, key, q.RealIP(), q.encrypted())
	}
	return q.api.Auth.Session(q.ctx, token, q.header(headerGuid))
}

// encrypted reports whether nobody between could read the call: it came over TLS, to
// this server or to a proxy that it trusts.
func (q *request) encrypted() bool {
	if q.IsTLS() {
		return true
	}
	host, _, err := net.SplitHostPort(q.Request().RemoteAddr)
	if err != nil || q.header("X-Forwarded-Proto") != "https" {
		return false
	}
	peer := net.ParseIP(host)
	for _, network := range q.api.Proxies {
		if network.Contains(peer) {
			return true
		}
	}
	return false
}

// checkKey refuses keys the doors that only persons go through: sessions, their own
// account and page, menus, screens, settings, and who may do what.
func (q *request) checkKey() error {
	if q.session.Key == "" {
		return nil
	}
	closed := q.route.asks.door == backOffice || q.decidesRights()
	for _, start := range []string{"/api/auth/", "/api/account/", "/api/preview/", "/api/home/", "/api/meta/", "/api/settings/"} {
		closed = closed || strings.HasPrefix(q.route.path, start)
	}
	if closed {
		return fault.New(fault.Forbidden, "request.wrong_door")
	}
	return nil
}
