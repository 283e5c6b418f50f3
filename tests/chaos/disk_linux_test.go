package chaos

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/client"
)

// TestAFullDiskIsTold uploads where there is no room: 503 says to repeat with the same
// key, and the repetition keeps the file once.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newServer(t, dsn)
		fill := s.smallDisk(s.folder+"/files", 4<<20)
		s.start()
		device, before := s.signIn(), s.kept()
		content := []byte("%PDF-1.7\n" + strings.Repeat("x", 1<<20))
		upload := func() (key string, err error) {
			var file struct{ Key string }
			err = device.UploadOnce(t.Context(), "the key of this file", "files/upload", nil, "a.pdf", content, &file)
			return file.Key, err
		}
		fill(true)
		for language, words := range sameKey {
			device.Language = language
			_, err := upload()
			wantUnavailable(t, err, words)
		}
		fill(false)
		first, err := upload()
		if err != nil {
			t.Fatalf("with room: %v", err)
		}
		if again, err := upload(); again != first || err != nil {
			t.Errorf("the same call again gives %s (%v), want %s", again, err, first)
		}
		if kept := s.kept() - before; kept != 1 {
			t.Errorf("%d files were kept, want 1", kept)
		}
		s.logTells("there is no room to write")
	})
}

// TestAFullDatabaseDiskIsTold fills the disk of the SQLite file while people work and an
// import runs: writes are 503 and say to repeat with the same key, reading goes on, and
// with room again the same process does everything, once.
func TestAFullDatabaseDiskIsTold(t *testing.T) {
	t.Parallel()
	s := newServer(t, "")
	folder := s.folder + "/small"
	fill := s.smallDisk(folder, 160<<20)
	s.dsn = "sqlite:" + folder + "/wareloom.db"
	s.start()
	device, reader := s.signIn(), s.signIn()
	s.stop()
	s.ageSessions()
	s.start()
	process, crowd := s.process, s.work(t.Context())
	tag := fmt.Sprint("F", time.Now().UnixNano())
	w := &clerk{s.signIn(), s}
	for range 3 {
		time.Sleep(*between)
		fill(true)
		s.refusedForRoom(device, reader, crowd)
		fill(false)
	}
	job := w.importOrders(tag)
	for w.look(job).State == "queued" {
		time.Sleep(5 * time.Millisecond)
	}
	fill(true)
	s.refusedForRoom(device, reader, crowd)
	fill(false)
	crowd.rest()
	if lost, doubled := crowd.look(t); lost != 0 || doubled != 0 {
		t.Errorf("%d documents lost, %d doubled", lost, doubled)
	}
	if done := w.survive(job, 0); done.Data.Created != imported || done.Data.Updated != 0 {
		t.Errorf("the import tells %+v", done)
	}
	if s.process != process || process.ProcessState != nil {
		t.Error("the server was started again")
	}
	t.Logf("%d documents, %d calls sent again", len(crowd.acknowledged), crowd.again)
	s.verify(s.dsn)
	s.logTells("there is no room to write")
}

// ageSessions has the end of every session be due to be moved on.
func (s *server) ageSessions() {
	s.Helper()
	db, err := store.Open(s.Context(), s.dsn, store.Options{})
	if err != nil {
		s.Fatal(err)
	}
	err = db.Write(s.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "update auth_session set expires_at = expires_at - ?", time.Hour.Milliseconds())
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		s.Fatal(err)
	}
}

// refusedForRoom wants writes to be refused in every language, reads to be answered, and
// has the crowd repeat the writes when there is room.
func (s *server) refusedForRoom(device, reader *client.Client, crowd *crowd) {
	s.Helper()
	for language, words := range sameKey {
		device.Language = language
		var err error
		for try := 0; err == nil && try < 1000; try++ { // the log beside the file may have room left for some
			var made struct {
				DocNo string `json:"doc_no"`
			}
			key := fmt.Sprint("full ", time.Now().UnixNano())
			order := crowd.order()
			if err = device.Repeatable(s.Context(), key, "data/sale_order/save", order, &made); err == nil {
				crowd.note(made.DocNo, false)
				continue
			}
			crowd.group.Go(func() {
				crowd.insist(context.Background(), 0, key, "data/sale_order/save", order, &made)
				crowd.note(made.DocNo, false)
			})
		}
		wantUnavailable(s.T, err, words)
		var page struct{ Total int }
		ask := m{"filter": byTag("none"), "size": 20, "total": "exact"}
		if err := reader.Call(s.Context(), "query", "data/sale_order/query", ask, &page); err != nil {
			s.Errorf("reading while the disk is full: %v", err)
		}
	}
}

// smallDisk mounts a disk of its own at a folder, which fill fills, or frees again.
func (s *server) smallDisk(folder string, size int) (fill func(full bool)) {
	s.Helper()
	if err := os.Mkdir(folder, 0o750); err != nil {
		s.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		s.Skipf("this account may not mount a small disk: %v", err)
	}
	s.Cleanup(func() {
		s.kill()
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			s.Error(err)
		}
	})
	return func(full bool) {
		if !full {
			if err := os.Remove(folder + "/ballast"); err != nil {
				s.Fatal(err)
			}
			return
		}
		if err := os.WriteFile(folder+"/ballast", make([]byte, 2*size), 0o600); !errors.Is(err, syscall.ENOSPC) {
			s.Fatalf("the disk is not full: %v", err)
		}
	}
}

// keptFile is the name of a file that is kept.
var keptFile = regexp.MustCompile(`^[0-9a-f]{32}$`)

// kept counts the files that are kept, and wants none on its way.
func (s *server) kept() (n int) {
	s.Helper()
	err := filepath.WalkDir(s.folder+"/files", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !keptFile.MatchString(entry.Name()) {
			s.Errorf("%s is left behind", path)
		}
		n++
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return n
}
