package job

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// Schedule is a job that comes again.
type Schedule struct {
	Key  string
	Cron string // minute hour day month weekday
	Zone string // IANA time zone in which Cron is read; "" is UTC
	Kind string
	Args any
}

// Plan makes the given schedules the only ones. A schedule is one row that is
// leased like any job and put back for its next time, so that no two runners can
// run it at once and none has to lead. Times missed while no runner was up are
// made good once.
func Plan(ctx context.Context, tx *store.Tx, schedules []Schedule) error {
	old, err := scheduleKeys(ctx, tx)
	if err != nil {
		return fmt.Errorf("plan schedules: %w", err)
	}
	for _, s := range schedules {
		delete(old, s.uniqueKey())
		if err := s.save(ctx, tx); err != nil {
			return fmt.Errorf("plan schedule %s: %w", s.Key, err)
		}
	}
	for key := range old {
		if _, err := tx.Exec(ctx, "delete from job where unique_key = ? and cron <> ''", key); err != nil {
			return fmt.Errorf("drop schedule %s: %w", key, err)
		}
	}
	return nil
}

func (s Schedule) uniqueKey() string { return "schedule:" + s.Key }

func scheduleKeys(ctx context.Context, tx *store.Tx) (map[string]bool, error) {
	var keys []string
	if err := tx.Select(ctx, &keys, "select unique_key from job where cron <> ''"); err != nil {
		return nil, err
	}
	set := make(map[string]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set, nil
}

// save inserts the schedule or changes it; the next time is only reckoned anew
// when the timetable changed.
func (s Schedule) save(ctx context.Context, tx *store.Tx) error {
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	due, err := nextTime(s.Cron, s.Zone, now)
	if err != nil {
		return err
	}
	args, err := json.Marshal(s.Args)
	if err != nil {
		return err
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, planSQL, id, s.Kind, string(args), s.uniqueKey(), s.Cron, s.Zone, due, now)
	return err
}

const planSQL = `insert into job (id, kind, args, unique_key, cron, zone, due_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)
	on conflict (unique_key) where state in ('waiting', 'running') do update set
		kind = excluded.kind, args = excluded.args, cron = excluded.cron, zone = excluded.zone,
		due_at = case when job.state = 'waiting' and (job.cron <> excluded.cron or job.zone <> excluded.zone)
			then excluded.due_at else job.due_at end`

// nextTime gives the first time of a timetable after now, in unix milliseconds.
func nextTime(cron, zone string, now int64) (int64, error) {
	table, err := parseCron(cron)
	if err != nil {
		return 0, err
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		return 0, fmt.Errorf("time zone %q: %w", zone, err)
	}
	next, ok := table.next(time.UnixMilli(now).In(location))
	if !ok {
		return 0, fmt.Errorf("cron %q never comes", cron)
	}
	return next.UnixMilli(), nil
}
