package files_test

import (
	"context"
	"io"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

func TestPut(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), files.Migrations()); err != nil {
			t.Fatal(err)
		}
		kept := files.Store{Folder: t.TempDir()}
		tests := []struct {
			name, file, content string
			wantType, wantName  string
			wantCode            fault.Code
		}{
			{name: "picture", file: "a.png", content: "\x89PNG\r\n\x1a\n", wantType: "image/png", wantName: "a.png"},
			{name: "its name lies", file: "a.png", content: "%PDF-1.7", wantType: "application/pdf", wantName: "a.png"},
			{name: "a path as name", file: `..\..\etc/发票".txt`, content: "hello", wantType: "text/plain", wantName: "发票.txt"},
			{name: "page", file: "a.txt", content: "<html><script>", wantCode: fault.Unsupported},
			{name: "drawing", file: "a.svg", content: `<svg xmlns="http://www.w3.org/2000/svg"/>`, wantCode: fault.Unsupported},
			{name: "program", file: "a.txt", content: "\x7fELF\x00\x01", wantCode: fault.Unsupported},
		}
		for _, tt := range tests {
			var got files.File
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				got, err = kept.Put(ctx, tx, 1, tt.file, []byte(tt.content))
				return err
			})
			if code := fault.CodeOf(err); code != tt.wantCode {
				t.Errorf("%s: code = %d, want %d (err: %v)", tt.name, code, tt.wantCode, err)
			}
			if err != nil {
				continue
			}
			if got.MediaType != tt.wantType || got.Name != tt.wantName {
				t.Errorf("%s: %s %q, want %s %q", tt.name, got.MediaType, got.Name, tt.wantType, tt.wantName)
			}
			if read := readBack(t, db, kept, got.Key); read != tt.content {
				t.Errorf("%s: read %q, want %q", tt.name, read, tt.content)
			}
		}
	})
}

func readBack(t *testing.T, db *store.DB, kept files.Store, key string) string {
	t.Helper()
	var f files.File
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = kept.Find(ctx, tx, key)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := kept.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	content, err := io.ReadAll(opened)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestFindRefusesPaths(t *testing.T) {
	t.Parallel()

	for _, key := range []string{"", "../../etc/passwd", "ABCDEF", "0123456789abcdef0123456789abcde/"} {
		if _, err := (files.Store{}).Find(t.Context(), nil, key); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("Find(%q) = %v, want not found", key, err)
		}
	}
}
