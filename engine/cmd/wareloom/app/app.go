package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/engine/mailing"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/public"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/release/impact"
	"github.com/wareloom/wareloom/engine/remote"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
	"github.com/wareloom/wareloom/engine/view"
	"github.com/wareloom/wareloom/engine/weighing"
)

// Config is what an App is made of.
type Config struct {
	DSN     string
	Master  auth.MasterKey
	Files   string // folder of attachments
	Cache   string // folder of what can be made again; "": none
	Page    fs.FS  // the built web app
	Product Product
	Version string
	Proxies []*net.IPNet
	Near    []string   // addresses around that jobs may call; see remote.New
	Mail    *mail.Post // nil: no letters are sent
	Limits  httpapi.Limits

	// FindKey finds Master where it is not given, before anything is made in the
	// database; there tells whether that holds something.
	FindKey   func(ctx context.Context, there bool) (auth.MasterKey, error)
	Downgrade bool // serve a database that a newer version wrote
	Safe      bool // leave the site's metadata out, to mend it
	NewKey    bool // the key of the database is lost, and Master takes its place

	Effort auth.Effort      // of new hashes of passwords; the zero Effort is the least
	Log    *slog.Logger     // default slog.Default()
	Now    func() time.Time // default time.Now

	// Tap sees every statement before it runs. For tests.
	Tap func(sql string, args []any)
}

// App is the whole server, put together and not yet listening.
type App struct {
	DB        *store.DB
	Catalog   *catalog.Catalog
	Auth      *auth.Auth
	changes   *auth.Changes
	notices   *notice.Notices
	trail     *trail.Trail
	acting    station.Acting // what the flow of stations without a plugin works with
	Access    *access.Access
	Query     *query.Query
	Records   *record.Records
	chain     *record.Chain
	Documents *document.Documents
	Reports   *report.Reports
	Settings  *setting.Settings
	Stations  *station.Service
	Exchange  *exchange.Exchange
	Jobs      *job.Runner
	remote    *remote.Client
	Releases  *release.Releases
	Live      *live.Hub
	API       *httpapi.API

	config  Config
	plugins *plugin.Registrar
	reader  *meta.Reader
	draft   *release.Draft // that the start puts in force
	log     *slog.Logger
	zone    zone
	texts   *httpapi.Texts
	spool   *spool.Spool
	files   files.Store
	relay   *live.Relay

	published chan struct{} // another process put a release in force
}

// New opens the database, brings it up to date with the product and puts the
// server together. The error names everything that is wrong with the product.
func New(ctx context.Context, c Config) (*App, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	first := func(ctx context.Context, there bool) (err error) {
		if c.FindKey != nil {
			c.Master, err = c.FindKey(ctx, there)
		}
		return err
	}
	db, err := store.Open(ctx, c.DSN, store.Options{Log: c.Log, Tap: c.Tap, Now: c.Now, Version: c.Version, Downgrade: c.Downgrade, First: first})
	if err != nil {
		return nil, err
	}
	a := &App{DB: db, Live: &live.Hub{}, remote: remote.New(c.Near...), config: c, log: c.Log}
	if err := db.Alone(ctx, a.build); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

// Close writes what was noted and closes the database.
func (a *App) Close() error {
	return errors.Join(a.trail.Flush(context.Background()), a.DB.Close())
}

// build makes the parts in the order in which they need each other.
func (a *App) build(ctx context.Context) error {
	for _, step := range []struct {
		what string
		do   func(ctx context.Context) error
	}{
		{"migrate", a.migrate},
		{"look at the master key", a.checkKey},
		{"register plugins", a.register},
		{"compile the product", a.compile},
		{"change the tables", a.alter},
		{"put the parts together", a.assemble},
	} {
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	a.mend(ctx)
	return nil
}

// migrate brings the engine's own tables up to date.
func (a *App) migrate(ctx context.Context) error { return a.DB.Migrate(ctx, ownTables()...) }

// ownTables are the migrations of the engine's own tables.
func ownTables() []store.Migrations {
	return []store.Migrations{
		release.Migrations(), migrations(), job.Migrations(), auth.Migrations(), record.Migrations(),
		query.Migrations(), ddl.Migrations(), files.Migrations(), home.Migrations(), notice.Migrations(), mailing.Migrations(), spool.Migrations(), setting.Migrations(), view.Migrations(), station.Migrations(), trail.Migrations(),
	}
}

// register makes what plugins and expressions refer to, and registers the
// plugins. Auth is told the user types once there is a release.
func (a *App) register(context.Context) (err error) {
	a.Settings = setting.New(a.config.Now)
	a.changes = &auth.Changes{Told: a.Live.Recheck}
	a.relay = &live.Relay{DB: a.DB, Hub: a.Live, Self: auth.NewID(), Log: a.log}
	a.relay.Start()
	a.notices = &notice.Notices{Live: a.Live, Now: a.config.Now}
	a.trail = &trail.Trail{DB: a.DB, Now: a.config.Now, Log: a.log}
	a.Auth = auth.New(a.DB, auth.Options{
		Master: a.config.Master, UserTypes: a.userTypes, Place: a.workingPlace, Now: a.config.Now, Log: a.log, Effort: a.config.Effort, Changes: a.changes,
	})
	a.spool = &spool.Spool{DB: a.DB, Release: func() *catalog.Release { return a.Catalog.Current() }, Past: a.pastPrint, Current: a.Auth.Current}
	a.Exchange = new(exchange.Exchange) // assemble fills it in
	a.plugins, err = a.config.Product.register(account{a.Auth, a}, notifier{a.notices, a.config.Mail != nil}, counter{&a.acting}, printer{a.spool}, importer{a.Exchange})
	return err
}

func (a *App) workingPlace() *meta.WorkingPlace { return a.Catalog.Current().Model.WorkingPlace() }

func (a *App) userTypes() []meta.UserType {
	var types []meta.UserType
	for _, t := range a.Catalog.Current().Model.UserTypes() {
		types = append(types, *t)
	}
	return types
}

// assemble makes everything that works on the tables.
func (a *App) assemble(ctx context.Context) (err error) {
	a.endDisabled()
	a.endOwned()
	a.DB.OnChange(a.tellTable)
	a.Access = access.New(a.log, a.changes)
	if err := a.readZone(ctx); err != nil {
		return err
	}
	a.Query = query.New(a.DB, query.Options{Zone: a.zone.of})
	a.Records = record.New(a.Access, a.Settings, a.plugins.SaveHooks, a.config.Now)
	a.chain = &record.Chain{DB: a.DB, Now: a.config.Now}
	a.spool.Papers, a.spool.Access, a.spool.Records, a.spool.Act = a.papers(), a.Access, a.Records, a.follow
	a.Reports = &report.Reports{Query: a.Query, Zone: a.zone.of, Now: a.config.Now}
	texts := httpapi.NewTexts(a.Catalog)
	a.texts = texts
	a.files = files.Store{Folder: a.config.Files, Sealer: a.config.Master}
	a.spool.Files = a.files
	if err := a.makeDocuments(texts); err != nil {
		return err
	}
	a.acting.Query, a.acting.Documents = a.Query, a.Documents
	scales := &weighing.Scales{Stand: a.spool.StandOf}
	a.Stations = &station.Service{
		DB: a.DB, Flows: a.plugins.Flows, Data: a.Documents.Open, Records: a.Records, Translate: wordsOf(texts), Now: a.config.Now, Query: a.Query,
		Vouch: a.Auth.Vouch, Rights: a.Access.For, Weigh: scales.Take,
	}
	*a.Exchange = exchange.Exchange{
		DB: a.DB, Release: a.Catalog.Current, Access: a.Access, Query: a.Query, Records: a.Records, Files: a.files,
		Word: texts.Word, Told: texts.Told, Fault: texts.Fault, Act: a.follow, Zone: a.zone.of,
		Current: a.Auth.Current,
	}
	if err := a.makeJobs(ctx); err != nil {
		return err
	}
	pages := &public.Pages{Query: a.Query, Records: a.Records, Zone: a.zone.of, Word: texts.Fault}
	a.API, err = httpapi.New(httpapi.Deps{
		DB: a.DB, Now: a.config.Now, Catalog: a.Catalog, Auth: a.Auth, Access: a.Access, Query: a.Query, Records: a.Records, Documents: a.Documents,
		Reports: a.Reports, Homes: &home.Homes{Query: a.Query, Reports: a.Reports, Public: newestOf(pages)}, Notices: a.notices, Trail: a.trail, Settings: a.Settings, Views: view.New(a.config.Now), Stations: a.Stations, Exchange: a.Exchange, Papers: a.spool.Papers, Pages: pages, Spool: a.spool, Scales: scales, Releases: a.Releases, Endpoints: a.plugins.Endpoints, Files: a.files,
		Forgot: a.forgot, Welcome: a.welcome, Cutover: a.Cutover, Topics: a.topics, Letters: a.config.Mail != nil, Live: a.Live, Texts: texts, Page: a.config.Page, LinkKey: a.config.Master.Derive("file link"), Version: a.config.Version,
		Proxies: a.config.Proxies, Limits: a.config.Limits, Log: a.log, FirstAccount: a.firstAccount,
		SettingSaved: a.readZone,
	})
	return err
}

// makeDocuments makes what takes actions, and what weighs releases by them.
func (a *App) makeDocuments(texts *httpapi.Texts) (err error) {
	a.Documents, err = document.New(document.Parts{
		DB: a.DB, Access: a.Access, Records: a.Records, Query: a.Query, Settings: a.Settings, Hooks: a.plugins.ActHooks,
		Effects: a.plugins.Effects, Current: a.Auth.Current, Report: a.reportOutcomes(texts),
	})
	a.Releases.Weigher = &impact.Weigher{
		DB: a.DB, Access: access.New(slog.New(slog.DiscardHandler), a.changes), Documents: a.Documents, Current: a.Auth.Current,
	}
	return err
}

// Run does the work that nobody waits for, until the context ends.
func (a *App) Run(ctx context.Context) {
	go a.purge(ctx)
	go a.trail.Run(ctx)
	go a.watchZone(ctx)
	go a.relay.Run(ctx)
	go a.watch(ctx)
	go a.hear(ctx)
	go a.tellUpgrade(ctx)
	a.Jobs.Run(ctx)
}

// hear takes in what other processes on the database tell.
func (a *App) hear(ctx context.Context) {
	heard := func(channel, text string) {
		switch channel {
		case live.Channel:
			a.relay.Heard(text)
		case release.Channel:
			a.lookForRelease()
		default:
			a.changes.Heard()
		}
	}
	a.DB.Listen(ctx, []string{live.Channel, auth.ChangesChannel, release.Channel}, heard, a.changes.Heard)
}
