package notice_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/store"
)

// bench is a database with notices.
type bench struct {
	t       *testing.T
	db      *store.DB
	hub     *live.Hub
	notices *notice.Notices
}

func each(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), notice.Migrations()); err != nil {
			t.Fatal(err)
		}
		b := &bench{t: t, db: db, hub: &live.Hub{}}
		b.notices = &notice.Notices{Live: b.hub, Now: func() time.Time { return time.UnixMilli(1_000) }}
		run(t, b)
	})
}

func (b *bench) write(fn store.Func) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) add(told notice.New) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *store.Tx) error { return b.notices.Add(ctx, tx, told) })
}

// state is what a person has: texts, and how many are unread.
func (b *bench) state(user int64) (text string) {
	b.t.Helper()
	err := b.db.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		list, more, err := notice.List(ctx, tx, user, 0, notice.Filter{})
		if err != nil {
			return err
		}
		unread, err := notice.Unread(ctx, tx, user)
		for _, one := range list {
			text += one.Key + one.Params + " "
		}
		text += fmt.Sprint(unread, " ", more)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// TestAdd tells each person once, and a source only once.
func TestAdd(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		heard := b.hub.Subscribe(7)
		defer heard.Close()
		b.add(notice.New{Users: []int64{7, 8, 7, 0}, Key: "a", Params: map[string]any{"n": 1}, Source: "job:1"})
		b.add(notice.New{Users: []int64{7}, Key: "b", Source: "job:1"})
		b.add(notice.New{Users: []int64{7}, Key: "c"})
		if got := b.state(7); got != `cnull a{"n":1} 2 false` {
			t.Errorf("7 has %s", got)
		}
		if got := b.state(8); got != `a{"n":1} 1 false` {
			t.Errorf("8 has %s", got)
		}
		if got := len(heard.Take()); got != 1 {
			t.Errorf("7 heard %d events, they should replace each other", got)
		}
	})
}

// TestRead marks one's own alone.
func TestRead(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for range 32 {
			b.add(notice.New{Users: []int64{7, 8}, Key: "a"})
		}
		var list []notice.Notice
		err := b.db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			list, _, err = notice.List(ctx, tx, 7, 0, notice.Filter{})
			if err != nil || len(list) != 30 {
				return fmt.Errorf("the first page has %d: %w", len(list), err)
			}
			older, more, err := notice.List(ctx, tx, 7, list[29].ID, notice.Filter{})
			if len(older) != 2 || more {
				return fmt.Errorf("the second page has %d, more %v: %w", len(older), more, err)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		read := func(user int64, ids []int64) {
			b.write(func(ctx context.Context, tx *store.Tx) error { return b.notices.Read(ctx, tx, user, ids) })
		}
		unread := func(user int64) (count int64) {
			err := b.db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				count, err = notice.Unread(ctx, tx, user)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return count
		}
		read(7, []int64{list[0].ID, list[1].ID})
		read(8, []int64{list[2].ID})
		read(7, []int64{})
		if a, c := unread(7), unread(8); a != 30 || c != 32 {
			t.Errorf("unread are %d and %d", a, c)
		}
		read(7, nil)
		b.write(func(ctx context.Context, tx *store.Tx) error { return notice.Prune(ctx, tx, time.UnixMilli(1_001)) })
		if a, c := unread(7), b.state(8); a != 0 || c != "0 false" {
			t.Errorf("unread are %d, and %s", a, c)
		}
	})
}

func TestAListShowsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.write(func(ctx context.Context, tx *store.Tx) error {
			for _, told := range []notice.New{
				{Users: []int64{7}, Key: "plain"},
				{Users: []int64{7}, Key: "record", Link: "document:order/1"},
				{Users: []int64{7}, Key: "file", File: "k"},
				{Users: []int64{8}, Key: "other", File: "k"},
			} {
				if err := b.notices.Add(ctx, tx, told); err != nil {
					return err
				}
			}
			list, _, err := notice.List(ctx, tx, 7, 0, notice.Filter{About: notice.AboutRecord})
			if err != nil {
				return err
			}
			return b.notices.Read(ctx, tx, 7, []int64{list[0].ID})
		})
		for filter, want := range map[notice.Filter]string{
			{}:                        "[file record plain]",
			{Show: notice.ShowUnread}: "[file plain]",
			{Show: notice.ShowRead}:   "[record]",
			{About: notice.AboutFile}: "[file]",
			{Show: notice.ShowUnread, About: notice.AboutRecord}: "[]",
		} {
			keys := []string{}
			b.write(func(ctx context.Context, tx *store.Tx) error {
				list, _, err := notice.List(ctx, tx, 7, 0, filter)
				for _, n := range list {
					keys = append(keys, n.Key)
				}
				return err
			})
			if got := fmt.Sprint(keys); got != want || !filter.Known() {
				t.Errorf("%+v: %s, want %s", filter, got, want)
			}
		}
		for _, filter := range []notice.Filter{{Show: "x"}, {About: notice.ShowRead}, {Show: notice.AboutFile}} {
			if filter.Known() {
				t.Errorf("%+v is known", filter)
			}
		}
	})
}

// TestChosen divides persons by what they chose last; who chose nothing is told as preset.
func TestChosen(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		b.write(func(ctx context.Context, tx *store.Tx) error {
			for _, c := range []notice.Choice{{7, "a", true, true}, {7, "a", false, true}, {8, "a", true, false}, {9, "b", false, false}} {
				if err := notice.Choose(ctx, tx, c); err != nil {
					return err
				}
			}
			for preset, want := range map[notice.Choice]string{
				{Topic: "a", Bell: true}:             "[8 9] [7]",
				{Topic: "a", Bell: true, Mail: true}: "[8 9] [7 9]",
				{Topic: "b", Mail: true}:             "[] [7 8]",
			} {
				bell, mail, err := notice.Chosen(ctx, tx, preset, []int64{7, 8, 9})
				if got := fmt.Sprint(bell, mail); err != nil || got != want {
					t.Errorf("of %v hear %s, want %s: %v", preset, got, want, err)
				}
			}
			made, err := notice.Choices(ctx, tx, 7)
			if got := made["a"]; len(made) != 1 || got.Bell || !got.Mail {
				t.Errorf("7 chose %v", made)
			}
			return err
		})
	})
}
