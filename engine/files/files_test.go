package files_test

import (
	"context"
	"encoding/binary"
	"hash/crc32"
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
			{name: "picture", file: "a.png", content: png(t, 4, 4), wantType: "image/png", wantName: "a.png"},
			{name: "as many pixels as may be", file: "a.png", content: png(t, 40_000, 1_000), wantType: "image/png", wantName: "a.png"},
			{name: "too many pixels", file: "a.png", content: png(t, 40_001, 1_000), wantCode: fault.TooLarge},
			{name: "no head behind the first bytes", file: "a.png", content: "\x89PNG\r\n\x1a\n", wantCode: fault.Unsupported},
			{name: "extended web picture", file: "a.webp", content: webp(7_999, 5_000), wantType: "image/webp", wantName: "a.webp"},
			{name: "huge web picture", file: "a.webp", content: webp(8_001, 5_000), wantCode: fault.TooLarge},
			{name: "huge bitmap upside down", file: "a.bmp", content: bmp(8_001, -5_000), wantCode: fault.TooLarge},
			{name: "bitmap", file: "a.bmp", content: bmp(8_000, -5_000), wantType: "image/bmp", wantName: "a.bmp"},
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

// png is the head of a picture; its points are not looked at.
func png(t *testing.T, width, height uint32) string {
	t.Helper()
	head := append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height), 8, 0, 0, 0, 0)
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(head)-4)), head...)
	return "\x89PNG\r\n\x1a\n" + string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(head)))
}

func webp(width, height uint32) string {
	size := func(n uint32) string { return string([]byte{byte(n), byte(n >> 8), byte(n >> 16)}) }
	return "RIFF\x20\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00" + size(width-1) + size(height-1)
}

func bmp(width, height int32) string {
	head := binary.LittleEndian.AppendUint32([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00"), 40)
	head = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(head, uint32(width)), uint32(height))
	return string(append(head, 1, 0, 24, 0))
}
