package mailing

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the package's own table.
func Migrations() store.Migrations { return store.Migrations{Owner: "mailing", FS: files} }

// How often a letter comes.
const (
	Daily   = "daily"
	Weekly  = "weekly"  // Day is 1 for Monday to 7
	Monthly = "monthly" // Day is that of the month; the last one where it has fewer
)

// What became of a letter.
const (
	Sent    = "sent"
	Empty   = "empty"   // sent; there were no figures
	Large   = "large"   // sent with the way to the report in place of files
	Refused = "refused" // not sent: the reader may not have it, or has no address
	Failed  = "failed"  // not sent yet, or not at all: the mail server did not take it
)

// Mailing is one report for one reader on a timetable. Times are unix milliseconds; 0 is
// never.
type Mailing struct {
	ID       int64  `db:"id"`
	Report   string `db:"report"`
	Params   string `db:"params"` // JSON, as the report is asked
	UserID   int64  `db:"user_id"`
	Language string `db:"language"`
	Formats  string `db:"formats"` // joined by a comma
	Every    string `db:"every"`
	Day      int    `db:"day"`
	Hour     int    `db:"hour"` // 0 to 23, where the house is
	MadeBy   int64  `db:"made_by"`
	Paused   bool   `db:"paused"`
	DueAt    int64  `db:"due_at"`
	LastAt   int64  `db:"last_at"`
	Result   string `db:"last_result"`
	Failure  string `db:"last_failure"` // JSON {key, params}; "" is none
}

const columns = "id, report, params, user_id, language, formats, every, day, hour, made_by, paused <> 0 as paused, due_at, last_at, last_result, last_failure"

// MostOfUser is how many mailings one reader has at most.
const MostOfUser = 50

// Check refuses a timetable that is none.
func (m Mailing) Check() error {
	lastDay, known := map[string]int{Daily: 0, Weekly: 7, Monthly: 31}[m.Every]
	switch {
	case !known:
		return invalid("every")
	case m.Every != Daily && (m.Day < 1 || m.Day > lastDay):
		return invalid("day")
	case m.Hour < 0 || m.Hour > 23:
		return invalid("hour")
	}
	return nil
}

func invalid(field string) error { return fault.New(fault.Invalid, "mailing.wrong").On(field) }

// Next is the first time of the timetable after a moment, in the zone of the house.
func (m Mailing) Next(after time.Time, zone *time.Location) time.Time {
	day := after.In(zone)
	for {
		at := time.Date(day.Year(), day.Month(), day.Day(), m.Hour, 0, 0, 0, zone)
		if at.After(after) && m.on(at) {
			return at
		}
		day = time.Date(day.Year(), day.Month(), day.Day()+1, 12, 0, 0, 0, zone)
	}
}

// on reports whether a letter comes on a day.
func (m Mailing) on(day time.Time) bool {
	switch m.Every {
	case Weekly:
		return int(day.Weekday()+6)%7+1 == m.Day
	case Monthly:
		last := time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, day.Location()).Day()
		return day.Day() == min(m.Day, last)
	}
	return true
}

// Save keeps a mailing, a new one without an id, and gives its id.
//
// NotFound mailing.unknown; Conflict mailing.too_many.
func Save(ctx context.Context, tx *store.Tx, m Mailing) (int64, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	if m.ID != 0 {
		const text = "update mailing set params = ?, language = ?, formats = ?, every = ?, day = ?, hour = ?, due_at = ? where id = ?"
		return m.ID, change(ctx, tx, text, m.Params, m.Language, m.Formats, m.Every, m.Day, m.Hour, m.DueAt, m.ID)
	}
	if err := room(ctx, tx, m.UserID); err != nil {
		return 0, err
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return 0, fmt.Errorf("new mailing: %w", err)
	}
	const text = `insert into mailing (id, report, params, user_id, language, formats, every, day, hour, made_by, paused, due_at, last_at, last_result, last_failure)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, '', '')`
	if _, err := tx.Exec(ctx, text, id, m.Report, m.Params, m.UserID, m.Language, m.Formats, m.Every, m.Day, m.Hour, m.MadeBy, m.DueAt); err != nil {
		return 0, fmt.Errorf("keep a mailing: %w", err)
	}
	return id, nil
}

func room(ctx context.Context, tx *store.Tx, user int64) error {
	var n int
	if err := tx.Get(ctx, &n, "select count(*) from mailing where user_id = ?", user); err != nil {
		return fmt.Errorf("count mailings: %w", err)
	}
	if n >= MostOfUser {
		return fault.New(fault.Conflict, "mailing.too_many", "max", MostOfUser)
	}
	return nil
}

// change writes one mailing; NotFound mailing.unknown when it is gone.
func change(ctx context.Context, tx *store.Tx, text string, args ...any) error {
	n, err := tx.Exec(ctx, text, args...)
	if err != nil {
		return fmt.Errorf("change a mailing: %w", err)
	}
	if n == 0 {
		return unknown()
	}
	return nil
}

func unknown() error { return fault.New(fault.NotFound, "mailing.unknown") }

// Find gives a mailing. NotFound mailing.unknown.
func Find(ctx context.Context, tx *store.Tx, id int64) (m Mailing, err error) {
	err = tx.Get(ctx, &m, "select "+columns+" from mailing where id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return m, unknown()
	}
	if err != nil {
		return m, fmt.Errorf("find mailing %d: %w", id, err)
	}
	return m, nil
}

// List gives the mailings of a report, of a reader, or of both; "" and 0 are any.
func List(ctx context.Context, tx *store.Tx, report string, user int64) (all []Mailing, err error) {
	const text = "select " + columns + " from mailing where (? = '' or report = ?) and (? = 0 or user_id = ?) order by id"
	if err := tx.Select(ctx, &all, text, report, report, user, user); err != nil {
		return nil, fmt.Errorf("list mailings: %w", err)
	}
	return all, nil
}

// Remove forgets a mailing.
func Remove(ctx context.Context, tx *store.Tx, id int64) error {
	return change(ctx, tx, "delete from mailing where id = ?", id)
}

// Pause stops a mailing, or lets it go on at its next time: those that were missed are not
// made good.
func Pause(ctx context.Context, tx *store.Tx, id int64, paused bool, due time.Time) error {
	flag := 0
	if paused {
		flag = 1
	}
	return change(ctx, tx, "update mailing set paused = ?, due_at = ? where id = ?", flag, due.UnixMilli(), id)
}

// Take gives the mailings that are due, each moved on to its next time: in the transaction
// that has their letters written nobody else takes them.
func Take(ctx context.Context, tx *store.Tx, now time.Time, zone *time.Location) ([]Mailing, error) {
	var due []Mailing
	if err := tx.Select(ctx, &due, "select "+columns+" from mailing where paused = 0 and due_at <= ? order by id", now.UnixMilli()); err != nil {
		return nil, fmt.Errorf("look for letters that are due: %w", err)
	}
	taken := due[:0]
	for _, m := range due {
		n, err := tx.Exec(ctx, "update mailing set due_at = ? where id = ? and due_at = ? and paused = 0", m.Next(now, zone).UnixMilli(), m.ID, m.DueAt)
		if err != nil {
			return nil, fmt.Errorf("take mailing %d: %w", m.ID, err)
		}
		if n == 1 {
			taken = append(taken, m)
		}
	}
	return taken, nil
}

// Note remembers how a letter went; failure is JSON {key, params}, "" for none.
func Note(ctx context.Context, tx *store.Tx, id int64, at time.Time, result, failure string) error {
	_, err := tx.Exec(ctx, "update mailing set last_at = ?, last_result = ?, last_failure = ? where id = ?", at.UnixMilli(), result, failure, id)
	if err != nil {
		return fmt.Errorf("note how mailing %d went: %w", id, err)
	}
	return nil
}

// FormatList are the formats of a mailing.
func (m Mailing) FormatList() []string { return strings.Split(m.Formats, ",") }

// Formats joins formats that are among the known ones; Invalid for others and for none.
func Formats(asked, known []string) (string, error) {
	other := func(format string) bool { return !slices.Contains(known, format) }
	if len(asked) == 0 || slices.ContainsFunc(asked, other) {
		return "", invalid("formats")
	}
	return strings.Join(asked, ","), nil
}
