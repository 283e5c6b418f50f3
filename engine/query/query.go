package query

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Options are what Query needs from outside.
type Options struct {
	// Zone gives the time zone of an actor's days; nil is UTC for everybody.
	Zone func(ctx context.Context, actor auth.Actor) *time.Location
}

// Query answers questions about business tables. It is safe for use by many
// goroutines.
type Query struct {
	db    *store.DB
	zone  func(ctx context.Context, actor auth.Actor) *time.Location
	plans plans

	judge atomic.Pointer[access.Rights] // that guards read with, of the last release
}

// New gives the Query of a database.
func New(db *store.DB, o Options) *Query {
	zone := o.Zone
	if zone == nil {
		zone = func(context.Context, auth.Actor) *time.Location { return time.UTC }
	}
	return &Query{db: db, zone: zone}
}

// guards gives the rights that guards of actions read records with: they judge
// the whole record.
func (q *Query) guards(release *catalog.Release) *access.Rights {
	if known := q.judge.Load(); known != nil && known.Release() == release {
		return known
	}
	rights := access.System(release, "guards of actions")
	q.judge.Store(rights)
	return rights
}

// table finds a table and checks that the actor may read it. Faults:
// table.unknown (NotFound), right.missing (Denied).
func (q *Query) table(rights *access.Rights, key string) (*catalog.Table, error) {
	table, err := rights.Release().Table(key)
	if err != nil {
		return nil, err
	}
	return table, rights.RequireOn(table, access.Read)
}

// prepared is a plan with the values of one request bound.
type prepared struct {
	*plan
	values []any
	seal   uint32
}

// prepare finds or makes the plan of a request and binds its values.
func (q *Query) prepare(ctx context.Context, rights *access.Rights, table *catalog.Table, r *Request, purpose use) (*prepared, error) {
	f, err := ParseFilter(r.Filter)
	if err != nil {
		return nil, err
	}
	if err := r.counts(); err != nil {
		return nil, err
	}
	search, err := words(r.Search)
	if err != nil {
		return nil, err
	}
	out := &prepared{seal: seal(table, r.Sort)}
	after, err := readCursor(r.Cursor, out.seal)
	if err != nil {
		return nil, err
	}
	kind := shape{byte(purpose)}
	key := planKey{rights, r.Condition, string(kind.request(table, r, f, len(search), after))}
	kept := len(r.Choices) == 0 && !r.Whole // those have values of one request only
	if kept {
		out.plan = q.plans.get(key)
	}
	if out.plan == nil {
		p := planner{
			ctx: ctx, dialect: q.db.Dialect(), rights: rights, table: table, condition: r.Condition, choices: r.Choices, use: purpose, words: len(search), after: after,
		}
		if out.plan, err = p.plan(r, f); err != nil {
			return nil, err
		}
		if kept {
			q.plans.put(key, out.plan)
		}
	}
	b := binder{zone: q.zone(ctx, rights.Actor())}
	if err := b.filter(f, out.leaves[:out.wanted]); err != nil {
		return nil, err
	}
	if err := b.filter(All(orAll(r.Where), orAll(r.reached)), out.leaves[out.wanted:]); err != nil {
		return nil, err
	}
	b.values = append(b.values, anys(search)...)
	if err := b.cursor(after, out.keys); err != nil {
		return nil, err
	}
	out.values = b.values
	return out, nil
}

// paged gives the page's statement with its limit.
func (p *prepared) paged(dialect store.Dialect, limit, offset int, along bool) (string, []any) {
	page := p.page
	if along {
		page = p.way.page
	}
	text, args := p.cut(page, dialect, limit, offset)
	return text + p.rest.text, append(args, p.rest.args(p.values)...)
}

// cut gives a statement with its limit behind it. Both databases plan by the limit: PostgreSQL
// plans worse with a bound one, SQLite anew at every call. On SQLite the offset is bound, so
// that all pages are one statement.
func (p *prepared) cut(of piece, dialect store.Dialect, limit, offset int) (string, []any) {
	if dialect == store.SQLite && offset > 0 {
		return of.text + limitText(limit, 0) + " OFFSET ?", append(of.args(p.values), offset)
	}
	return of.text + limitText(limit, offset), of.args(p.values)
}

func limitText(limit, offset int) string {
	text := " LIMIT " + strconv.Itoa(limit)
	if offset > 0 {
		text += " OFFSET " + strconv.Itoa(offset)
	}
	return text
}
