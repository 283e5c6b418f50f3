package spool

import (
	"cmp"
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// PrintEffect is the rule of an action: it prints a record, that of the document unless id
// names another, at the printer that is named or at the workstation of who acts, or of the
// user that is named. Who stands at none prints nothing, unless must says that this refuses the action.
//
// Invalid: print.nowhere, print.no_paper, print.printer_disabled under must. NotFound: print.unknown.
func (s *Spool) PrintEffect(ctx context.Context, e *document.EffectEvent, batch []record.Row) error {
	for i, element := range batch {
		user := cmp.Or(record.Int(element, "user"), e.Actor.UserID)
		rights, err := s.printsFor(ctx, e, user)
		if err != nil {
			return err
		}
		if rights == nil {
			continue
		}
		stand, err := s.StandOf(ctx, e.Tx, user)
		if err != nil {
			return err
		}
		if err := s.printOne(ctx, e, rights, element, e.Heads[min(i, len(e.Heads)-1)], stand); err != nil {
			return err
		}
	}
	return nil
}

// printsFor are the rights of the system under the name of who is printed for: of who acts,
// or of another person, as where a job goes on with what he began. nil when he is gone.
func (s *Spool) printsFor(ctx context.Context, e *document.EffectEvent, user int64) (*access.Rights, error) {
	if user == e.Actor.UserID {
		return e.Rights, nil
	}
	actor, err := s.Current(ctx, e.Tx, auth.Actor{UserID: user})
	if fault.CodeOf(err) == fault.Denied {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	own, _ := actor.Values["language"].(string)
	actor.System, actor.Language = "printing", cmp.Or(own, e.Actor.Language)
	return s.Access.For(ctx, e.Tx, e.Rights.Release(), actor)
}

func (s *Spool) printOne(ctx context.Context, e *document.EffectEvent, rights *access.Rights, element, head record.Row, stand *Stand) error {
	o := Order{Template: record.Text(element, "template"), Copies: max(int(record.Int(element, "copies")), 1), Reason: record.Text(element, "reason"), rule: true}
	o.IDs = []int64{record.ID(element)}
	if o.IDs[0] == 0 {
		o.IDs[0] = record.ID(head)
	}
	template, ok := e.Rights.Release().Prints[o.Template]
	if !ok {
		return fault.New(fault.NotFound, "print.unknown", "key", o.Template)
	}
	must, _ := element["must"].(bool)
	var err error
	switch printer := record.Int(element, "printer"); {
	case printer != 0:
		o.to, err = s.enabled(ctx, e.Tx, printer)
	case stand != nil && stand.ID != 0:
		o.to, err = s.at(ctx, e.Tx, template, stand.ID)
	case must:
		return fault.New(fault.Invalid, "print.nowhere")
	default:
		return nil
	}
	if err != nil {
		if _, refused := fault.As(err); refused && !must { // a bench without this paper goes on working
			return nil
		}
		return err
	}
	if o.Reason == "" {
		o.Reason = e.Action
	}
	_, err = s.Print(ctx, e.Tx, rights, o)
	return err
}

// CancelEffect cancels the labels of print jobs that no agent has yet.
func (s *Spool) CancelEffect(ctx context.Context, e *document.EffectEvent, _ []record.Row) error {
	for _, head := range e.Heads {
		const text = "update print_label set status = 'cancelled', ended_at = ?, version = version + 1 where print_job_id = ? and status = 'waiting'"
		if _, err := e.Tx.Exec(ctx, text, e.Tx.Now().UnixMilli(), record.ID(head)); err != nil {
			return fmt.Errorf("cancel labels of job %d: %w", record.ID(head), err)
		}
	}
	e.Tx.Changed(labelTable)
	return nil
}

// SettleEffect brings jobs up to date with labels that a person decided on. The state of
// a label changes after its effects, so that is done before the commit.
func (s *Spool) SettleEffect(_ context.Context, e *document.EffectEvent, _ []record.Row) error {
	var jobs []int64
	for _, head := range e.Heads {
		jobs = append(jobs, record.Int(head, "print_job_id"))
	}
	e.Tx.BeforeCommit(func(ctx context.Context) error { return settle(ctx, e.Tx, jobs) })
	return nil
}
