package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/text/language"
	"golang.org/x/time/rate"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/public"
	"github.com/wareloom/wareloom/engine/store"
)

// publicPolicy lets a page for strangers run nothing at all.
const publicPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// What a form of a stranger sends at most, in bytes: words, and pictures beside them.
const (
	mostSent     = 64 << 10
	mostPictures = 24 << 20
)

// pictureTime is how long a stranger may take to send pictures.
const pictureTime = 3 * time.Minute

// languageCookie keeps a visitor's language, for the web app too.
const languageCookie = "language"

// Members of a form that are not its fields.
const (
	blockMember = "_block"
	trapMember  = "_url" // a person does not see it, a machine fills it in
)

// paces bound what strangers ask, by address: records that a page finds, so that nobody
// counts them by asking, and forms.
type paces struct {
	asked, sent *middleware.RateLimiterMemoryStore
}

func newPaces() paces {
	pace := func(aMinute float64, burst int) *middleware.RateLimiterMemoryStore {
		return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
			Rate: rate.Limit(aMinute / 60), Burst: burst, ExpiresIn: 10 * time.Minute,
		})
	}
	return paces{asked: pace(30, 30), sent: pace(2, 5)}
}

// guest is a stranger's call at the address of a page, answered in one release.
type guest struct {
	echo.Context
	api     *API
	release *catalog.Release
	texts   *Texts
	visit   public.Visit
	brought map[string]*files.Received // pictures by their field
}

// publicPage answers at the addresses of the release's pages; false at all others.
func (a *API) publicPage(c echo.Context) (bool, error) {
	release := a.Catalog.Current()
	page, named := release.PageAt(c.Request().URL.Path)
	if page == nil {
		return false, nil
	}
	g := &guest{Context: c, api: a, release: release, texts: a.texts.Under(release)}
	g.visit = public.Visit{Page: page, Named: named, Asked: c.QueryParam("q"), Sent: c.QueryParam("sent"), Language: g.speaks()}
	switch c.Request().Method {
	case http.MethodGet, http.MethodHead:
		if to := g.visit.Leads(release); to != "" {
			return true, c.Redirect(http.StatusSeeOther, to+"?lang="+g.visit.Language)
		}
		return true, g.show()
	case http.MethodPost:
		return true, g.send()
	}
	return false, nil
}

// speaks is the language of a visitor: that which he asks for, that which the web app
// keeps, or his browser's.
func (g *guest) speaks() string {
	wishes := []string{g.QueryParam("lang")}
	if kept, err := g.Cookie(languageCookie); err == nil {
		wishes = append(wishes, kept.Value)
	}
	tags, _, _ := language.ParseAcceptLanguage(g.Request().Header.Get("Accept-Language")) // none that are no tags
	for _, tag := range tags {
		base, _ := tag.Base()
		wishes = append(wishes, tag.String(), base.String())
	}
	return g.release.Languages.Choose(wishes...)
}

// word is a text of the product.
func (g *guest) word(key string) string { return g.texts.Word(g.visit.Language, key, nil) }

// show shows the page, or says that there is nothing.
func (g *guest) show() error {
	if (g.visit.Named != "" || g.visit.Asked != "") && !g.passes(g.api.paces.asked) {
		return g.refuse(http.StatusTooManyRequests, "page.too_many")
	}
	body, tag, err := g.page()
	if fault.CodeOf(err) == fault.NotFound {
		return g.refuse(http.StatusNotFound, "page.nothing")
	}
	if err != nil {
		failed := g.api.asFault(g, err)
		return g.say(int(failed.Code), g.word("page.failed"), g.texts.Fault(failed, g.visit.Language))
	}
	if tag != "" {
		g.Response().Header().Set("ETag", tag)
		if g.Request().Header.Get("If-None-Match") == tag {
			g.dress()
			return g.NoContent(http.StatusNotModified)
		}
	}
	status := http.StatusOK
	if g.visit.Refused != nil {
		status = int(g.visit.Refused.Code)
	}
	return g.deliver(status, body)
}

// page makes the page, or takes one that is kept, with its tag. What is for one visitor
// alone has none and is not kept.
func (g *guest) page() (body []byte, tag string, err error) {
	v := &g.visit
	if v.Page.Private() || v.Asked != "" || v.Sent != "" || v.Refused != nil {
		body, err = g.make(g.Request().Context())
		return body, "", err
	}
	key := pageKey{g.release, v.Page.Key, v.Named, v.Language, g.origin()}
	kept, err := g.api.kept.get(g.Request().Context(), key, v.Page, g.api.Now, g.make)
	return kept.body, kept.tag, err
}

// make reads what the page shows and draws it.
func (g *guest) make(ctx context.Context) ([]byte, error) {
	var made *public.Made
	err := g.api.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		made, err = g.api.Pages.Make(ctx, tx, g.release, g.visit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return g.draw(ctx, *made)
}

// origin is where the visitor finds this server.
func (g *guest) origin() string { return g.Scheme() + "://" + g.Request().Host }

// send takes what a form sends, and leads back to the page that says so.
func (g *guest) send() error {
	r := g.Request()
	kind, _, _ := strings.Cut(r.Header.Get(echo.HeaderContentType), ";")
	pictures := kind == echo.MIMEMultipartForm && slices.ContainsFunc(g.visit.Page.Blocks, func(b catalog.PageBlock) bool { return b.Meta.Changes() })
	if !sameOrigin(r) || kind != echo.MIMEApplicationForm && !pictures {
		return g.refuse(http.StatusBadRequest, "page.form_lost")
	}
	if !g.passes(g.api.paces.sent) {
		return g.refuse(http.StatusTooManyRequests, "page.too_many")
	}
	defer g.discard()
	if err := g.read(pictures); err != nil {
		return g.notKept(err)
	}
	if g.visit.Given[trapMember] == "" {
		if err := g.keepAll(); err != nil {
			return g.notKept(err)
		}
		g.brought = nil
	}
	sent := url.Values{"sent": {g.visit.Block}, "lang": {g.visit.Language}}
	return g.Redirect(http.StatusSeeOther, r.URL.EscapedPath()+"?"+sent.Encode())
}

// keepAll makes a record of what was sent, or changes one.
func (g *guest) keepAll() error {
	return g.api.DB.Write(g.Request().Context(), func(ctx context.Context, tx *store.Tx) error {
		if err := g.keepPictures(ctx, tx); err != nil {
			return err
		}
		return g.api.Pages.Send(ctx, tx, g.release, g.visit)
	})
}

// notKept shows the form again with what was refused; what failed otherwise is told so.
func (g *guest) notKept(err error) error {
	switch code := fault.CodeOf(err); {
	case code == fault.NotFound:
		return g.refuse(http.StatusNotFound, "page.nothing")
	case code == fault.TooLarge && g.visit.Block == "":
		return g.refuse(http.StatusRequestEntityTooLarge, "page.form_lost")
	}
	g.visit.Refused = g.api.asFault(g, err)
	return g.show()
}

// sameOrigin reports whether a form was sent from a page of this server.
func sameOrigin(r *http.Request) bool {
	sent := r.Header.Get(echo.HeaderOrigin)
	origin, err := url.Parse(sent)
	return err == nil && (sent == "" || origin.Host == r.Host)
}

func (g *guest) passes(pace *middleware.RateLimiterMemoryStore) bool {
	allowed, err := pace.Allow(g.RealIP())
	return err == nil && allowed
}

// refuse says that the page does not come, and what to do.
func (g *guest) refuse(status int, key string) error {
	return g.say(status, g.word(key), g.word(key+"_help"))
}

// say shows a page of words.
func (g *guest) say(status int, title, words string) error {
	block := public.Block{Kind: meta.BlockText, Paragraphs: []string{words}}
	body, err := g.draw(g.Request().Context(), public.Made{Title: title, About: title, Blocks: []public.Block{block}})
	if err != nil {
		return err
	}
	return g.deliver(status, body)
}

// draw puts a page between its head and its foot.
func (g *guest) draw(ctx context.Context, made public.Made) ([]byte, error) {
	r := g.Request()
	name, err := g.api.setting(ctx, g.release, "system_name")
	if err != nil {
		return nil, err
	}
	frame := public.Frame{
		Made: made, Language: g.visit.Language, Here: r.URL.Path, Origin: g.origin(), Address: g.origin() + r.URL.EscapedPath(),
		Doors: []public.Link{{Title: g.word("login.office"), Address: "/login"}, {Title: g.word("login.portal"), Address: "/user/login"}},
		Words: map[string]string{}, Ways: public.Ways(g.release, g.visit.Language),
		Private: g.visit.Page.Private(),
	}
	frame.Name, _ = name.(string)
	for _, key := range []string{"search", "skip", "pages", "doors", "languages"} {
		frame.Words[key] = g.word("page." + key)
	}
	for _, l := range g.release.Languages {
		frame.Languages = append(frame.Languages, public.Language{Key: l.Key, Name: l.Name, Address: r.URL.EscapedPath() + "?lang=" + l.Key})
	}
	var out bytes.Buffer
	err = frame.Write(&out)
	return out.Bytes(), err
}

// deliver sends a page.
func (g *guest) deliver(status int, body []byte) error {
	g.dress()
	return g.HTMLBlob(status, body)
}

// dress gives the answer what every page has beside its words.
func (g *guest) dress() {
	g.keepLanguage()
	h := g.Response().Header()
	h.Set("Content-Security-Policy", publicPolicy)
	h.Set("Cache-Control", "no-cache")
	if g.visit.Page.Private() {
		h.Set("Cache-Control", "no-store")
	}
	h.Add("Vary", "Accept-Language, Cookie")
}

// keepLanguage has the browser keep a language that was asked for.
func (g *guest) keepLanguage() {
	if g.QueryParam("lang") == g.visit.Language {
		g.SetCookie(&http.Cookie{Name: languageCookie, Value: g.visit.Language, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteStrictMode, Secure: g.IsTLS()})
	}
}
