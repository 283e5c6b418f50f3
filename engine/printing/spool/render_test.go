package spool

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// TestManyRecordsAreDrawnIntoAFile has a job draw one record more than a question takes: the file
// holds all of them in their order, and is its asker's; who lost the right meanwhile gets none.
func TestManyRecordsAreDrawnIntoAFile(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Files = files.Store{Folder: t.TempDir()}
		if err := b.Spool.DB.Migrate(t.Context(), job.Migrations(), files.Migrations()); err != nil {
			t.Fatal(err)
		}
		runner := job.NewRunner(b.Spool.DB, job.Options{})
		runner.Register(job.Kind{Key: JobRender, Run: b.RunRender, Tries: 1})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go runner.Run(ctx)

		ids := make([]int64, printing.MostRecords+1)
		for i := range ids {
			ids[i] = b.items[i%len(b.items)]
		}
		rights := b.person(7, printsItems)
		asked := Rendering{Ask: printing.Ask{Template: "tag", IDs: ids, Format: printing.FormatZPL}, Actor: rights.Actor()}
		done := b.rendered(asked)
		if done.State != job.Done {
			t.Fatalf("the job ended as %s: %s", done.State, done.Failure)
		}
		kept, content := b.fileOf(done)
		if labels := strings.Count(content, "^XA"); labels != len(ids) || !rights.StillSees(kept.Sight) || kept.Sight == "" {
			t.Errorf("%d labels of %d records, for who sees %q", labels, len(ids), kept.Sight)
		}

		b.person(7, looks)
		if done := b.rendered(asked); done.State != job.Dead || !strings.Contains(done.Failure, "right.missing") || done.File != "" {
			t.Errorf("without the right it ended as %+v", done)
		}
	})
}

// rendered asks for a file, and gives the job as it ended.
func (b *bench) rendered(asked Rendering) (ended *job.Job) {
	b.t.Helper()
	var id int64
	b.write(func(ctx context.Context, tx *store.Tx) (err error) {
		id, err = job.Ask(ctx, tx, job.New{Kind: JobRender, Args: asked, CreatedBy: asked.Actor.UserID})
		return err
	})
	for ended == nil || ended.State == job.Waiting || ended.State == job.Running {
		time.Sleep(10 * time.Millisecond)
		b.write(func(ctx context.Context, tx *store.Tx) (err error) {
			ended, err = job.Get(ctx, tx, id)
			return err
		})
	}
	return ended
}

func (b *bench) fileOf(ended *job.Job) (kept files.File, content string) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *store.Tx) (err error) {
		kept, err = b.Files.Find(ctx, tx, ended.File)
		return err
	})
	reader, err := b.Files.Open(kept)
	if err != nil {
		b.t.Fatal(err)
	}
	defer reader.Close()
	text, err := io.ReadAll(reader)
	if err != nil {
		b.t.Fatal(err)
	}
	return kept, string(text)
}
