package plugin

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
)

// JobEvent is a job of a plugin at work.
type JobEvent struct {
	*job.Task
	// Write runs a transaction with the door to records, as the system. Each one is
	// committed by itself; a job may make several, never one inside another.
	Write func(ctx context.Context, do func(ctx context.Context, data Data) error) error
	// Read opens the door to records on a snapshot, through which nothing can be written: a
	// long question keeps nobody from writing.
	Read func(ctx context.Context, do func(ctx context.Context, data Data) error) error
	// Ask asks another house; see remote.Client.Do. Only jobs can, since nobody waits for
	// another house while a transaction is open: it goes between two calls of Write.
	Ask func(ctx context.Context, r Remote) (*Answer, error)
	// Files are the kept files.
	Files Files
}

// WriteDifference makes what is kept agree with what is. The comparison reads a snapshot and
// gives what is to be written, nil where nothing differs; only that waits for other writers and
// keeps them waiting. Where another has written or deleted the same meanwhile, as another run of
// the job does, it is compared once more; what else changed meanwhile is seen the next time.
func (e *JobEvent) WriteDifference(ctx context.Context, compare func(ctx context.Context, data Data) (Write, error)) error {
	err := e.writeDifference(ctx, compare)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.NotFound {
		err = e.writeDifference(ctx, compare)
	}
	return err
}

func (e *JobEvent) writeDifference(ctx context.Context, compare func(ctx context.Context, data Data) (Write, error)) error {
	var write Write
	err := e.Read(ctx, func(ctx context.Context, data Data) (err error) {
		write, err = compare(ctx, data)
		return err
	})
	if err != nil || write == nil {
		return err
	}
	return e.Write(ctx, write)
}

// Write writes through the door to records.
type Write = func(ctx context.Context, data Data) error

// Files gives jobs the files that records name. Who sees a file through a plugin is the
// plugin's business; of a sealed one nobody else is told.
type Files interface {
	// Read gives the bytes of a file. NotFound when there is none.
	Read(ctx context.Context, key string) ([]byte, error)
	// Keep keeps a file and gives its key, which a field of a record must hold in the same
	// transaction. Unsupported for a type that is not kept, TooLarge past the limits.
	Keep(ctx context.Context, tx Tx, name string, content []byte) (key string, err error)
	// Erase deletes a file that nothing holds any more at once, in the transaction.
	Erase(ctx context.Context, tx Tx, key string) error
}

// JobHandler does a job of a plugin; it may be called more than once.
type JobHandler = func(ctx context.Context, e *JobEvent) error
