package app_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/store"
)

// TestOneProcessImportsAFile has two begin the same import: what the second would save
// again is refused, and it goes on once it has looked at what is in.
func TestOneProcessImportsAFile(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		file := filepath.Join(t.TempDir(), "items.csv")
		if err := os.WriteFile(file, []byte("code\nA\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		first, second := begun(t, s, file), begun(t, s, file)
		if err := keep(t, s, first); err != nil {
			t.Fatal(err)
		}
		if err := keep(t, s, second); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("the second one notes its part: %v", err)
		}
		if parts, err := second.Kept(t.Context()); err != nil || len(parts) != 1 {
			t.Errorf("%d parts are in, want 1: %v", len(parts), err)
		}
		if err := keep(t, s, second); err != nil {
			t.Errorf("one that knows what is in goes on: %v", err)
		}
	})
}

// begun is an import of a file that has looked at what is in.
func begun(t *testing.T, s *apptest.Server, file string) *app.FileImport {
	t.Helper()
	made, err := s.OpenImport(exchange.Import{Mapping: "none"}, file)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = made.Run(t.Context(), func(int, int) error { return nil }) // it begins, and its mapping is unknown
	if _, err := made.Kept(t.Context()); err != nil {
		t.Fatal(err)
	}
	return made
}

func keep(t *testing.T, s *apptest.Server, f *app.FileImport) error {
	t.Helper()
	return s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return f.Keep(ctx, tx, "part") })
}
