package httpapi

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// policy lets a page run what this server sent and nothing else. Styles may be
// inline because the component library makes them in the browser; wasm reads bar
// codes; blob shows papers before they are printed.
var policy = strings.Join([]string{
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"font-src 'self' data:",
	"connect-src 'self'",
	"worker-src 'self' blob:",
	"frame-src 'self' blob:",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
}, "; ")

// pageHeaders are what a browser minds where it shows an answer as a page.
var pageHeaders = map[string]string{
	"Content-Security-Policy":    policy,
	"X-Frame-Options":            "DENY",
	"Referrer-Policy":            "same-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Permissions-Policy":         "camera=(self), microphone=(), geolocation=(), payment=(), usb=(self)",
}

// secure sets the headers that every answer carries, and those of pages where one may be
// shown. They would be a fifth of what the first screen weighs if all its parts had them.
func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if c.IsTLS() {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !strings.HasPrefix(c.Request().URL.Path, "/assets/") {
			c.Response().Before(func() { securePage(h) })
		}
		return next(c)
	}
}

// securePage adds what a page needs to an answer that may be one. JSON never is, nor a
// stream of news; a handler that set a stricter policy of its own keeps it.
func securePage(h http.Header) {
	mediaType, _, _ := strings.Cut(h.Get(echo.HeaderContentType), ";")
	if mediaType == echo.MIMEApplicationJSON || mediaType == "text/event-stream" {
		return
	}
	for name, value := range pageHeaders {
		if h.Get(name) == "" {
			h.Set(name, value)
		}
	}
}
