package httpapi

import (
	"context"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cutover"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/public"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
	"github.com/wareloom/wareloom/engine/view"
	"github.com/wareloom/wareloom/engine/weighing"
)

// Deps are what the routes call.
type Deps struct {
	DB        *store.DB
	Catalog   *catalog.Catalog
	Auth      *auth.Auth
	Access    *access.Access
	Query     *query.Query
	Records   *record.Records
	Documents *document.Documents
	Reports   *report.Reports
	Homes     *home.Homes
	Notices   *notice.Notices
	Trail     *trail.Trail
	Settings  *setting.Settings
	Views     *view.Views
	Stations  *station.Service
	Exchange  *exchange.Exchange
	Papers    *printing.Papers
	Scales    *weighing.Scales
	Pages     *public.Pages
	Spool     *spool.Spool
	Releases  *release.Releases
	Endpoints []plugin.Endpoint
	Files     files.Store
	Live      *live.Hub
	Texts     *Texts
	Page      fs.FS  // the built web app
	LinkKey   []byte // seals links to files
	Now       func() time.Time
	Version   string
	Proxies   []*net.IPNet // whose X-Forwarded-For is believed
	Limits    Limits
	Log       *slog.Logger

	// SettingSaved is told after a setting was saved.
	SettingSaved func(ctx context.Context) error
	// Forgot has a letter written to an account that somebody names, whether there is one
	// or not; nil: nothing is written.
	Forgot func(ctx context.Context, tx *store.Tx, userType, account string) error
	// Welcome opens the way in for the person of a new account: by a letter, or by a code
	// that it gives, once.
	Welcome func(ctx context.Context, tx *store.Tx, userID int64, email string) (code string, err error)
	// Cutover tells what keeps the house from going live, in words of a language.
	Cutover func(ctx context.Context, language string) (cutover.Report, error)
	// Topics are what the persons of owners are told about; Letters says that there is a
	// mail server.
	Topics  func() []Topic
	Letters bool
	// FirstAccount makes the first account of an empty database.
	FirstAccount func(ctx context.Context, n NewAccount) error
}

// API answers the calls of the contract.
type API struct {
	Deps
	texts     *Texts
	log       *slog.Logger
	trouble   trouble
	metrics   *metrics
	page      page
	compress  echo.MiddlewareFunc
	endpoints map[string]plugin.Endpoint // by <plugin>/<name>

	anonymous, bodies, uploads *intake
	shares                     shares
	paces                      paces
	kept                       keptPages
}

// New makes the API. It fails when a route declares no right.
func New(d Deps) (*API, error) {
	a := &API{Deps: d, texts: d.Texts, log: d.Log, metrics: newMetrics(), page: page{d.Page}, endpoints: map[string]plugin.Endpoint{}}
	for _, e := range d.Endpoints {
		a.endpoints[e.Plugin+"/"+e.Name] = e
	}
	a.anonymous, a.bodies, a.uploads = newIntakes()
	a.paces = newPaces()
	var err error
	if a.compress, err = compress(); err != nil {
		return nil, err
	}
	return a, checkRoutes(a.routes())
}

// Handler gives the server's handler.
func (a *API) Handler() http.Handler {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = a.address()
	e.HTTPErrorHandler = a.unmatched
	e.Use(a.metrics.observe, secure, a.compress, a.timed)
	for _, r := range a.routes() {
		e.Add(r.method, r.path, a.handler(&r))
	}
	e.GET("/healthz", a.healthy)
	e.GET("/readyz", a.ready)
	e.GET("/metrics", a.inside(a.metrics.handler()))
	return e
}

// timed has a call go by the clock of its server: expressions belong to a release, which
// has none.
func (a *API) timed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.SetRequest(c.Request().WithContext(a.DB.WithClock(c.Request().Context())))
		return next(c)
	}
}

// address tells where a call comes from: the connection, or what a trusted proxy
// says.
func (a *API) address() echo.IPExtractor {
	if len(a.Proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range a.Proxies {
		trusted = append(trusted, echo.TrustIPRange(network))
	}
	return echo.ExtractIPFromXFFHeader(trusted...)
}

// unmatched answers what no route took: a page of the app for a person, else a
// refusal.
func (a *API) unmatched(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if isUnmatched(err) {
		if served, err := a.publicPage(c); served {
			if err != nil {
				a.log.Error("page not shown", "error", err)
			}
			return
		}
		if served, err := a.page.serve(c); served {
			if err != nil {
				a.log.Error("page not served", "error", err)
			}
			return
		}
	}
	if err := a.refuse(c, a.texts, err, a.texts.Language(c.Request().Header.Get("Accept-Language"), "")); err != nil {
		a.log.Debug("answer not sent", "error", err)
	}
}

func isUnmatched(err error) bool {
	wrong, ok := err.(*echo.HTTPError) //nolint:errorlint // the router's own
	return ok && (wrong.Code == http.StatusNotFound || wrong.Code == http.StatusMethodNotAllowed)
}

// setting gives the value of a setting of the system; nil when it is not part of
// the release.
func (a *API) setting(ctx context.Context, release *catalog.Release, key string) (value any, err error) {
	if _, ok := release.Settings[key]; !ok {
		return nil, nil
	}
	err = a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		value, _, err = a.Settings.Effective(ctx, tx, release, key)
		return err
	})
	return value, err
}
