package httpapi

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/fault"
)

// page serves the built web app.
type page struct{ files fs.FS }

// notBuilt is shown when the web app was not built into the server.
const notBuilt = `<!doctype html><meta charset="utf-8"><title>Wareloom</title>
<p>The web app is not part of this build. Run <code>npm ci &amp;&amp; npm run build</code>, then build the server again.</p>`

// serve answers a GET or HEAD that no route matched: a file of the app, or the
// app's page for every address that a person may type. False when neither.
func (p page) serve(c echo.Context) (bool, error) {
	r := c.Request()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false, nil
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name != "" && name != "index.html" && p.has(name) {
		return true, p.file(c, name)
	}
	if !strings.Contains(r.Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		return false, nil
	}
	return true, p.index(c)
}

// has reports whether the app has a file; a packed one beside it is not one of its own.
func (p page) has(name string) bool {
	if name == "placeholder.txt" || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".br") {
		return false
	}
	info, err := fs.Stat(p.files, name)
	return err == nil && !info.IsDir()
}

func (p page) index(c echo.Context) error {
	html, err := fs.ReadFile(p.files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		html = []byte(notBuilt)
	} else if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return c.HTMLBlob(http.StatusOK, html)
}

// packings are how files of the app lie there packed, the smallest first.
var packings = []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// file sends a file, packed as the browser takes it. Names under assets/ change with
// their content and may be kept for ever.
func (p page) file(c echo.Context, name string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Add("Vary", echo.HeaderAcceptEncoding)
	mediaType := mime.TypeByExtension(path.Ext(name))
	if mediaType == "" {
		mediaType = echo.MIMEOctetStream
	}
	for _, packing := range packings {
		if !strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), packing.encoding) {
			continue
		}
		packed, err := p.files.Open(name + packing.ending)
		if err != nil {
			continue // this one lies there plain
		}
		defer packed.Close()
		h.Set(echo.HeaderContentEncoding, packing.encoding)
		return c.Stream(http.StatusOK, mediaType, packed)
	}
	return p.plain(c, name, mediaType)
}

func (p page) plain(c echo.Context, name, mediaType string) error {
	file, err := p.files.Open(name)
	if err != nil {
		return fault.New(fault.NotFound, "request.unknown_route").Because(err)
	}
	defer file.Close()
	return c.Stream(http.StatusOK, mediaType, io.Reader(file))
}
