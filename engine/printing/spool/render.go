package spool

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// JobRender is the kind of jobs that draw more records into a file than a call waits for.
const JobRender = "printing.render"

// Rendering is the argument of such a job.
type Rendering struct {
	printing.Ask
	Table string // of the records, for who reads what the job is about
	Actor auth.Actor
}

// RunRender is the handler of jobs of the kind JobRender: the job's file is what Render would give,
// as the asker may see the records by now.
func (s *Spool) RunRender(ctx context.Context, task *job.Task) error {
	var asked Rendering
	if err := task.Args(&asked); err != nil {
		return err
	}
	var paper *printing.Paper
	var sight string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rights, err := s.rightsOf(ctx, tx, asked.Actor)
		if err != nil {
			return err
		}
		if paper, err = s.RenderFile(ctx, tx, rights, asked.Ask); err != nil {
			return err
		}
		template := rights.Release().Prints[asked.Template]
		sight = rights.Sight(template.Right(), template.Tables(), template.Paths()...)
		return nil
	})
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		kept, err := s.Files.PutSeen(ctx, tx, asked.Actor.UserID, paper.Name, paper.Content, sight)
		task.Attach(kept.Key)
		return err
	})
}

func (s *Spool) rightsOf(ctx context.Context, tx *store.Tx, was auth.Actor) (*access.Rights, error) {
	actor, err := s.Current(ctx, tx, was)
	if err != nil {
		return nil, err
	}
	return s.Access.For(ctx, tx, s.Release(), actor)
}
