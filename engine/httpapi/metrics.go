package httpapi

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// metrics are what /metrics shows.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	signed   *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wareloom_request_seconds", Help: "Time of a call, by route and HTTP status.",
			Buckets: []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
		}, []string{"route", "status"}),
		signed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wareloom_signed_calls_total", Help: "Signed calls, by version of the signature.",
		}, []string{"version"}),
	}
	m.registry.MustRegister(m.requests, m.signed, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe times every call under the pattern of its route.
func (m *metrics) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		m.requests.WithLabelValues(c.Path(), strconv.Itoa(c.Response().Status)).Observe(time.Since(began).Seconds())
		return nil
	}
}

func (m *metrics) handler() echo.HandlerFunc {
	return echo.WrapHandler(promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
}

// byProxy are the headers that a proxy adds: a call that bears one comes from somebody
// else than who connects, who may say so himself.
var byProxy = []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via", "X-Forwarded-Host", "X-Forwarded-Proto"}

// fromHere reports whether this very machine calls, and no proxy on it for another.
func fromHere(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	from := net.ParseIP(host)
	return err == nil && from != nil && from.IsLoopback() &&
		!slices.ContainsFunc(byProxy, func(name string) bool { return r.Header.Get(name) != "" })
}

// inside serves this machine, and whoever shows a good key: figures tell who works
// when.
func (a *API) inside(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if fromHere(c.Request()) {
			return next(c)
		}
		q := &request{Context: c, api: a, ctx: c.Request().Context(), language: a.texts.Language(c.Request().Header.Get("Accept-Language"), "")}
		key := q.header(headerAPIKey)
		if !strings.Contains(key, ".") { // without its secret a key is a name
			return a.refuse(c, a.texts, fault.New(fault.Unauthenticated, "auth.bad_key"), q.language)
		}
		if _, err := a.Auth.KeySession(q.ctx, key, q.RealIP(), q.encrypted()); err != nil {
			return a.refuse(c, a.texts, err, q.language)
		}
		return next(c)
	}
}

// healthy says that the process runs.
func (a *API) healthy(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// ready says whether calls can be served now, and whether it is with less than the site
// says.
func (a *API) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		var one int
		return tx.Get(ctx, &one, "select 1")
	})
	if err != nil {
		a.log.Error("not ready", "error", err)
		return c.String(http.StatusServiceUnavailable, "the database does not answer\n")
	}
	return c.String(http.StatusOK, "ready\n"+a.lacks(ctx))
}

// lacks tells in a line that what is in force is not what the site says.
func (a *API) lacks(ctx context.Context) string {
	if a.Releases.LeavesOut() {
		return "safe: the site's metadata is left out\n"
	}
	if number := a.Releases.Instead(ctx); number != "" {
		return "instead: release " + number + " is not sound with this version, what was in force before it takes its place\n"
	}
	return ""
}
