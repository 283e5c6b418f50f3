package files_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

func TestFilesBesideARecord(t *testing.T) {
	c := oneCabinet(t)
	first, second := c.put("1"), c.put("2")
	of, other := files.Record{Table: "item", ID: 1}, files.Record{Table: "item", ID: 2}
	c.write(func(ctx context.Context, tx *store.Tx) error {
		for i, one := range []struct {
			of  files.Record
			key string
		}{{of, first.Key}, {of, second.Key}, {other, first.Key}} {
			if err := c.Attach(ctx, tx, one.of, one.key, 7, int64(i+100)); err != nil {
				return err
			}
		}
		list, err := c.Attachments(ctx, tx, of)
		if err != nil || len(list) != 2 || list[0].Key != second.Key || list[1].Key != first.Key || list[1].At != 100 || list[1].UserID != 7 || list[0].Size != 1 {
			t.Errorf("the newest first: %+v (%v)", list, err)
		}
		if records, err := c.AttachedTo(ctx, tx, first.Key); err != nil || fmt.Sprint(records) != "[{item 1} {item 2}]" {
			t.Errorf("the records of a file: %v (%v)", records, err)
		}
		for about, wrong := range map[string]files.Record{"of another record": other, "of another table": {Table: "order", ID: 1}} {
			if _, err := c.Detach(ctx, tx, wrong, list[0].ID); fault.CodeOf(err) != fault.NotFound || !fault.IsKey(err, "file.unknown") {
				t.Errorf("%s: %v", about, err)
			}
		}
		if name, err := c.Detach(ctx, tx, of, list[0].ID); name != "a.txt" || err != nil {
			t.Errorf("taken away: %q (%v)", name, err)
		}
		if _, err := c.Detach(ctx, tx, of, list[0].ID); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("taken away again: %v", err)
		}
		if left, err := c.Attachments(ctx, tx, of); err != nil || len(left) != 1 || left[0].Key != first.Key {
			t.Errorf("left: %+v (%v)", left, err)
		}
		return nil
	})
}

func TestARecordHasAHundredFilesAtMost(t *testing.T) {
	c := oneCabinet(t)
	f, of := c.put("1"), files.Record{Table: "item", ID: 1}
	c.write(func(ctx context.Context, tx *store.Tx) error {
		for range files.MostAttachments {
			if err := c.Attach(ctx, tx, of, f.Key, 1, 0); err != nil {
				return err
			}
		}
		err := c.Attach(ctx, tx, of, f.Key, 1, 0)
		if got, ok := fault.As(err); !ok || got.Key != "file.too_many" || got.Path != "file" || got.Code != fault.Invalid {
			t.Errorf("one more: %v", err)
		}
		return c.Attach(ctx, tx, files.Record{Table: "item", ID: 2}, f.Key, 1, 0)
	})
}

// TestWhoBringsTooMuchWaits until what he brought is held, or somebody else brings it.
func TestWhoBringsTooMuchWaits(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		c := newCabinet(t, db)
		room := files.Room{Most: 10, Holders: photos}
		bring := func(user int64, size int) (f files.File, err error) {
			r, err := c.Receive("a.txt", strings.NewReader(strings.Repeat("x", size)))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Discard()
			err = c.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				f, err = c.Bring(ctx, tx, user, r, room)
				return err
			})
			return f, err
		}
		if _, err := bring(1, 11); fault.CodeOf(err) != fault.TooMany || !fault.IsKey(err, "file.unheld") {
			t.Errorf("more than there is room for: %v", err)
		}
		first, err := bring(1, 6)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bring(1, 5); fault.CodeOf(err) != fault.TooMany {
			t.Errorf("more than there is room left: %v", err)
		}
		if _, err := bring(1, 4); err != nil {
			t.Errorf("as much as there is room left: %v", err)
		}
		if _, err := bring(2, 10); err != nil {
			t.Errorf("another: %v", err)
		}
		c.put("what the system puts down takes no room of his")
		c.hold(1, first.Key)
		if _, err := bring(1, 6); err != nil {
			t.Errorf("when some is held: %v", err)
		}
		if _, err := bring(1, 1); fault.CodeOf(err) != fault.TooMany {
			t.Errorf("and full again: %v", err)
		}
		if names, _ := c.onDisk(""); len(names) != 5 {
			t.Errorf("%d files are on disk: what was refused is gone", len(names))
		}
	})
}

func TestWhatArrivesIsJudged(t *testing.T) {
	t.Parallel()
	kept := files.Store{Folder: t.TempDir()}
	take := func(name, content string) error {
		r, err := kept.Receive(name, strings.NewReader(content))
		r.Discard()
		r.Discard()
		return err
	}
	lossless := "RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f"
	plain := "RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00\x00\x00\x00"
	tests := []struct {
		about, name, content string
		want                 fault.Code
	}{
		{"nothing", "a.txt", "", 0},
		{"as large as may be", "a.txt", strings.Repeat("x", files.MaxSize), 0},
		{"larger", "a.txt", strings.Repeat("x", files.MaxSize+1), fault.TooLarge},
		{"an office file", "a.XLSX", "PK\x03\x04", 0},
		{"one that is none", "a.xlsx", "hello", 0},
		{"a drawing inside of text", "a.txt", "x <SVG onload=1>", fault.Unsupported},
		{"a script inside of text", "a.txt", "x <script>", fault.Unsupported},
		{"markup behind blanks", "a.txt", " \n <a>", fault.Unsupported},
		{"markup that no browser knows", "a.txt", "<note>x</note>", fault.Unsupported},
		{"a picture that moves", "a.gif", "GIF89a\x01\x00\x01\x00\x00\x00\x00;", 0},
		{"one of no height", "a.gif", "GIF89a\x01\x00\x00\x00\x00\x00\x00;", fault.Unsupported},
		{"a packed text", "a.gz", "\x1f\x8b\x08", 0},
		{"sound", "a.mp3", "ID3\x03", fault.Unsupported},
		{"a sign in a text", "a.txt", "1 < 2", 0},
		{"a lossless picture of one point", "a.webp", lossless + "\x00\x00\x00\x00\x00\x00\x00\x00\x00", 0},
		{"a lossless picture of 16384 by 16384", "a.webp", lossless + "\xff\xff\xff\x0f\x00\x00\x00\x00\x00", fault.TooLarge},
		{"a plain picture", "a.webp", plain + "\x9d\x01\x2a\x10\x00\x10\x00", 0},
		{"a plain picture of 16383 by 4096", "a.webp", plain + "\x9d\x01\x2a\xff\x3f\x00\x10", fault.TooLarge},
		{"a plain picture, enlarged, whose scale is no size", "a.webp", plain + "\x9d\x01\x2a\x10\xc0\x10\xc0", 0},
		{"a plain picture of no points", "a.webp", plain + "\x9d\x01\x2a\x00\x00\x10\x00", fault.Unsupported},
		{"a plain picture without a head", "a.webp", plain + "\x9d\x01\x2b\x10\x00\x10\x00", fault.Unsupported},
		{"a picture of a fourth kind", "a.webp", "RIFF\x00\x00\x00\x00WEBPVP8Z\x00\x00\x00\x00\x2f" + strings.Repeat("\x00", 20), fault.Unsupported},
		{"a picture cut short", "a.webp", lossless, fault.Unsupported},
	}
	for _, tt := range tests {
		if got := fault.CodeOf(take(tt.name, tt.content)); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.about, got, tt.want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(kept.Folder, "*", "*")); err != nil || len(left) != 0 {
		t.Errorf("left are %v (%v)", left, err)
	}
	r, err := kept.Receive(strings.Repeat("é", 201)+"\x7f.txt", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if want := strings.Repeat("é", 196) + ".txt"; r.Name != want {
		t.Errorf("a long name is %q", r.Name)
	}
	var none *files.Received
	none.Discard()
}

// TestATypeIsThatOfTheContent and of a packed one that of its name.
func TestATypeIsThatOfTheContent(t *testing.T) {
	c := oneCabinet(t)
	for _, tt := range []struct{ name, content, want, called string }{
		{"a.xlsx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a.xlsx"},
		{"a.docx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a.docx"},
		{"a.zip", "PK\x03\x04", "application/zip", "a.zip"},
		{"a.xlsx", "hello", "text/plain", "a.xlsx"},
		{"a\t\x1f b.txt", "hello", "text/plain", "a b.txt"},
		{strings.Repeat("x", 196) + ".txt", "hello", "text/plain", strings.Repeat("x", 196) + ".txt"},
	} {
		c.write(func(ctx context.Context, tx *store.Tx) error {
			f, err := c.Put(ctx, tx, 1, tt.name, []byte(tt.content))
			if f.MediaType != tt.want || f.Name != tt.called {
				t.Errorf("%q of %q: %s, %q", tt.name, tt.content, f.MediaType, f.Name)
			}
			return err
		})
	}
}

// TestWhatWasNeverKeptGoes with a sweep a day later, and what failed to be kept at once.
func TestWhatWasNeverKeptGoes(t *testing.T) {
	c := oneCabinet(t)
	r, err := c.Receive("a.txt", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if _, err := c.Sweep(t.Context(), c.db, photos, now, month); err != nil {
		t.Fatal(err)
	}
	if names, _ := c.onDisk("x"); len(names) != 1 {
		t.Errorf("at once there are %v", names)
	}
	if file, err := r.Open(); err != nil {
		t.Error(err)
	} else if err := file.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Sweep(t.Context(), c.db, photos, now.Add(25*time.Hour), month); err != nil {
		t.Fatal(err)
	}
	if names, _ := c.onDisk("x"); len(names) != 0 {
		t.Errorf("a day later there are %v", names)
	}
	if _, err := r.Open(); err == nil {
		t.Error("and it opens")
	}
	err = c.db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "drop table file_attachment"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "drop table file_object"); err != nil {
			return err
		}
		_, err := c.Put(ctx, tx, 1, "a.txt", []byte("x"))
		return err
	})
	if names, _ := c.onDisk("x"); err == nil || len(names) != 0 {
		t.Errorf("without its row (%v) there are %v", err, names)
	}
}

// TestAFileTellsWhatItsMakerSaw of records that it was made from.
func TestAFileTellsWhatItsMakerSaw(t *testing.T) {
	c := oneCabinet(t)
	var f files.File
	c.write(func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = c.PutSeen(ctx, tx, 5, "a.txt", []byte("x"), "item.read item:0")
		return err
	})
	found, err := c.find(f.Key)
	if err != nil || found.Sight != "item.read item:0" || f.Sight != found.Sight || found.CreatedBy != 5 || len(found.Digest) != 64 {
		t.Errorf("found as %+v (%v)", found, err)
	}
	if plain, err := c.find(c.put("y").Key); err != nil || plain.Sight != "" || plain.Sealed {
		t.Errorf("a file from outside: %+v (%v)", plain, err)
	}
}
