package spool

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// Handed is a label in the hands of an agent.
type Handed struct {
	Label   string `json:"label"`   // key of this attempt
	Printer string `json:"printer"` // address
	Type    string `json:"type"`    // media type of the content
	Content []byte `json:"content"`
	Pages   int    `json:"pages"` // labels that come out
}

// due is a label that is handed over, with what draws it.
type due struct {
	ID       int64  `db:"id"`
	Attempt  int64  `db:"attempt"`
	Job      int64  `db:"print_job_id"`
	Template string `db:"template"`
	Record   int64  `db:"record_id"`
	User     int64  `db:"created_by"`
	ByRule   bool   `db:"by_rule"`
	Address  string `db:"address"`
	Format   string `db:"language"`
	DPI      string `db:"dpi"`
	Language string `db:"words"` // that its words are in
	Pages    string `db:"pages"`
	Release  int64  `db:"release_no"` // whose template draws it
}

func (d due) key() string { return key(d.ID, d.Attempt) }

// Due reports whether a label waits for one of the printers that the call is open for,
// of which there must be one.
func (s *Spool) Due(ctx context.Context, tx *store.Tx, agent Agent, c Call) (found bool, err error) {
	err = tx.QueryRow(ctx, "select exists (select 1 "+dueFrom+" and p.address in ?)", agent.Guid, c.Open()).Scan(&found)
	return found, err
}

const dueFrom = `from print_label l join printer p on p.id = l.printer_id join print_job j on j.id = l.print_job_id
	where p.agent_guid = ? and p.enabled and l.status = 'waiting' and j.status = 'open'`

// Hand gives the agent of a call labels that wait for its printers, as they look now. A
// label that cannot be drawn, since its record is gone or who printed it may not any
// more, fails.
//
// Conflict: print.agent_stale once the agent has made another call.
func (s *Spool) Hand(ctx context.Context, agent Agent, c Call) ([]Handed, error) {
	var taken []due
	err := s.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		taken, err = s.take(ctx, tx, agent, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	handed := make([]Handed, 0, len(taken))
	var failed []End
	for _, d := range taken {
		paper, err := s.draw(ctx, d)
		if f, refused := fault.As(err); refused && f.Code != fault.Unavailable {
			failed = append(failed, End{Label: d.key(), State: stateFailed, Why: fault.Told{Key: f.Key, Params: f.Params}})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("draw label %s: %w", d.key(), err)
		}
		handed = append(handed, Handed{Label: d.key(), Printer: d.Address, Type: paper.Type, Content: named(d, paper), Pages: paper.Pages})
	}
	if len(failed) == 0 {
		return handed, nil
	}
	return handed, s.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return s.Tell(ctx, tx, agent, failed) })
}

// take marks labels as sent to the agent, if no later call of it has come.
func (s *Spool) take(ctx context.Context, tx *store.Tx, agent Agent, c Call) (taken []due, err error) {
	var seq int64
	err = tx.Get(ctx, &seq, "select seq from print_agent where guid = ? and journal = ?"+tx.ForUpdate(), agent.Guid, c.Journal)
	if errors.Is(err, sql.ErrNoRows) || err == nil && seq != c.Seq {
		return nil, fault.New(fault.Conflict, "print.agent_stale", "agent", agent.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("read agent %s: %w", agent.Guid, err)
	}
	for _, f := range c.Printers {
		more, err := s.takeFor(ctx, tx, agent, f)
		if err != nil {
			return nil, err
		}
		taken = append(taken, more...)
	}
	if len(taken) > 0 {
		tx.Changed(labelTable)
	}
	return taken, nil
}

// takeFor marks labels of one printer.
func (s *Spool) takeFor(ctx context.Context, tx *store.Tx, agent Agent, f Found) (taken []due, err error) {
	if f.Room <= 0 {
		return nil, nil
	}
	text := `select l.id, l.attempt, l.print_job_id, l.template, l.record_id, coalesce(l.created_by, 0) as created_by, coalesce(j.by_rule, false) as by_rule, p.address, p.language, p.dpi, j.language as words, coalesce(j.pages, '') as pages, j.release_no ` +
		dueFrom + " and p.address = ? order by l.id limit " + strconv.Itoa(min(f.Room, mostRoom)) + tx.ForUpdate("l")
	if err := tx.Select(ctx, &taken, text, agent.Guid, f.Address); err != nil {
		return nil, fmt.Errorf("read labels for agent %s: %w", agent.Guid, err)
	}
	for _, d := range taken {
		_, err := tx.Exec(ctx, "update print_label set status = 'sent', agent_guid = ?, handed_at = ?, version = version + 1 where id = ? and status = 'waiting'",
			agent.Guid, tx.Now().UnixMilli(), d.ID)
		if err != nil {
			return nil, fmt.Errorf("hand label %d over: %w", d.ID, err)
		}
	}
	return taken, nil
}

// draw draws a label by the rights that who printed it has by now, and by the template of
// the release that its job names, so that a job is all of one look whatever is published
// meanwhile.
func (s *Spool) draw(ctx context.Context, d due) (paper *printing.Paper, err error) {
	dpi, err := strconv.Atoi(d.DPI)
	if err != nil {
		return nil, fmt.Errorf("resolution of a printer: %w", err)
	}
	release, err := s.Past(ctx, d.Template, d.Release)
	if err != nil {
		return nil, fmt.Errorf("read %s of release %d: %w", d.Template, d.Release, err)
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rights, err := s.rights(ctx, tx, release, d)
		if err != nil {
			return err
		}
		paper, err = s.Render(ctx, tx, rights, printing.Ask{Template: d.Template, IDs: []int64{d.Record}, Format: d.Format, DPI: dpi, Language: d.Language, Pages: d.Pages})
		return err
	})
	return paper, err
}

// rights are those of who printed; what an action prints is drawn as the system sees it,
// since the right to act was checked.
func (s *Spool) rights(ctx context.Context, tx *store.Tx, release *catalog.Release, d due) (*access.Rights, error) {
	actor, err := s.Current(ctx, tx, auth.Actor{UserID: d.User})
	if err != nil {
		return nil, err
	}
	if d.ByRule {
		actor.System = "printing"
	}
	return s.Access.For(ctx, tx, release, actor)
}

// named writes the key into each label of ZPL as a comment, so that what lies in a
// printer, or in its simulator, can be told apart. What others drew stays as it is.
func named(d due, paper *printing.Paper) []byte {
	if d.Format != printing.FormatZPL || paper.AsItIs {
		return paper.Content
	}
	return bytes.ReplaceAll(paper.Content, []byte("^XA"), []byte("^XA^FX "+d.key()+"^FS"))
}
