package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
)

// writeTemplates writes the templates of what a house fills before it goes live into a
// folder, and lists them in the order in which they are loaded.
func writeTemplates(ctx context.Context, a *app.App, folder, language string, out io.Writer) error {
	list, err := a.Exchange.Templates(ctx, language, auth.System("templates"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for _, f := range list {
		path := filepath.Join(folder, f.Name)
		if err := os.WriteFile(path, f.Content, 0o640); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, path); err != nil {
			return err
		}
	}
	return nil
}
