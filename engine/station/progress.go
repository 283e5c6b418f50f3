package station

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
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

// idOf reads the id out of what a session keeps of its record; 0 for none.
func idOf(about string) int64 {
	_, text, _ := strings.Cut(about, " ")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// progress is what a session works on, where it stands and how far it is.
type progress struct {
	About string `db:"about" json:"-"`
	Task  string `db:"task" json:"task,omitempty"`   // what people call the record
	Place string `db:"place" json:"place,omitempty"` // where the person stands
	Done  int    `db:"done" json:"done"`
	Left  int    `db:"remaining" json:"left"`

	Picture string `db:"picture" json:"-"` // key of the file that is shown
}

const progressColumns = `COALESCE(about, '') AS about, COALESCE(task, '') AS task, COALESCE(place, '') AS place,
	COALESCE(done, 0) AS done, COALESCE(remaining, 0) AS remaining, COALESCE(picture, '') AS picture`

// keepProgress keeps what a view shows of the task, for the list of open tasks.
func (s *Session) keepProgress(ctx context.Context, view View) error {
	now := progress{About: view.About.String(), Task: s.row.Task, Place: view.At, Done: view.Done, Left: view.Left, Picture: view.Image}
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
	return s.tx.AtEnd(ctx, `UPDATE station_session SET about = ?, task = ?, place = ?, done = ?, remaining = ?, picture = ? WHERE id = ?`,
		now.About, now.Task, now.Place, now.Done, now.Left, now.Picture, s.ID)
}

// Shows reports whether an open task shows a person the picture of this key: who is to
// take the goods may see them, though he may read no list of them.
func (v *Service) Shows(ctx context.Context, tx *store.Tx, user int64, key string) (shows bool, err error) {
	err = tx.Get(ctx, &shows, `SELECT COUNT(*) > 0 FROM station_session WHERE user_id = ? AND status = ? AND picture = ?`, user, open, key)
	if err != nil {
		return false, fmt.Errorf("look what stations show user %d: %w", user, err)
	}
	return shows, nil
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
