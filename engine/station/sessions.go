package station

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Resume shows a session again, on this device or another, and opens it when it was
// parked. Who leads at its station takes over that of another person: what is done
// from then on bears the leader's name.
//
// NotFound: there is none that the person may resume. Conflict: it is closed.
func (v *Service) Resume(ctx context.Context, rights *access.Rights, id int64) (*Answer, error) {
	var answer *Answer
	err := v.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		s, flow, err := v.read(ctx, tx, rights, id)
		if s != nil && s.row.UserID != s.Actor.UserID && !rights.Can(s.release.Stations[s.Station.Key].Lead) {
			return fault.New(fault.NotFound, "station.session_unknown", "id", id)
		}
		if err != nil {
			return err
		}
		if err := v.reopen(sourced(ctx, s.Station.Key), flow, s); err != nil {
			return err
		}
		answer, err = v.answer(ctx, rights, flow, s, nil)
		return err
	})
	return answer, err
}

// reopen opens a session for its person, or for who takes it over.
func (v *Service) reopen(ctx context.Context, flow Flow, s *Session) error {
	from := s.row.UserID
	if from == s.Actor.UserID && s.row.Status == open {
		return nil
	}
	if taker, ok := flow.(Taker); ok && from != s.Actor.UserID {
		state := s.state
		if err := taker.TakeOver(ctx, s, from); err != nil {
			return err
		}
		if !bytes.Equal(state, s.state) {
			return fmt.Errorf("the flow of station %s changes what it remembers without an input", s.Station.Key)
		}
	}
	s.row.Status, s.row.UserID = open, s.Actor.UserID
	return s.update(ctx, s.row.LastSeq, v.Now().UnixMilli())
}

// Listed is a session that a person may resume.
type Listed struct {
	Session   int64  `json:"session"`
	Station   string `json:"station"`
	Title     string `json:"title"` // of the station
	Step      string `json:"step"`  // title of the step
	Status    string `json:"status"`
	User      int64  `json:"user"`
	Name      string `json:"userTrueName"`
	Mine      bool   `json:"mine"`
	UpdatedAt string `json:"updatedAt"`
	progress
}

// mostListed is how many sessions are listed, the newest.
const mostListed = 200

// kept is a session as it is kept, with whose it is.
type kept struct {
	sessionRow
	Name      string `db:"true_name"`
	UpdatedAt int64  `db:"updated_at"`
}

// Sessions lists the tasks at a station ("" for all) that are under way: the
// person's own, and those of others where the person leads. One that stands at the
// first question has nothing to go on with, nor one whose flow says so.
func (v *Service) Sessions(ctx context.Context, rights *access.Rights, station string) ([]Listed, error) {
	var rows []kept
	err := v.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rows = nil
		err := tx.Select(ctx, &rows, `SELECT s.id, s.station, s.user_id, s.status, s.step, s.params, s.state, s.last_seq, s.updated_at, `+progressColumns+`,
			COALESCE(u.true_name, '') AS true_name FROM station_session s LEFT JOIN "user" u ON u.id = s.user_id
			WHERE s.status IN ? AND s.step <> ? AND (? = '' OR s.station = ?) ORDER BY s.updated_at DESC LIMIT 1000`, []string{open, parked}, StepDone, station, station)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(k kept) bool { return !k.seenBy(rights) })
		rows = rows[:min(len(rows), mostListed)]
		return v.dropEnded(ctx, tx, rights, &rows)
	})
	if err != nil {
		return nil, fmt.Errorf("list station sessions: %w", err)
	}
	list := []Listed{}
	for _, k := range rows {
		list = append(list, k.listed(rights))
	}
	return list, nil
}

// seenBy reports whether a person may go on with a task.
func (k *kept) seenBy(rights *access.Rights) bool {
	definition, ok := rights.Release().Stations[k.Station]
	mine := k.UserID == rights.Actor().UserID
	return ok && k.Step != firstStep(definition.Meta) && rights.Can(definition.Right) && (mine || rights.Can(definition.Lead))
}

// dropEnded leaves out the tasks that have nothing left to do.
func (v *Service) dropEnded(ctx context.Context, tx *store.Tx, rights *access.Rights, rows *[]kept) error {
	about := map[string][]int64{} // by station
	for _, k := range *rows {
		if id := idOf(k.About); id != 0 {
			about[k.Station] = append(about[k.Station], id)
		}
	}
	ended := map[string][]int64{}
	for station, ids := range about {
		ender, can := v.Flows[rights.Release().Stations[station].Meta.Flow].(Ender)
		if !can {
			continue
		}
		var err error
		if ended[station], err = ender.Ended(ctx, tx, ids); err != nil {
			return err
		}
	}
	*rows = slices.DeleteFunc(*rows, func(k kept) bool { return slices.Contains(ended[k.Station], idOf(k.About)) })
	return nil
}

// listed is the session as a person reads of it, who may see it.
func (k *kept) listed(rights *access.Rights) Listed {
	definition, language := rights.Release().Stations[k.Station].Meta, rights.Actor().Language
	one := Listed{
		Session: k.ID, Station: k.Station, Title: definition.Title.In(language), Status: k.Status, User: k.UserID, Name: k.Name,
		Mine: k.UserID == rights.Actor().UserID, UpdatedAt: time.UnixMilli(k.UpdatedAt).UTC().Format(time.RFC3339), progress: k.progress,
	}
	if step, err := stepOf(definition, k.Step); err == nil {
		one.Step = step.Title.In(language)
	}
	return one
}
