package job

import (
	"context"
	"log/slog"
	"time"
)

// Options tune a Runner. The zero value is right for production.
type Options struct {
	Workers int           // jobs at once; default 4
	Poll    time.Duration // between looks for due jobs; default 500 ms
	Lease   time.Duration // how long a dead runner's job is left alone; default 30 s
	Grace   time.Duration // how long running jobs may finish when the runner stops; default 20 s
	Log     *slog.Logger  // default slog.Default()

	// Changed hears of every job of this runner whose state or progress changed, with
	// the user who asked for it (0 is the system) and whether it may have ended, after
	// the commit. It must not block.
	Changed func(id, createdBy int64, ended bool)

	// Word tells a handler's failure in words for people, where it knows what is behind it;
	// any other stays as it is. By default all do.
	Word func(ctx context.Context, failed error) error
}

func (o Options) withDefaults() Options {
	or := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	or(&o.Poll, 500*time.Millisecond)
	or(&o.Lease, 30*time.Second)
	or(&o.Grace, 20*time.Second)
	if o.Workers <= 0 {
		o.Workers = 4
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Word == nil {
		o.Word = func(_ context.Context, failed error) error { return failed }
	}
	return o
}
