package main

import (
	"context"
	"errors"
	"fmt"
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
		if err := p.grantPicking(ctx, id); err != nil {
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

// grantPicking gives a person the role of pickers, unless he has it.
func (p *player) grantPicking(ctx context.Context, id int64) error {
	var user m
	if err := p.Call(ctx, "get", "data/user/get", m{"id": id}, &user); err != nil {
		return err
	}
	if roles, _ := user["roles"].([]any); len(roles) > 0 {
		return nil
	}
	return p.Call(ctx, "save user", "data/user/save", m{"id": id, "roles": []m{{"role_id": m{"code": "picker"}}}}, nil)
}

// pickFromBoard has a lead give each idle person the next bill of the pool, as on the board,
// and everybody pick what he was given, until there is none.
func (p *player) pickFromBoard(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	idle := make(chan *person, len(p.crew))
	var group sync.WaitGroup
	failed := make(chan error, len(p.crew)+1)
	given := map[int64]chan bool{}
	for _, who := range p.crew {
		given[who.id] = make(chan bool, 1)
		group.Go(func() {
			defer stopOn(stop, failed, func() error { return p.picks(ctx, who, idle, given[who.id]) })
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

// picks asks for work whenever nothing is left, and picks what the board gave.
func (p *player) picks(ctx context.Context, who *person, idle chan<- *person, given <-chan bool) error {
	as := *p
	as.Client = who.Client
	for {
		select {
		case idle <- who:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case more := <-given:
			if !more {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, err := as.pickBill(ctx); err != nil {
			return fmt.Errorf("person %d: %w", who.id, err)
		}
	}
}

// handOut moves one card of the pool to each who is idle, in the order of the board, and is
// done when the pool is empty and all are idle.
func (p *player) handOut(ctx context.Context, idle <-chan *person, given map[int64]chan bool) error {
	waiting := []*person{}
	for {
		for len(waiting) < len(p.crew) {
			select {
			case who := <-idle:
				waiting = append(waiting, who)
				continue
			case <-time.After(50 * time.Millisecond):
			case <-ctx.Done():
				return ctx.Err()
			}
			break
		}
		pool, err := p.pool(ctx, len(waiting))
		if err != nil {
			return err
		}
		if len(pool) == 0 && len(waiting) == len(p.crew) {
			return nil
		}
		for _, card := range pool {
			who := waiting[0]
			waiting = waiting[1:]
			if err := p.mustAct(ctx, "pick_bill", "assign", idOf(card), m{"picker_id": who.id}); err != nil {
				return err
			}
			p.handed++
			given[who.id] <- true
		}
	}
}

// pool are the first cards of the column that nobody has.
func (p *player) pool(ctx context.Context, most int) ([]m, error) {
	if most == 0 {
		return nil, nil
	}
	filter := m{"and": []m{{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "status", "op": "eq", "value": "ready"}, {"field": "picker_id", "op": "null"}}}
	var answer struct{ Rows []m }
	err := p.Call(ctx, "board", "data/pick_bill/query", m{"list": "board_pick", "filter": filter, "fields": []string{"doc_no"}, "sort": []string{"-priority", "created_at"}, "size": most}, &answer)
	return answer.Rows, err
}
