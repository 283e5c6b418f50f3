package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// sealedEnd is the end of the path of sealed bytes, so that a file is never half of both.
const sealedEnd = ".sealed"

// Seal encrypts the bytes of a file, once and for good. The sealed bytes are in their place
// before the commit, the clear ones go after it.
func (s Store) Seal(ctx context.Context, tx *store.Tx, key string) error {
	f, err := s.Find(ctx, tx, key)
	if err != nil || f.Sealed {
		return err
	}
	clear, err := os.ReadFile(s.path(key))
	if err != nil {
		return fmt.Errorf("read file that is to be sealed: %w", err)
	}
	sealed, err := s.Sealer.Seal(placeOf(key), clear)
	if err != nil {
		return fmt.Errorf("seal file: %w", err)
	}
	if err := s.putSealed(key, sealed); err != nil {
		return full(err)
	}
	if _, err := tx.Exec(ctx, "update file_object set sealed = 1 where key = ?", key); err != nil {
		return fmt.Errorf("note that a file is sealed: %w", err)
	}
	tx.AfterCommit(func() { _ = os.Remove(s.path(key)) })
	return nil
}

// placeOf is what the bytes of a file are sealed for; they open for no other file.
func placeOf(key string) string { return "file." + key }

// putSealed writes sealed bytes into their place, on the disk for good.
func (s Store) putSealed(key string, sealed []byte) error {
	folder := filepath.Join(s.Folder, incoming)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return fmt.Errorf("make folder of files: %w", err)
	}
	file, err := os.CreateTemp(folder, "")
	if err != nil {
		return fmt.Errorf("write sealed file: %w", err)
	}
	_, err = file.Write(sealed)
	err = errors.Join(err, file.Chmod(0o640), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), s.path(key)+sealedEnd)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write sealed file: %w", err), os.Remove(file.Name()))
	}
	return nil
}

// clearBytes are sealed bytes that were opened, read like a file.
type clearBytes struct{ *bytes.Reader }

func (clearBytes) Close() error { return nil }

// openSealed opens a sealed file's bytes. They stay in memory; nothing clear is written.
func (s Store) openSealed(f File) (io.ReadSeekCloser, error) {
	sealed, err := os.ReadFile(s.path(f.Key) + sealedEnd)
	if err != nil {
		return nil, gone(err)
	}
	clear, err := s.Sealer.Open(placeOf(f.Key), sealed)
	if err != nil {
		return nil, fmt.Errorf("open sealed file: %w", err)
	}
	return clearBytes{bytes.NewReader(clear)}, nil
}

// Guards are the fields of a release whose files are sealed.
func Guards(release *catalog.Release) (guards []Holder) {
	for _, h := range Holders(release) {
		if f, _ := release.Tables[h.Table].Field(h.Column); f.Meta.Guarded {
			guards = append(guards, h)
		}
	}
	return guards
}

// SealHeld seals what guarded fields hold and no door sealed as it came, as pictures of an
// earlier version, and deletes clear bytes that a crash left beside sealed ones.
func (s Store) SealHeld(ctx context.Context, db *store.DB, guards []Holder) error {
	var sealed []string
	for _, h := range guards {
		column, open := store.Quote(h.Column), []string{}
		text := "select key from file_object where sealed = 0 and key in (select " + column + " from " + store.Quote(h.Table) + " where " + column + " is not null)"
		err := db.Read(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.Select(ctx, &open, text) })
		if err != nil {
			return fmt.Errorf("look for files to seal: %w", err)
		}
		for _, key := range open {
			if err := db.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return s.Seal(ctx, tx, key) }); err != nil {
				return err
			}
		}
	}
	err := db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &sealed, "select key from file_object where sealed = 1")
	})
	if err != nil {
		return fmt.Errorf("look for sealed files: %w", err)
	}
	for _, key := range sealed {
		_ = os.Remove(s.path(key)) // hardly ever there
	}
	return nil
}

// Erase deletes a file at once, bytes and all, which no field holds any more: for what may
// not be kept. One that something holds stays.
func (s Store) Erase(ctx context.Context, tx *store.Tx, holders []Holder, key string) error {
	if !keyForm.MatchString(key) {
		return nil
	}
	text := "delete from file_object where key = ? and not (" + heldSQL(holders) + ")"
	n, err := tx.Exec(ctx, text, key)
	if err != nil {
		return fmt.Errorf("erase file: %w", err)
	}
	if n > 0 {
		tx.AfterCommit(func() { s.removeBytes(key) })
	}
	return nil
}

// removeBytes deletes a file's bytes, clear and sealed.
func (s Store) removeBytes(key string) {
	_ = os.Remove(s.path(key))
	_ = os.Remove(s.path(key) + sealedEnd)
}
