package app

import (
	"context"
	"errors"
	"io"

	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

// kept gives the jobs of plugins the kept files.
type kept struct{ app *App }

func (k kept) Read(ctx context.Context, key string) ([]byte, error) {
	var f files.File
	err := k.app.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = k.app.files.Find(ctx, tx, key)
		return err
	})
	if err != nil {
		return nil, err
	}
	content, err := k.app.files.Open(f)
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(content)
	return all, errors.Join(err, content.Close())
}

func (k kept) Keep(ctx context.Context, tx *store.Tx, name string, content []byte) (string, error) {
	f, err := k.app.files.Put(ctx, tx, 0, name, content)
	return f.Key, err
}

func (k kept) Erase(ctx context.Context, tx *store.Tx, key string) error {
	return k.app.files.Erase(ctx, tx, files.Holders(k.app.Catalog.Current()), key)
}
