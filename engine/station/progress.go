package station

import (
	"context"
	"fmt"
)

// About is the record that a task works on: its table and id.
type About struct {
	Table string
	ID    int64
}

func (a About) String() string {
	if a.ID == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d", a.Table, a.ID)
}

// progress is what a session works on, where it stands and how far it is.
type progress struct {
	About string `db:"about" json:"-"`
	Task  string `db:"task" json:"task,omitempty"`   // what people call the record
	Place string `db:"place" json:"place,omitempty"` // where the person stands
	Done  int    `db:"done" json:"done"`
	Left  int    `db:"remaining" json:"left"`
}

const progressColumns = `COALESCE(about, '') AS about, COALESCE(task, '') AS task, COALESCE(place, '') AS place,
	COALESCE(done, 0) AS done, COALESCE(remaining, 0) AS remaining`

// keepProgress keeps what a view shows of the task, for the list of open tasks.
func (s *Session) keepProgress(ctx context.Context, view View) error {
	now := progress{About: view.About.String(), Task: s.row.Task, Place: view.At, Done: view.Done, Left: view.Left}
	if now.About != s.row.About {
		name, err := s.nameOf(ctx, view.About)
		if err != nil {
			return err
		}
		now.Task = name
	}
	if now == s.row.progress {
		return nil
	}
	s.row.progress = now
	_, err := s.tx.Exec(ctx, `UPDATE station_session SET about = ?, task = ?, place = ?, done = ?, remaining = ? WHERE id = ?`,
		now.About, now.Task, now.Place, now.Done, now.Left, s.ID)
	return err
}

// nameOf is what people call a record; "" for none.
func (s *Session) nameOf(ctx context.Context, a About) (string, error) {
	if a.ID == 0 {
		return "", nil
	}
	row, err := s.resolve(ctx, a.Table, a.ID)
	if err != nil || row == nil {
		return "", err
	}
	return s.Data.Release().Tables[a.Table].Called(row), nil
}
