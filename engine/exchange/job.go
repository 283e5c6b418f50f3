package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// RunExport is the handler of jobs of the kind JobExport: the job's file is the
// export.
func (x *Exchange) RunExport(ctx context.Context, task *job.Task) error {
	var ask Export
	if err := task.Args(&ask); err != nil {
		return err
	}
	content, sight, err := x.Export(ctx, ask, func(done int) error { return task.Progress(ctx, int64(done), 0, "") })
	if err != nil {
		return err
	}
	_, err = x.attach(ctx, task, ask.Actor, ask.Table+"."+ask.Format, content, sight)
	return err
}

// large is the size in bytes from which a file's records take so much memory that
// one file at a time is imported; turn is whose it is.
const large = 1 << 20

var turn = make(chan struct{}, 1)

// RunImport is the handler of jobs of the kind JobImport: the job's result is an
// Outcome, its file the rows that are wrong, each with what is wrong with it. A job
// that was killed goes on behind the last batch that it saved. Large files wait for each
// other, and what one took of the memory is given back before the next.
func (x *Exchange) RunImport(ctx context.Context, task *job.Task) error {
	var ask Import
	if err := task.Args(&ask); err != nil {
		return err
	}
	f, err := x.find(ctx, ask.File)
	if err != nil {
		return err
	}
	if f.Size < large {
		return x.importFile(ctx, task, ask, f)
	}
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	err = x.importFile(ctx, task, ask, f)
	debug.FreeOSMemory()
	<-turn
	return err
}

func (x *Exchange) importFile(ctx context.Context, task *job.Task, ask Import, f files.File) error {
	x = x.pinned()
	name, content, err := x.load(f)
	if err != nil {
		return err
	}
	if ask.batch, err = x.batchOf(ctx, task.ID); err != nil {
		return err
	}
	if err := x.noteBatch(ctx, ask, record.Row{"status": beingRead}); err != nil {
		return err
	}
	tell := func(done, total int) error { return task.Progress(ctx, int64(done), int64(total), "") }
	out, err := x.Import(ctx, ask, name, content, tell, task)
	if err != nil {
		return err
	}
	if err := x.close(ctx, task, ask, name, content, out); err != nil {
		return err
	}
	words := fault.Params{"rows": out.Rows, "ok": out.OK, "failed": out.Failed, "rejected": out.Rejected}
	key := "exchange.imported"
	if out.DryRun {
		key = "exchange.tried"
	}
	if err := task.Progress(ctx, int64(out.Rows), int64(out.Rows), x.Word(ask.Language, key, words)); err != nil {
		return err
	}
	return task.Result(out)
}

// close gives the job the rows that are wrong as a file, and says on the row of the file
// what became of it.
func (x *Exchange) close(ctx context.Context, task *job.Task, ask Import, name string, content []byte, out *Outcome) error {
	row := out.row(x.Release().Mappings[ask.Mapping].Meta.Mode)
	if len(out.Errors) > 0 {
		marked, err := x.annotate(ask, name, content, out)
		if err != nil {
			return err
		}
		if row["errors_file"], err = x.attach(ctx, task, ask.Actor, "errors.csv", marked, ""); err != nil {
			return err
		}
	}
	return x.noteBatch(ctx, ask, row)
}

// pinned goes on with the release in force now, whatever comes into force meanwhile.
func (x *Exchange) pinned() *Exchange {
	release, pinned := x.Release(), *x
	pinned.Release = func() *catalog.Release { return release }
	return &pinned
}

// find finds an attachment.
func (x *Exchange) find(ctx context.Context, key string) (f files.File, err error) {
	err = x.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = x.Files.Find(ctx, tx, key)
		return err
	})
	return f, err
}

// load reads an attachment.
func (x *Exchange) load(f files.File) (string, []byte, error) {
	reader, err := x.Files.Open(f)
	if err != nil {
		return "", nil, err
	}
	content, err := io.ReadAll(reader)
	if err := errors.Join(err, reader.Close()); err != nil {
		return "", nil, fmt.Errorf("read %s: %w", f.Name, err)
	}
	return f.Name, content, nil
}

// attach keeps a file of the asker and gives it to the job; sight tells what he saw of
// the records in it, "" for what he brought himself.
func (x *Exchange) attach(ctx context.Context, task *job.Task, asker auth.Actor, name string, content []byte, sight string) (key string, err error) {
	err = x.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		f, err := x.Files.PutSeen(ctx, tx, asker.UserID, name, content, sight)
		key = f.Key
		task.Attach(key)
		return err
	})
	return key, err
}

// annotate writes the rows that are wrong, as they came, with a column that tells
// why.
func (x *Exchange) annotate(ask Import, name string, content []byte, out *Outcome) ([]byte, error) {
	mapping := x.Release().Mappings[ask.Mapping]
	read, err := readSheet(name, content, mapping.Meta.FileFormat, reading{encoding: ask.Encoding})
	if err != nil {
		return nil, err
	}
	why := map[int]string{}
	for _, e := range out.Errors {
		if why[e.Row] != "" {
			why[e.Row] += "; "
		}
		why[e.Row] += e.Message
	}
	t := newCSV(csvShape{})
	if err := t.write(append(texts(read.headers, len(read.headers)), x.Word(ask.Language, "exchange.why", nil))); err != nil {
		return nil, err
	}
	for _, row := range read.rows {
		if why[row.number] == "" {
			continue
		}
		if err := t.write(append(texts(row.cells, len(read.headers)), why[row.number])); err != nil {
			return nil, err
		}
	}
	return t.bytes()
}

// texts are cells that no spreadsheet takes for formulas, as many as there are
// headers.
func texts(cells []string, count int) []any {
	out := make([]any, count)
	for i := range min(count, len(cells)) {
		out[i] = withGuard(cells[i])
	}
	return out
}
