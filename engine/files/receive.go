package files

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// incoming is the folder of files that arrive; what a crash leaves there goes with
// the next sweep.
const incoming = "incoming"

// sniffed is how much of a file tells its type, in bytes.
const sniffed = 1024

// Received is a file that arrived. It goes with Discard unless Keep's transaction was
// committed.
type Received struct {
	Name      string
	Size      int64 // bytes
	mediaType string
	digest    string
	path      string // "" once it is kept for good or discarded
}

// Receive writes a file down as it arrives and judges what it is, without holding
// it in memory.
//
// A TooLarge fault past MaxSize or the pixels that a picture may have, an
// Unsupported fault for a type that is not accepted, the Unavailable fault
// store.full when the disk is full.
func (s Store) Receive(name string, content io.Reader) (*Received, error) {
	folder := filepath.Join(s.Folder, incoming)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, full(fmt.Errorf("make folder of files: %w", err))
	}
	file, err := os.CreateTemp(folder, "")
	if err != nil {
		return nil, full(fmt.Errorf("receive file: %w", err))
	}
	if err := file.Chmod(0o640); err != nil {
		return nil, errors.Join(fmt.Errorf("receive file: %w", err), file.Close(), os.Remove(file.Name()))
	}
	r := &Received{Name: cleanName(name), path: file.Name()}
	if err := errors.Join(r.take(file, content), file.Close()); err != nil {
		r.Discard()
		return nil, full(err)
	}
	return r, nil
}

// full says so when the disk is full.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.New(fault.Unavailable, store.Full).Because(err)
	}
	return err
}

// take writes the content into the file and judges it.
func (r *Received) take(file *os.File, content io.Reader) (err error) {
	sum := sha256.New()
	if r.Size, err = io.Copy(io.MultiWriter(file, sum), io.LimitReader(content, MaxSize+1)); err != nil {
		return fmt.Errorf("receive file: %w", err)
	}
	if r.Size > MaxSize {
		return fault.New(fault.TooLarge, "file.too_large", "max", MaxSize>>20)
	}
	r.digest = hex.EncodeToString(sum.Sum(nil))
	start := make([]byte, min(r.Size, sniffed))
	if _, err := file.ReadAt(start, 0); err != nil {
		return fmt.Errorf("read received file: %w", err)
	}
	if r.mediaType, err = typeOf(r.Name, start); err != nil {
		return err
	}
	return checkPixels(r.mediaType, io.NewSectionReader(file, 0, r.Size))
}

// Open opens the received bytes.
func (r *Received) Open() (*os.File, error) {
	file, err := os.Open(r.path)
	if err != nil {
		return nil, fmt.Errorf("open received file: %w", err)
	}
	return file, nil
}

// Discard deletes what was received and not kept for good. It may be called more than
// once.
func (r *Received) Discard() {
	if r != nil && r.path != "" {
		_ = os.Remove(r.path)
		r.path = ""
	}
}

// Keep keeps a received file for a user and gives what is known of it. The bytes are
// in their place before the row, so that a row never lacks them. It stays as long as
// a field of a type that holds files or the files of a record name its key (see
// Sweep); a key kept elsewhere does not hold it.
func (s Store) Keep(ctx context.Context, tx *store.Tx, userID int64, r *Received) (File, error) {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return File{}, fmt.Errorf("make file key: %w", err)
	}
	f := File{
		Key: hex.EncodeToString(key), Name: r.Name, MediaType: r.mediaType, Size: r.Size,
		Digest: r.digest, CreatedAt: tx.Now().UnixMilli(), CreatedBy: userID,
	}
	if err := r.moveTo(s.path(f.Key)); err != nil {
		return File{}, full(err)
	}
	tx.AfterCommit(func() { r.path = "" })
	const insert = `insert into file_object (key, name, media_type, size, digest, created_at, created_by) values (?, ?, ?, ?, ?, ?, ?)`
	if _, err := tx.Exec(ctx, insert, f.Key, f.Name, f.MediaType, f.Size, f.Digest, f.CreatedAt, f.CreatedBy); err != nil {
		return File{}, fmt.Errorf("keep file: %w", err)
	}
	return f, nil
}

// moveTo gives received bytes their lasting place, on the disk for good. Until the
// commit they are Discard's still, and may move again when the transaction is
// repeated.
func (r *Received) moveTo(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("make folder of files: %w", err)
	}
	file, err := os.OpenFile(r.path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("open received file: %w", err)
	}
	if err := errors.Join(file.Sync(), file.Close(), os.Rename(r.path, path)); err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	r.path = path
	return nil
}

// dropAbandoned deletes what arrived before a time and was never kept.
func (s Store) dropAbandoned(before time.Time) {
	entries, err := os.ReadDir(filepath.Join(s.Folder, incoming))
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(s.Folder, incoming, e.Name()))
		}
	}
}
