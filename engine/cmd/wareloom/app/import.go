package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/store"
)

// FileImport is a file of this machine on its way in, as the system. What it saves is
// noted in the database until Forget, under what was asked and what the file holds:
// whoever asks the same again goes on behind it.
type FileImport struct {
	app     *App
	ask     exchange.Import
	name    string
	content []byte
	key     string
	parts   int // that were noted
}

// errTwice ends a batch of an import whose parts another process notes.
var errTwice = errors.New("another process imports this file the same way: let it end, and look at what it says")

// OpenImport reads the file.
func (a *App) OpenImport(ask exchange.Import, path string) (*FileImport, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	asked, err := json.Marshal([]any{ask.Mapping, ask.Params, ask.Encoding})
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	digest := sha256.Sum256(append(asked, content...))
	ask.Actor = auth.System("import")
	return &FileImport{app: a, ask: ask, name: filepath.Base(path), content: content, key: hex.EncodeToString(digest[:])}, nil
}

// Run imports what is not in yet, and tells what became of all rows.
func (f *FileImport) Run(ctx context.Context, tell func(done, total int) error) (*exchange.Outcome, error) {
	if f.ask.DryRun {
		return f.app.Exchange.Import(ctx, f.ask, f.name, f.content, tell, nil)
	}
	err := f.app.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "insert into app_import (key, parts, at) values (?, 0, ?) on conflict do nothing", f.key, f.now())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("begin the import: %w", err)
	}
	return f.app.Exchange.Import(ctx, f.ask, f.name, f.content, tell, f)
}

// Saved tells how many records of how many are in; a trial saves none.
func (f *FileImport) Saved(ctx context.Context) (done, total int, err error) {
	if f.ask.DryRun {
		return 0, 0, nil
	}
	parts, err := f.Kept(ctx)
	if err != nil {
		return 0, 0, err
	}
	return exchange.Saved(parts)
}

// Forget ends the import: who asks the same again imports everything anew. A trial has
// nothing to forget.
func (f *FileImport) Forget(ctx context.Context) error {
	if f.ask.DryRun {
		return nil
	}
	return f.app.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "delete from app_import where key = ?", f.key); err != nil {
			return err
		}
		return dropImportParts(ctx, tx)
	})
}

// Keep implements exchange.Keeper. The row of the import lets one process alone note
// the next part, so that no batch is saved twice.
func (f *FileImport) Keep(ctx context.Context, tx *store.Tx, part any) error {
	content, err := json.Marshal(part)
	if err != nil {
		return fmt.Errorf("note what was imported: %w", err)
	}
	held, err := tx.Exec(ctx, "update app_import set parts = parts + 1, at = ? where key = ? and parts = ?", f.now(), f.key, f.parts)
	if err != nil {
		return fmt.Errorf("note what was imported: %w", err)
	}
	if held == 0 {
		return errTwice
	}
	if _, err := tx.Exec(ctx, "insert into app_import_part (key, no, content) values (?, ?, ?)", f.key, f.parts+1, string(content)); err != nil {
		return fmt.Errorf("note what was imported: %w", err)
	}
	tx.AfterCommit(func() { f.parts++ })
	return nil
}

// Kept implements exchange.Keeper.
func (f *FileImport) Kept(ctx context.Context) ([]json.RawMessage, error) {
	var texts []string
	err := f.app.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		texts = nil
		return tx.Select(ctx, &texts, "select content from app_import_part where key = ? order by no", f.key)
	})
	if err != nil {
		return nil, fmt.Errorf("read what was imported: %w", err)
	}
	parts := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		parts[i] = json.RawMessage(text)
	}
	f.parts = len(parts)
	return parts, nil
}

func (f *FileImport) now() int64 { return f.app.config.Now().UnixMilli() }

// pruneImports forgets imports that nobody went on with.
func pruneImports(ctx context.Context, tx *store.Tx, before time.Time) error {
	if _, err := tx.Exec(ctx, "delete from app_import where at < ?", before.UnixMilli()); err != nil {
		return fmt.Errorf("prune imports: %w", err)
	}
	return dropImportParts(ctx, tx)
}

// dropImportParts deletes the parts of imports that are gone.
func dropImportParts(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, "delete from app_import_part where key not in (select key from app_import)"); err != nil {
		return fmt.Errorf("drop parts of imports: %w", err)
	}
	return nil
}
