package httpapi

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// compressFrom is the smallest answer worth compressing, in bytes.
const compressFrom = 4096

// compress packs long JSON answers, which floors with a poor network feel. Files
// of the app are packed already, attachments mostly are, and streams must not wait.
func compress() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{
		Level: 3, MinLength: compressFrom,
		Skipper: func(c echo.Context) bool {
			path := c.Request().URL.Path
			return c.Request().Method != http.MethodPost && !strings.HasPrefix(path, "/api/i18n/") && path != "/api/openapi.json"
		},
	})
}
