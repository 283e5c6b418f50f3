package spool

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// target is where labels go; the zero target is the browser of who prints.
type target struct{ printer, workstation int64 }

// target finds the printer that an order names, or that of the workstation.
func (s *Spool) target(ctx context.Context, tx *store.Tx, actor auth.Actor, template *catalog.Print, o *Order) (*target, error) {
	switch {
	case o.Printer != "":
		to := &target{}
		err := byCode(ctx, tx, &to.printer, "select id from printer where code = ? and enabled and ?", o.Printer, actor)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, fault.New(fault.Invalid, "print.no_printer", "printer", o.Printer).On("printer")
		}
		return to, err
	case o.Workstation != "":
		found, err := s.workstation(ctx, tx, actor, o.Workstation, "workstation")
		if err != nil {
			return nil, err
		}
		return s.at(ctx, tx, template, found.ID)
	}
	return &target{}, nil
}

// isOfHouse reports whether somebody may use the house's printers and workstations: to
// who belongs to a record, as an owner's user, there are none.
func isOfHouse(actor auth.Actor) bool { return actor.OwnerID == 0 }

// byCode finds what a request names by its code, for who may use the house's; sql.ErrNoRows
// also for a text that PostgreSQL does not take, as no code is one.
func byCode(ctx context.Context, tx *store.Tx, found any, text, code string, actor auth.Actor) error {
	if !utf8.ValidString(code) || strings.Contains(code, "\x00") {
		return sql.ErrNoRows
	}
	return tx.Get(ctx, found, text, code, isOfHouse(actor))
}

// workstation finds a workstation by the code that a field gives.
func (s *Spool) workstation(ctx context.Context, tx *store.Tx, actor auth.Actor, code, field string) (*Stand, error) {
	var found Stand
	const text = "select id, code, coalesce(name, '') as name from workstation where code = ? and enabled and ?"
	err := byCode(ctx, tx, &found, text, code, actor)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.Invalid, "print.no_workstation", "workstation", code).On(field)
	}
	if err != nil {
		return nil, fmt.Errorf("find workstation %s: %w", code, err)
	}
	return &found, nil
}

// enabled is the printer of an id.
//
// Invalid: print.printer_disabled.
func (s *Spool) enabled(ctx context.Context, tx *store.Tx, id int64) (*target, error) {
	var found struct {
		Code    string `db:"code"`
		Enabled bool   `db:"enabled"`
	}
	if err := tx.Get(ctx, &found, "select code, enabled from printer where id = ?", id); err != nil {
		return nil, fmt.Errorf("find printer %d: %w", id, err)
	}
	if !found.Enabled {
		return nil, fault.New(fault.Invalid, "print.printer_disabled", "printer", found.Code)
	}
	return &target{printer: id}, nil
}

// at finds the printer of a workstation whose paper is the template's.
//
// Invalid: print.no_paper when it has none.
func (s *Spool) at(ctx context.Context, tx *store.Tx, template *catalog.Print, workstation int64) (*target, error) {
	list, ok := s.Release().Tables[workstationTable].Field("printer_ids")
	if !ok {
		return nil, fmt.Errorf("workstations have no list of printers")
	}
	var printers []struct {
		ID     int64         `db:"id"`
		Width  sql.NullInt64 `db:"width"`
		Height sql.NullInt64 `db:"height"`
	}
	text := "select p.id, p.width, p.height from printer p join " + store.Quote(list.LinkTable) + " l on l." + catalog.LinkItem +
		" = p.id where l." + catalog.LinkRecord + " = ? and p.enabled order by p.width is null, p.id"
	if err := tx.Select(ctx, &printers, text, workstation); err != nil {
		return nil, fmt.Errorf("read printers of workstation %d: %w", workstation, err)
	}
	paper := template.Meta.Paper
	for _, p := range printers {
		if fits(p.Width, paper.Width) && fits(p.Height, paper.Height) {
			return &target{printer: p.ID, workstation: workstation}, nil
		}
	}
	return nil, fault.New(fault.Invalid, "print.no_paper", "width", paper.Width, "height", paper.Height).On("workstation")
}

// Choice is a printer that a template may be printed at.
type Choice struct {
	Code      string `db:"code" json:"code"`
	Name      string `db:"name" json:"name"`
	Condition string `db:"condition" json:"condition"`
}

// mostChoices bounds the printers that are offered.
const mostChoices = 200

// Printers are those that are enabled and whose paper is the template's; none for who may
// not use the house's.
//
// NotFound: print.unknown. Denied without the right to print the table.
func (s *Spool) Printers(ctx context.Context, tx *store.Tx, rights *access.Rights, template string) ([]Choice, error) {
	t, err := s.Printable(rights, template, []int64{0})
	if err != nil || !isOfHouse(rights.Actor()) {
		return nil, err
	}
	var found []struct {
		Choice
		Width  sql.NullInt64 `db:"width"`
		Height sql.NullInt64 `db:"height"`
	}
	const text = "select code, coalesce(name, '') as name, coalesce(condition, '') as condition, width, height from printer where enabled order by code limit ?"
	if err := tx.Select(ctx, &found, text, mostChoices); err != nil {
		return nil, fmt.Errorf("read printers: %w", err)
	}
	var all []Choice
	for _, p := range found {
		if fits(p.Width, t.Meta.Paper.Width) && fits(p.Height, t.Meta.Paper.Height) {
			all = append(all, p.Choice)
		}
	}
	return all, nil
}

// fits reports whether a measure of a printer's paper, in tenths of a mm, is that of a
// template in mm; one that is not told is.
func fits(tenths sql.NullInt64, mm float64) bool {
	return !tenths.Valid || math.Abs(float64(tenths.Int64)/10-mm) <= 1
}

// Stand is the workstation that a person stands at.
type Stand struct {
	ID   int64  `db:"id" json:"id"`
	Code string `db:"code" json:"code"`
	Name string `db:"name" json:"name"`
}

// standsFor is how long a person who went home is taken to stand at a workstation.
const standsFor = 12 * time.Hour

// StandAt has a person stand at the workstation of a code from now on; "" has him leave.
//
// Invalid: print.no_workstation.
func (s *Spool) StandAt(ctx context.Context, tx *store.Tx, actor auth.Actor, code string) (*Stand, error) {
	if _, err := tx.Exec(ctx, "delete from print_stand where user_id = ?", actor.UserID); err != nil {
		return nil, fmt.Errorf("leave the workstation: %w", err)
	}
	if code == "" {
		return s.nowhere(ctx, tx)
	}
	found, err := s.workstation(ctx, tx, actor, code, "code")
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, "insert into print_stand (user_id, workstation_id, at) values (?, ?, ?)", actor.UserID, found.ID, tx.Now().UnixMilli())
	return found, err
}

// StandOf is the workstation that a person stands at: one without a code where he stands
// at none, and nil where there are none.
func (s *Spool) StandOf(ctx context.Context, tx *store.Tx, user int64) (*Stand, error) {
	var found Stand
	err := tx.Get(ctx, &found, `select w.id, w.code, coalesce(w.name, '') as name from print_stand s join workstation w on w.id = s.workstation_id
		where s.user_id = ? and s.at > ? and w.enabled`, user, tx.Now().Add(-standsFor).UnixMilli())
	if errors.Is(err, sql.ErrNoRows) {
		return s.nowhere(ctx, tx)
	}
	if err != nil {
		return nil, fmt.Errorf("find the workstation of user %d: %w", user, err)
	}
	return &found, nil
}

// nowhere is where a person stands who stands at no workstation; nil where there is none.
func (s *Spool) nowhere(ctx context.Context, tx *store.Tx) (*Stand, error) {
	var some bool
	if err := tx.QueryRow(ctx, "select exists (select 1 from workstation where enabled)").Scan(&some); err != nil || !some {
		return nil, err
	}
	return &Stand{}, nil
}
