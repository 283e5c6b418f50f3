package files

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own table.
func Migrations() store.Migrations { return store.Migrations{Owner: "files", FS: migrations} }

// MaxSize is the largest attachment, in bytes.
const MaxSize = 32 << 20

// Store keeps files in a folder that all replicas share.
type Store struct {
	Folder string
	Sealer catalog.Sealer // for the files of guarded fields; their key lies elsewhere
}

// File is what is known of an attachment.
type File struct {
	Key       string `db:"key" json:"key"`
	Name      string `db:"name" json:"name"`
	MediaType string `db:"media_type" json:"type"`
	Size      int64  `db:"size" json:"size"` // bytes
	Digest    string `db:"digest" json:"-"`
	CreatedAt int64  `db:"created_at" json:"-"`
	CreatedBy int64  `db:"created_by" json:"-"`
	Sight     string `db:"sight" json:"-"`  // see PutSeen; "" for what came from outside
	Sealed    bool   `db:"sealed" json:"-"` // see Seal; who opens it says why
}

// accepted are the types that may be kept, as their content shows them. What a
// browser would run (HTML, SVG, scripts) is not among them.
var accepted = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true,
	"application/pdf": true, "application/zip": true, "text/plain": true, "application/x-gzip": true,
}

// officeTypes are zip archives by content and told apart by their name.
var officeTypes = map[string]string{
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// Put keeps a file that is at hand, as Receive and Keep do one that arrives.
func (s Store) Put(ctx context.Context, tx *store.Tx, userID int64, name string, content []byte) (File, error) {
	r, err := s.Receive(name, bytes.NewReader(content))
	if err != nil {
		return File{}, err
	}
	f, err := s.Keep(ctx, tx, userID, r)
	if err != nil {
		r.Discard()
	}
	return f, err
}

// PutSeen is Put for what was made of records: sight tells what its maker saw of them.
func (s Store) PutSeen(ctx context.Context, tx *store.Tx, userID int64, name string, content []byte, sight string) (File, error) {
	f, err := s.Put(ctx, tx, userID, name, content)
	if err != nil {
		return f, err
	}
	if _, err := tx.Exec(ctx, "update file_object set sight = ? where key = ?", sight, f.Key); err != nil {
		return File{}, fmt.Errorf("note what a file was made from: %w", err)
	}
	f.Sight = sight
	return f, nil
}

// keyForm is what Put gives; nothing else ever becomes a path.
var keyForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// Find gives what is known of a file; a NotFound fault when there is none.
func (s Store) Find(ctx context.Context, tx *store.Tx, key string) (File, error) {
	unknown := fault.New(fault.NotFound, "file.unknown")
	if !keyForm.MatchString(key) {
		return File{}, unknown
	}
	var f File
	err := tx.Get(ctx, &f, "select key, name, media_type, size, digest, created_at, created_by, coalesce(sight, '') as sight, sealed = 1 as sealed from file_object where key = ?", key)
	if errors.Is(err, sql.ErrNoRows) {
		return File{}, unknown
	}
	if err != nil {
		return File{}, fmt.Errorf("find file: %w", err)
	}
	return f, nil
}

// Open opens a file's bytes.
func (s Store) Open(f File) (io.ReadSeekCloser, error) {
	if f.Sealed {
		return s.openSealed(f)
	}
	file, err := os.Open(s.path(f.Key))
	if err != nil {
		return nil, gone(err)
	}
	return file, nil
}

// gone tells of bytes that are not there.
func gone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fault.New(fault.NotFound, "file.unknown").Because(err)
	}
	return fmt.Errorf("open file: %w", err)
}

func (s Store) path(key string) string { return filepath.Join(s.Folder, key[:2], key) }

// typeOf tells a file's type by its content.
func typeOf(name string, content []byte) (string, error) {
	mediaType, _, _ := strings.Cut(http.DetectContentType(content), ";")
	if office, ok := officeTypes[strings.ToLower(filepath.Ext(name))]; ok && mediaType == "application/zip" {
		return office, nil
	}
	if !accepted[mediaType] || mediaType == "text/plain" && looksActive(content) {
		return "", fault.New(fault.Unsupported, "file.type", "type", mediaType)
	}
	return mediaType, nil
}

// looksActive finds markup that content detection takes for plain text.
func looksActive(content []byte) bool {
	start := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 1024)]))
	return bytes.HasPrefix(start, []byte("<")) || bytes.Contains(start, []byte("<svg")) || bytes.Contains(start, []byte("<script"))
}

// cleanName keeps the last part of a name, without control characters.
func cleanName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '"' {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 200 {
		name = string(runes[len(runes)-200:])
	}
	return name
}
