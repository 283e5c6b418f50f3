package notice

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "notice", FS: files} }

// Limits of a list.
const (
	pageSize  = 30
	mostUsers = 500 // told of one thing
)

// New is something to tell persons.
type New struct {
	Users  []int64
	Key    string         // of the text
	Params map[string]any // of the text; one of {zh, en, es} is a text itself
	Link   string         // address of a page; "" for none
	File   string         // key of an attachment; "" for none
	Source string         // what is told once to each; "" tells every time
}

// Notice is what a person was told.
type Notice struct {
	ID     int64  `db:"id"`
	Key    string `db:"text_key"`
	Params string `db:"params"` // JSON
	Link   string `db:"link"`
	File   string `db:"file"`
	At     int64  `db:"at"`      // unix milliseconds
	ReadAt *int64 `db:"read_at"` // unix milliseconds
}

// Notices tells persons and remembers what they were told.
type Notices struct {
	Live *live.Hub
	Now  func() time.Time
}

// Add tells persons in a transaction; their browsers hear of it after the commit.
// The same person twice, and those past the limit of 500, are left out.
func (n *Notices) Add(ctx context.Context, tx *store.Tx, told New) error {
	params, err := json.Marshal(told.Params)
	if err != nil {
		return fmt.Errorf("write notice %s: %w", told.Key, err)
	}
	users := distinct(told.Users)
	if len(users) == 0 {
		return nil
	}
	first, err := tx.NextIDs(ctx, len(users))
	if err != nil {
		return fmt.Errorf("number notices: %w", err)
	}
	for i, user := range users {
		id := first + int64(i)
		source := told.Source
		if source == "" {
			source = "notice:" + strconv.FormatInt(id, 10)
		}
		const insert = `insert into notice (id, user_id, text_key, params, link, file, source, at) values (?, ?, ?, ?, ?, ?, ?, ?)
			on conflict (user_id, source) do nothing`
		added, err := tx.Exec(ctx, insert, id, user, told.Key, string(params), told.Link, told.File, source, n.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("tell user %d: %w", user, err)
		}
		if added > 0 {
			tx.AfterCommit(func() { n.publish(user) })
		}
	}
	return nil
}

func (n *Notices) publish(user int64) {
	n.Live.Publish(live.Event{Name: live.Notice, Key: strconv.FormatInt(user, 10), UserID: user, Data: map[string]any{}})
}

func distinct(users []int64) []int64 {
	seen, kept := map[int64]bool{}, []int64{}
	for _, user := range users {
		if user != 0 && !seen[user] && len(kept) < mostUsers {
			seen[user] = true
			kept = append(kept, user)
		}
	}
	return kept
}

// Filter says which notices are meant. The zero Filter means all.
type Filter struct {
	Show  string // ShowUnread, ShowRead; "" for both
	About string // AboutRecord, AboutFile; "" for all
}

// What a filter may say.
const (
	ShowUnread  = "unread"
	ShowRead    = "read"
	AboutRecord = "record" // that lead to a screen or a record
	AboutFile   = "file"   // that bring a file
)

// Known reports whether the filter says only what it may.
func (f Filter) Known() bool {
	show := f.Show == "" || f.Show == ShowUnread || f.Show == ShowRead
	return show && (f.About == "" || f.About == AboutRecord || f.About == AboutFile)
}

// condition is what the filter asks for beside the person.
func (f Filter) condition() (text string) {
	switch f.Show {
	case ShowUnread:
		text = " and read_at is null"
	case ShowRead:
		text = " and read_at is not null"
	}
	switch f.About {
	case AboutRecord:
		text += " and link <> ''"
	case AboutFile:
		text += " and file <> ''"
	}
	return text
}

// List gives a person's notices, the newest first, before an id (0: from the
// newest); more says that there are older ones.
func List(ctx context.Context, tx *store.Tx, user, before int64, filter Filter) (list []Notice, more bool, err error) {
	text, args := "select id, text_key, params, link, file, at, read_at from notice where user_id = ?", []any{user}
	if before > 0 {
		text, args = text+" and id < ?", append(args, before)
	}
	text += filter.condition()
	err = tx.Select(ctx, &list, text+" order by id desc limit ?", append(args, pageSize+1)...)
	if err != nil {
		return nil, false, fmt.Errorf("list notices: %w", err)
	}
	if len(list) > pageSize {
		return list[:pageSize], true, nil
	}
	return list, false, nil
}

// Unread counts what a person has not read.
func Unread(ctx context.Context, tx *store.Tx, user int64) (count int64, err error) {
	err = tx.Get(ctx, &count, "select count(*) from notice where user_id = ? and read_at is null", user)
	if err != nil {
		return 0, fmt.Errorf("count notices: %w", err)
	}
	return count, nil
}

// Read marks notices of a person as read; nil marks all. Those of others stay as
// they are.
func (n *Notices) Read(ctx context.Context, tx *store.Tx, user int64, ids []int64) error {
	text, args := "update notice set read_at = ? where user_id = ? and read_at is null", []any{n.Now().UnixMilli(), user}
	if ids != nil {
		text, args = text+" and id in ?", append(args, ids)
	}
	changed, err := tx.Exec(ctx, text, args...)
	if err != nil {
		return fmt.Errorf("read notices: %w", err)
	}
	if changed > 0 {
		tx.AfterCommit(func() { n.publish(user) })
	}
	return nil
}

// Prune forgets what was told before a moment.
func Prune(ctx context.Context, tx *store.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "delete from notice where at < ?", before.UnixMilli())
	if err != nil {
		return fmt.Errorf("forget notices: %w", err)
	}
	return nil
}
