package spool

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Agent is a program at a bench that prints what the server has for its printers.
type Agent struct{ Guid, Name string }

// Call is how an agent begins to ask for labels.
type Call struct {
	Journal  string   `json:"journal"` // that the agent writes on its disk; another one knows nothing of the labels before
	Seq      int64    `json:"seq"`     // higher with each call of the journal
	Holding  []string `json:"holding"` // labels of which the server has not confirmed the end
	Printers []Found  `json:"printers"`
}

// Open are the addresses of the printers that take more labels.
func (c Call) Open() []string {
	var open []string
	for _, f := range c.Printers {
		if f.Room > 0 {
			open = append(open, f.Address)
		}
	}
	return open
}

// Found is a printer that an agent reaches.
type Found struct {
	Address   string `json:"address"` // how the agent reaches it; names it
	Name      string `json:"name"`    // that it has there
	Language  string `json:"language"`
	Condition string `json:"condition"`
	Room      int    `json:"room"` // labels that the agent takes for it now
}

// mostRoom bounds the labels of a printer in one call, and with them the memory.
const mostRoom = 8

// key names one attempt to print a label, for ever: no attempt is printed twice.
func key(label, attempt int64) string { return fmt.Sprintf("%d.%d", label, attempt) }

// readKey takes a key apart; false where it is none.
func readKey(text string) (label, attempt int64, ok bool) {
	id, no, found := strings.Cut(text, ".")
	label, err := strconv.ParseInt(id, 10, 64)
	attempt, errNo := strconv.ParseInt(no, 10, 64)
	return label, attempt, found && err == nil && errNo == nil
}

// Begin takes note of a call of an agent, which will want labels. What was sent to it and
// it does not hold never came to its disk, and waits again.
//
// Conflict: print.agent_stale for a call that a later one of the journal overtook, and for
// an agent whose disk was put back to an earlier state or copied: it must be paired anew.
func (s *Spool) Begin(ctx context.Context, tx *store.Tx, agent Agent, c Call) error {
	s.Ready()
	fresh, err := s.fence(ctx, tx, agent, c)
	if err != nil {
		return err
	}
	if err := s.notePrinters(ctx, tx, agent, c.Printers); err != nil {
		return err
	}
	if fresh {
		return s.disown(ctx, tx, agent)
	}
	return s.takeBack(ctx, tx, agent, c.Holding)
}

// fence lets one call of a journal pass, and those after it; fresh tells of a new journal.
func (s *Spool) fence(ctx context.Context, tx *store.Tx, agent Agent, c Call) (fresh bool, err error) {
	var was struct {
		Journal string `db:"journal"`
		Seq     int64  `db:"seq"`
	}
	err = tx.Get(ctx, &was, "select journal, seq from print_agent where guid = ?"+tx.ForUpdate(), agent.Guid)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = tx.Exec(ctx, "insert into print_agent (guid, journal, seq) values (?, ?, ?)", agent.Guid, c.Journal, c.Seq)
		return false, err
	}
	if err != nil {
		return false, fmt.Errorf("read agent %s: %w", agent.Guid, err)
	}
	if was.Journal == c.Journal && c.Seq <= was.Seq {
		return false, fault.New(fault.Conflict, "print.agent_stale", "agent", agent.Name)
	}
	_, err = tx.Exec(ctx, "update print_agent set journal = ?, seq = ? where guid = ?", c.Journal, c.Seq, agent.Guid)
	return was.Journal != c.Journal, err
}

const withAgent = " where agent_guid = ? and status = 'sent' and ended_at is null"

// disown leaves to persons what the lost journal of an agent may have printed.
func (s *Spool) disown(ctx context.Context, tx *store.Tx, agent Agent) error {
	why, err := fault.Keep(fault.Tell("print.journal_lost", "agent", agent.Name))
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, "update print_label set status = 'unknown', why = ?, ended_at = ?, version = version + 1"+withAgent, why, tx.Now().UnixMilli(), agent.Guid)
	if n > 0 {
		tx.Changed(labelTable)
	}
	return err
}

// takeBack has labels wait again that never came to the disk of the agent.
func (s *Spool) takeBack(ctx context.Context, tx *store.Tx, agent Agent, holding []string) error {
	var sent []struct {
		ID      int64 `db:"id"`
		Attempt int64 `db:"attempt"`
	}
	if err := tx.Select(ctx, &sent, "select id, attempt from print_label"+withAgent+" order by id"+tx.ForUpdate(), agent.Guid); err != nil {
		return fmt.Errorf("read labels of agent %s: %w", agent.Guid, err)
	}
	for _, label := range sent {
		if slices.Contains(holding, key(label.ID, label.Attempt)) {
			continue
		}
		_, err := tx.Exec(ctx, `update print_label set status = case when (select j.status from print_job j where j.id = print_job_id) = 'cancelled' then 'cancelled' else 'waiting' end,
			agent_guid = null, handed_at = null, version = version + 1 where id = ?`, label.ID)
		if err != nil {
			return fmt.Errorf("take label %d back: %w", label.ID, err)
		}
	}
	return nil
}

// notePrinters keeps which printers an agent reaches, and how they are.
func (s *Spool) notePrinters(ctx context.Context, tx *store.Tx, agent Agent, found []Found) error {
	now := tx.Now().UnixMilli()
	for _, f := range found {
		var was struct {
			ID        int64  `db:"id"`
			Condition string `db:"condition"`
		}
		err := tx.Get(ctx, &was, "select id, condition from printer where agent_guid = ? and address = ?", agent.Guid, f.Address)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			err = s.addPrinter(ctx, tx, agent, f)
		case err == nil:
			_, err = tx.Exec(ctx, "update printer set condition = ?, seen_at = ?, agent = ? where id = ?", f.Condition, now, agent.Name, was.ID)
		}
		if err != nil {
			return fmt.Errorf("note printer %s: %w", f.Address, err)
		}
		if was.Condition != f.Condition {
			tx.Changed(printerTable)
		}
	}
	return nil
}

// addPrinter adds a printer under a code that people may change.
func (s *Spool) addPrinter(ctx context.Context, tx *store.Tx, agent Agent, f Found) error {
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	now := tx.Now().UnixMilli()
	code, name := "P"+strconv.FormatInt(id, 10), f.Name
	const insert = `insert into printer (id, version, created_at, updated_at, code, code__fold, name, name__fold, language, dpi, enabled, condition, agent, agent_guid, address, seen_at)
		values (?, 1, ?, ?, ?, ?, ?, ?, ?, '203', ?, ?, ?, ?, ?, ?)`
	_, err = tx.Exec(ctx, insert, id, now, now, code, catalog.Fold(code), name, catalog.Fold(name), f.Language, true, f.Condition, agent.Name, agent.Guid, f.Address, now)
	return err
}

// End is what became of a label at a printer.
type End struct {
	Label string     `json:"label"` // the key that it was handed over by
	State string     `json:"state"` // printed, sent, unknown or failed
	Why   fault.Told `json:"why"`   // it is unknown, or failed
}

// Tell takes in what became of labels. It may be told again: an end that is known, and
// one of an attempt that a person gave up, changes nothing. An agent that finds out
// later what it did not know is believed.
func (s *Spool) Tell(ctx context.Context, tx *store.Tx, agent Agent, ends []End) error {
	var jobs []int64
	for _, end := range ends {
		label, attempt, ok := readKey(end.Label)
		if !ok || !slices.Contains([]string{statePrinted, stateSent, stateUnknown, stateFailed}, end.State) {
			return fault.New(fault.Invalid, "print.no_label", "label", end.Label).On("ends")
		}
		job, err := s.tellOne(ctx, tx, agent, label, attempt, end)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return fmt.Errorf("note the end of label %s: %w", end.Label, err)
		}
		jobs = append(jobs, job)
	}
	return settle(ctx, tx, jobs)
}

func (s *Spool) tellOne(ctx context.Context, tx *store.Tx, agent Agent, label, attempt int64, end End) (job int64, err error) {
	var why any
	if end.Why.Key != "" {
		if why, err = fault.Keep(end.Why); err != nil {
			return 0, err
		}
	}
	err = tx.Get(ctx, &job, `update print_label set status = ?, why = ?, ended_at = ?, version = version + 1 where id = ? and attempt = ? and agent_guid = ?
		and (status = 'sent' and ended_at is null or status = 'unknown') returning print_job_id`,
		end.State, why, tx.Now().UnixMilli(), label, attempt, agent.Guid)
	return job, err
}
