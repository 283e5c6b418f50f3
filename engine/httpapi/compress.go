package httpapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"
)

// compressFrom is the smallest answer worth compressing, in bytes.
const compressFrom = 4096

// compress packs long JSON answers, which floors with a poor network feel. Files
// of the app are packed already, attachments mostly are, and streams must not wait.
// A short answer never sees the packer, which is dear to set up.
func compress() (echo.MiddlewareFunc, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(3))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
	}
	pack := echo.WrapMiddleware(func(next http.Handler) http.Handler { return wrap(next) })
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		packed := pack(func(c echo.Context) error {
			if err := next(c); err != nil {
				c.Error(err) // before the packer ends with the answer
			}
			return nil
		})
		return func(c echo.Context) error {
			if path := c.Request().URL.Path; c.Request().Method != http.MethodPost && !strings.HasPrefix(path, "/api/i18n/") && path != "/api/openapi.json" {
				return next(c)
			}
			return packed(c)
		}
	}, nil
}
