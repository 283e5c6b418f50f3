package month

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

type row = record.Row

// player plays the people of the building.
type player struct {
	app     *app.App
	clock   *app.Clock
	zone    *time.Location // of the building
	now     time.Time      // when the month ends
	at      time.Time
	pace    time.Duration // between two acts
	random  *rand.Rand
	people  map[string]*access.Rights
	orders  int // made so far, which number them
	totes   int // used so far
	notices int // of goods, made so far
	house   int64
	skus    map[int64]string
}

// act lets a person take a step at the records, as the station or screen would.
func (p *player) act(ctx context.Context, who string, step func(ctx context.Context, data record.Data) error) error {
	rights, err := p.person(ctx, who)
	if err != nil {
		return err
	}
	p.tick()
	return p.app.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		data, err := p.app.Documents.Open(ctx, tx, rights.Release(), rights.Actor())
		if err != nil {
			return err
		}
		return step(ctx, data)
	})
}

// find reads records as the system sees them.
func (p *player) find(ctx context.Context, table string, where record.Where) (rows []row, err error) {
	err = p.act(ctx, "", func(ctx context.Context, data record.Data) error {
		rows, err = data.Find(ctx, table, where)
		return err
	})
	return rows, err
}

// set takes an action over several records.
func (p *player) set(ctx context.Context, who, table string, ask document.Request) error {
	rights, err := p.person(ctx, who)
	if err != nil {
		return err
	}
	p.tick()
	result, err := p.app.Documents.Act(ctx, rights, table, ask)
	if err == nil && result.Set == nil {
		err = errors.New("was not taken")
	}
	if err != nil {
		return fmt.Errorf("%s of %d %s: %w", ask.Name, len(ask.IDs), table, err)
	}
	return nil
}

// person gives what an account may do; "" is the system.
func (p *player) person(ctx context.Context, account string) (*access.Rights, error) {
	if known, ok := p.people[account]; ok {
		return known, nil
	}
	err := p.app.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		actor := auth.System("demo")
		if account != "" {
			var id int64
			err := tx.Get(ctx, &id, `select id from "user" where account = ?`, account)
			if err != nil {
				return fmt.Errorf("find account %s: %w", account, err)
			}
			if actor, err = p.app.Auth.Current(ctx, tx, auth.Actor{UserID: id, Account: account, Language: "zh"}); err != nil {
				return err
			}
		}
		rights, err := p.app.Access.For(ctx, tx, p.app.Catalog.Current(), actor)
		p.people[account] = rights
		return err
	})
	return p.people[account], err
}

// tick lets the time go on, never past the end.
func (p *player) tick() {
	p.at = p.at.Add(p.pace)
	if p.at.After(p.now) {
		p.at = p.now
	}
	p.clock.Put(p.at)
}

// morning puts the clock to the morning of a day so many days ago. What is done today
// lies in the last hours.
func (p *player) morning(ago int) {
	day := p.now.In(p.zone).AddDate(0, 0, -ago)
	p.at, p.pace = time.Date(day.Year(), day.Month(), day.Day(), 8, 0, 0, 0, p.zone), 70*time.Second
	if ago == 0 {
		p.at, p.pace = p.now.Add(-4*time.Hour), 40*time.Second
	}
}

// day is a date so many days from now.
func (p *player) day(ahead int) string {
	return p.now.In(p.zone).AddDate(0, 0, ahead).Format(time.DateOnly)
}

// between gives a number from one to another.
func (p *player) between(from, to int) int { return from + p.random.IntN(to-from+1) }

// one picks an element.
func one[T any](p *player, list []T) T { return list[p.random.IntN(len(list))] }

func number(n int) json.Number { return json.Number(fmt.Sprint(n)) }
