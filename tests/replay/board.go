package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wareloom/wareloom/tests/client"
)

// crewPassword is that of the people whom a replay makes.
const crewPassword = "Replay-2010-12"

// person is somebody at work with a device of his own.
type person struct {
	*client.Client
	id int64
}

// hire makes as many people as devices, who are on the board of the building.
func (p *player) hire(ctx context.Context) error {
	for i := range p.workers {
		account := fmt.Sprintf("replay%02d", i+1)
		id, err := p.ensure(ctx, "user", []string{"account", "user_type"}, m{"account": account, "true_name": account, "user_type": "user"})
		if err != nil {
			return err
		}
		if err := p.grantRoles(ctx, id); err != nil {
			return err
		}
		if err := p.mustAct(ctx, "user", "reset_password", id, m{"password": crewPassword}); err != nil {
			return err
		}
		if _, err := p.ensure(ctx, "worker", []string{"person_id"}, m{"person_id": id, "warehouse_id": p.warehouse}); err != nil {
			return err
		}
		device, err := client.Login(ctx, p.url, account, crewPassword)
		if err != nil {
			return err
		}
		p.crew = append(p.crew, &person{device, id})
	}
	return nil
}

// grantRoles gives a person the roles of the floor, unless he has some.
func (p *player) grantRoles(ctx context.Context, id int64) error {
	var user m
	if err := p.Call(ctx, "get", "data/user/get", m{"id": id}, &user); err != nil {
		return err
	}
	if roles, _ := user["roles"].([]any); len(roles) > 0 {
		return nil
	}
	var roles []m
	for _, code := range []string{"picker", "receiver"} {
		roles = append(roles, m{"role_id": m{"code": code}})
	}
	return p.Call(ctx, "save user", "data/user/save", m{"id": id, "roles": roles}, nil)
}

// workFromBoard has a lead give each idle person the next card of the pool, as on the board,
// and everybody do what he was given, until there is none and nothing comes.
func (p *player) workFromBoard(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	idle := make(chan *person, len(p.crew))
	var group sync.WaitGroup
	failed := make(chan error, len(p.crew)+1)
	given := map[int64]chan *job{}
	for _, who := range p.crew {
		next := make(chan *job, 1)
		given[who.id] = next
		group.Go(func() {
			stopOn(stop, failed, func() error { return p.works(ctx, who, idle, next) })
		})
	}
	stopOn(stop, failed, func() error { return p.handOut(ctx, idle, given) })
	for _, more := range given {
		close(more)
	}
	group.Wait()
	close(failed)
	var all []error
	for err := range failed {
		all = append(all, err)
	}
	return errors.Join(all...)
}

// stopOn runs something and stops the rest on its error.
func stopOn(stop func(), failed chan<- error, do func() error) {
	if err := do(); err != nil && !errors.Is(err, context.Canceled) {
		failed <- err
		stop()
	}
}

// works asks for work whenever nothing is left, and does what the board gave.
func (p *player) works(ctx context.Context, who *person, idle chan<- *person, given <-chan *job) error {
	as := *p
	as.Client = who.Client
	for {
		select {
		case idle <- who:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case next := <-given:
			if next == nil {
				return nil
			}
			if err := next.do(&as, ctx); err != nil {
				return fmt.Errorf("person %d at his %s: %w", who.id, next.document, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// handOut moves cards of the pool to those who are idle, and is done when all are and neither
// the pool nor the lead has had anything for a while.
func (p *player) handOut(ctx context.Context, idle <-chan *person, given map[int64]chan *job) error {
	waiting, looked, quiet := []*person{}, time.Time{}, time.Now()
	for {
		waiting = append(waiting, gather(ctx, idle)...)
		pool, err := p.pool(ctx, len(waiting))
		if err != nil {
			return err
		}
		if len(pool) > 0 || len(waiting) < len(p.crew) {
			quiet = time.Now()
		}
		if time.Since(looked) > leadEvery {
			busy, err := p.lead(ctx)
			if err != nil {
				return err
			}
			if looked = time.Now(); busy {
				quiet = looked
			}
		}
		if time.Since(quiet) > atRest {
			return nil
		}
		for _, c := range pool {
			at := slices.IndexFunc(waiting, c.fits)
			if at < 0 {
				continue
			}
			if err := p.give(ctx, c, waiting[at]); err != nil {
				return err
			}
			given[waiting[at].id] <- c.job
			waiting = slices.Delete(waiting, at, at+1)
		}
	}
}

// gather takes those who are idle by now.
func gather(ctx context.Context, idle <-chan *person) (list []*person) {
	for {
		select {
		case who := <-idle:
			list = append(list, who)
		case <-time.After(50 * time.Millisecond):
			return list
		case <-ctx.Done():
			return list
		}
	}
}
