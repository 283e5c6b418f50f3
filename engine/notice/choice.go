package notice

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/store"
)

// Choice is how a person wants to hear of a topic.
type Choice struct {
	User  int64  `db:"user_id"`
	Topic string `db:"topic"`
	Bell  bool   `db:"bell"`
	Mail  bool   `db:"mail"`
}

// Choose keeps what a person chose for a topic.
func Choose(ctx context.Context, tx *store.Tx, c Choice) error {
	const text = `insert into notice_choice (user_id, topic, bell, mail) values (?, ?, ?, ?)
		on conflict (user_id, topic) do update set bell = excluded.bell, mail = excluded.mail`
	if _, err := tx.Exec(ctx, text, c.User, c.Topic, digit(c.Bell), digit(c.Mail)); err != nil {
		return fmt.Errorf("keep how user %d hears of %s: %w", c.User, c.Topic, err)
	}
	return nil
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Choices are those that a person made, by topic.
func Choices(ctx context.Context, tx *store.Tx, user int64) (map[string]Choice, error) {
	var list []Choice
	if err := tx.Select(ctx, &list, "select user_id, topic, bell <> 0 as bell, mail <> 0 as mail from notice_choice where user_id = ?", user); err != nil {
		return nil, fmt.Errorf("read how user %d hears of things: %w", user, err)
	}
	made := map[string]Choice{}
	for _, c := range list {
		made[c.Topic] = c
	}
	return made, nil
}

// Chosen divides persons by what they chose for a topic: those whom the bell tells, and
// those who get a letter. Who chose nothing hears of it as preset.
func Chosen(ctx context.Context, tx *store.Tx, preset Choice, users []int64) (bell, mail []int64, err error) {
	if len(users) == 0 {
		return nil, nil, nil
	}
	var list []Choice
	err = tx.Select(ctx, &list, "select user_id, topic, bell <> 0 as bell, mail <> 0 as mail from notice_choice where topic = ? and user_id in ?", preset.Topic, users)
	if err != nil {
		return nil, nil, fmt.Errorf("read who hears of %s: %w", preset.Topic, err)
	}
	made := map[int64]Choice{}
	for _, c := range list {
		made[c.User] = c
	}
	for _, user := range users {
		c, chose := made[user]
		if !chose {
			c = preset
		}
		if c.Bell {
			bell = append(bell, user)
		}
		if c.Mail {
			mail = append(mail, user)
		}
	}
	return bell, mail, nil
}
