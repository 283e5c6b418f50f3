package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/tests/client"
)

type m = map[string]any

// player plays a month.
type player struct {
	*client.Client
	month   *month
	workers int
	skuBin  map[string]string // position by SKU
	url     string            // of the server
	board   bool              // a lead gives the work out on the board
	crew    []*person         // who gets it
	handed  map[string]int    // tasks that the board gave, by document
	counted *atomic.Int64     // positions
	busy    *atomic.Int64     // calls that were asked to come again, and did
	desk    deskFigures

	proposed map[int64]bool  // order lines for which goods were asked of the reserve
	again    map[int64]int64 // who was given a count that another had counted
	endWatch func() error    // has the desk looked at for the last time; nil: it is not watched

	consignor, warehouse int64
	orders               map[string]int64 // document by invoice
	shipped, short       int
	left                 []string // orders that are short although their goods lie free
	cancelled, returned  int
}

func newPlayer(url string, of *month, workers int, board bool) *player {
	return &player{url: url, month: of, workers: workers, board: board, skuBin: map[string]string{}, handed: map[string]int{}, proposed: map[int64]bool{}, again: map[int64]int64{}, counted: &atomic.Int64{}, busy: &atomic.Int64{}}
}

// comeAgain is how long a device waits that was told that the system is busy, and mostTimes
// how often it does.
const (
	comeAgain = time.Second
	mostTimes = 30
)

// Call calls as a device does: one that is told to try again in a moment does so, with the
// same key.
func (p *player) Call(ctx context.Context, kind, path string, body, into any) error {
	key := auth.NewID()
	for range mostTimes {
		err := p.CallAs(ctx, kind, key, path, body, into)
		var refusal *client.Refusal
		if !errors.As(err, &refusal) || refusal.StatusCode != http.StatusServiceUnavailable {
			return err
		}
		p.busy.Add(1)
		time.Sleep(comeAgain)
	}
	return fmt.Errorf("%s: busy for %d times", path, mostTimes)
}

// act is a part of the play.
type act struct {
	name string
	do   func(context.Context) error
}

// play goes through the acts of the month in their order. Where the board gives the work,
// what was served by what came back is worked on as well.
func (p *player) play(ctx context.Context) error {
	acts := []act{
		{"build", p.build},
		{"desk", p.beginDesk},
		{"products", p.products},
		{"stock", p.stock},
		{"orders", p.enterOrders},
		{"allocate", p.allocate},
		{"waves", p.waves},
		{"pick", p.pickAll},
		{"verify", p.verifyOrders},
		{"send", p.send},
		{"returns", p.returns},
	}
	if p.board {
		acts = append(acts, act{"pick", p.workFromBoard}, act{"verify", p.verifyOrders}, act{"send", p.send})
	}
	for _, one := range append(acts, act{"count", p.count}) {
		began := time.Now()
		if err := one.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		fmt.Fprintf(os.Stderr, "%-9s %6.1f s\n", one.name, time.Since(began).Seconds())
	}
	return p.endDesk()
}

// pickAll picks as the player does: from the board with all else that it gives, or each
// taking the next bill.
func (p *player) pickAll(ctx context.Context) error {
	if !p.board {
		return p.pick(ctx)
	}
	if err := p.raiseCounts(ctx); err != nil {
		return err
	}
	return p.workFromBoard(ctx)
}

// each runs a function for every element, by all workers at once.
func each[T any](ctx context.Context, p *player, list []T, fn func(context.Context, T) error) error {
	var mu sync.Mutex
	var failed []error
	next := make(chan T)
	var group sync.WaitGroup
	for range p.workers {
		group.Go(func() {
			for one := range next {
				if err := fn(ctx, one); err != nil {
					mu.Lock()
					failed = append(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	for _, one := range list {
		next <- one
	}
	close(next)
	group.Wait()
	if len(failed) > 5 {
		failed = append(failed[:5], fmt.Errorf("and %d more", len(failed)-5))
	}
	return errors.Join(failed...)
}

// ensure makes a record unless its key exists, and gives its id.
func (p *player) ensure(ctx context.Context, table string, key []string, row m) (int64, error) {
	var results []struct {
		ID     int64
		Result bool
		Msg    string
	}
	if err := p.Call(ctx, "upsert", "data/"+table+"/upsert", m{"key": key, "rows": []m{row}, "mode": "each"}, &results); err != nil {
		return 0, err
	}
	if !results[0].Result {
		return 0, fmt.Errorf("%s %v: %s", table, row, results[0].Msg)
	}
	return results[0].ID, nil
}

// act takes an action on documents and tells which were refused.
func (p *player) act(ctx context.Context, table, name string, ids []int64, params m) ([]string, error) {
	var results []struct {
		ID     int64
		Result bool
		Msg    string
	}
	err := p.Call(ctx, "act "+name, "data/"+table+"/act", m{"name": name, "ids": ids, "params": params}, &results)
	var refusal *client.Refusal
	if err != nil && (!errors.As(err, &refusal) || len(refusal.Data) == 0 || refusal.Data[0] != '[') {
		return nil, err
	}
	var refused []string
	for _, r := range results {
		if !r.Result {
			refused = append(refused, fmt.Sprintf("%d: %s", r.ID, r.Msg))
		}
	}
	return refused, nil
}

func (p *player) mustAct(ctx context.Context, table, name string, id int64, params m) error {
	return p.Call(ctx, "act "+name, "data/"+table+"/act", m{"name": name, "id": id, "params": params}, nil)
}

// all gives all records of a table that meet a filter.
func (p *player) all(ctx context.Context, table string, filter m, fields ...string) (list []m, err error) {
	for cursor := ""; ; {
		var answer struct {
			Rows       []m
			NextCursor string
		}
		err := p.Call(ctx, "query", "data/"+table+"/query", m{"filter": filter, "fields": fields, "sort": []string{"id"}, "size": 500, "cursor": cursor}, &answer)
		list, cursor = append(list, answer.Rows...), answer.NextCursor
		if err != nil || cursor == "" {
			return list, err
		}
	}
}

func idOf(row m) int64 { return int64(row["id"].(float64)) }

// build makes the consignor, the building and a bin for every product.
func (p *player) build(ctx context.Context) error {
	var err error
	if p.consignor, err = p.ensure(ctx, "consignor", []string{"code"}, m{"code": "RETAIL", "name": "Online retail"}); err != nil {
		return err
	}
	if p.warehouse, err = p.ensure(ctx, "warehouse", []string{"code"}, m{"code": "RT1", "name": "Retail", "time_zone": "Europe/London"}); err != nil {
		return err
	}
	for _, a := range []struct{ code, kind, use string }{{"R", "receiving", "staging_in"}, {"K", "receiving", "staging_in"}, {"P", "checking", "tote"}, {"S", "sending", "ship_staging"}, {"T", "returns", "returns"}, {"A", "picking", ""}, {"B", "storage", ""}} {
		area, err := p.ensure(ctx, "storage_area", []string{"warehouse_id", "code"}, m{"warehouse_id": p.warehouse, "code": a.code, "name": a.code, "area_kind": a.kind, "pick_allowed": a.kind == "picking"})
		if err != nil {
			return err
		}
		if a.use == "" {
			if err := p.bins(ctx, a.code, area); err != nil {
				return err
			}
			continue
		}
		_, err = p.ensure(ctx, "position", []string{"warehouse_id", "code"}, m{"warehouse_id": p.warehouse, "storage_area_id": area, "code": "RT-" + a.code, "barcode": "RT-" + a.code, "position_use": a.use})
		if err != nil {
			return err
		}
	}
	if !p.board {
		return nil
	}
	if err := p.rulePutting(ctx); err != nil {
		return err
	}
	return p.hire(ctx)
}

// bins generates the bins of an area and gives each product one.
func (p *player) bins(ctx context.Context, code string, area int64) error {
	const levels, bays = 4, 40
	aisles := (len(p.month.SKUs) + levels*bays - 1) / (levels * bays)
	id, err := p.ensure(ctx, "position_definition", []string{"warehouse_id", "name"}, m{
		"warehouse_id": p.warehouse, "storage_area_id": area, "name": "RT" + code, "pattern": "RT{area}{aisle:2}-{bay:2}-{level}",
		"aisle_from": 1, "aisle_to": aisles, "bay_from": 1, "bay_to": bays, "level_from": 1, "level_to": levels, "block_bays": bays / 2,
	})
	if err != nil {
		return err
	}
	if err := p.mustAct(ctx, "position_definition", "generate", id, nil); err != nil {
		return err
	}
	if code == "B" {
		return nil
	}
	for i, sku := range p.month.SKUs {
		p.skuBin[sku] = fmt.Sprintf("RTA%02d-%02d-%d", i/(levels*bays)+1, i/levels%bays+1, i%levels+1)
	}
	return nil
}

// products imports the products of the file.
func (p *player) products(ctx context.Context) error {
	out, err := p.importThrough(ctx, "retail_products", m{"consignor_id": p.consignor})
	if err == nil && (out.Failed > 0 || out.Created+out.Skipped < len(p.month.SKUs)) {
		err = fmt.Errorf("%d products of %d, %d rows wrong", out.Created+out.Skipped, len(p.month.SKUs), out.Failed)
	}
	return err
}

// report gathers the figures.
func (p *player) report(took time.Duration) *report {
	r := &report{
		Orders: len(p.month.Orders), Shipped: p.shipped, Short: p.short, LeftOut: len(p.left), Cancelled: p.cancelled, Returned: p.returned,
		Handed: p.handed, Counted: p.counted.Load(), Busy: p.busy.Load(), Rejected: p.month.Rejected, Seconds: took.Round(time.Millisecond).Seconds(), Workers: p.workers, PerCall: p.Figures(),
	}
	if p.board {
		r.Desk = &p.desk
	}
	for _, in := range p.month.Orders {
		r.Lines += len(in.Lines)
	}
	for _, f := range r.PerCall {
		r.Calls += f.Calls
	}
	return r
}
