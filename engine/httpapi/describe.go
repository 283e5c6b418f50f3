package httpapi

import (
	"net/http"

	"github.com/wareloom/wareloom/engine/httpapi/openapi"
)

// describe answers the calls that the caller may make, in OpenAPI.
func (a *API) describe(q *request) (any, error) {
	var calls []openapi.Call
	for _, r := range a.routes() {
		calls = append(calls, openapi.Call{
			Method: r.method, Path: r.path, Summary: r.asks.summary(), Right: r.asks.right, Public: r.asks.door == anybody,
			Upload: r.upload, Plain: r.plain, Writes: r.writes,
			Looks: r.heedsChange() && !r.changes(),
		})
	}
	for path, summary := range map[string]string{
		"/healthz": "the process runs", "/readyz": "calls can be served", "/metrics": "figures for Prometheus",
	} {
		calls = append(calls, openapi.Call{Method: http.MethodGet, Path: path, Summary: summary, Public: true, Plain: true})
	}
	endpoints := make([]openapi.Endpoint, len(a.Endpoints))
	for i, e := range a.Endpoints {
		endpoints[i] = openapi.Endpoint{Plugin: e.Plugin, Name: e.Name, Right: e.Right}
	}
	text, err := encode(openapi.Document(openapi.Caller{Rights: q.rights, Language: q.language, Version: a.Version}, calls, endpoints))
	return plainJSON(text), err
}

// summary says in a few words what bounds the caller.
func (k asks) summary() string {
	switch {
	case k.why != "":
		return k.why
	case k.right != "":
		return "needs " + k.right
	}
	return "needs the right to " + k.verb
}
