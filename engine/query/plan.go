package query

import (
	"context"
	"strings"
	"sync"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// plan is everything about a request but its values.
type plan struct {
	leaves  []*leaf // of the request's filter, then of the caller's
	wanted  int     // how many of them are the request's
	page    piece   // up to its LIMIT
	rest    piece   // behind it; "" for most
	way     *along  // to a page of many rows; nil for most
	total   piece   // "" when nobody counts
	sums    piece   // "" when nothing is summed
	summed  []summed
	wide    int // columns of the sums: two names may be of one
	keys    []orderKey
	answer  answer
	can     *canPlan // nil when nobody asks
	columns int
	paths   []catalog.Path // of a record's columns, where memory tells all of them; nil: it does not
	moves   bool           // what it rolls up changes with the time: its statements are of one moment
}

// use is what a plan is for; it is part of the plan's shape.
type use byte

const (
	aPage   use = 'l' // a page of a list
	aRecord use = 'g' // a whole record, or its lines
	forCode use = 'r' // stored fields, no labels
)

// planner makes the plan of one request.
type planner struct {
	ctx       context.Context // of the request: conditions that ask the time go by its clock
	dialect   store.Dialect
	rights    *access.Rights
	table     *catalog.Table
	condition *expression.Program // of metadata; nil: none
	choices   []Choice
	use       use

	filter, where *condition
	reached       *condition // what is found in place of all words; nil: nothing
	words, first  int        // searched words and the number of the first one's argument
	after         *cursor
	cursorAt      int // number of the cursor's first argument
	resolver      resolver
}

// plan resolves the request and writes its statements.
func (p *planner) plan(r *Request, f *Filter) (*plan, error) {
	orders, err := p.resolve(r, f)
	if err != nil {
		return nil, err
	}
	made := &plan{leaves: p.resolver.leaves}
	_ = f.leaves(func(*Filter) error { made.wanted++; return nil })
	if err := p.page(made, r, orders); err != nil {
		return nil, err
	}
	if r.Total != NoTotal {
		if made.total, err = p.total(r.Total); err != nil {
			return nil, err
		}
	}
	if len(r.Sums) > 0 {
		err = p.sums(made, r.Sums)
	}
	return made, err
}

// resolve turns names into fields and numbers the arguments.
func (p *planner) resolve(r *Request, f *Filter) (orders []order, err error) {
	p.resolver = resolver{ctx: p.ctx, table: p.table, rights: p.rights}
	if p.filter, err = p.resolver.condition(f); err != nil {
		return nil, err
	}
	if p.where, err = p.resolver.condition(r.Where); err != nil {
		return nil, err
	}
	if p.reached, err = p.resolver.condition(r.reached); err != nil {
		return nil, err
	}
	p.first = p.resolver.width
	p.cursorAt = p.first + p.words
	return sorting(p.table, r.Sort)
}

// page writes the statement of the rows themselves.
func (p *planner) page(made *plan, r *Request, orders []order) error {
	source, chosen := newSource(p.rights, p.table), &selection{}
	w := &writer{plain: p.use == forCode, source: source, chosen: chosen, answer: &made.answer}
	made.answer.user = p.rights.Actor().Values
	if err := p.fields(w, r.Fields); err != nil {
		return err
	}
	made.keys = orderKeys(source, orders)
	for i := range made.keys {
		made.keys[i].at = chosen.add(made.keys[i].value)
	}
	if r.Can {
		made.can = newCanPlan(p.rights, p.table, source, chosen)
	}
	made.columns = len(chosen.columns)
	if p.use == aRecord {
		made.paths = p.remembered(chosen)
	}
	made.moves = source.moves
	return p.statement(made, chosen, source, orders)
}

// statement puts the page's statement together. Where a page is found without
// other tables, they are joined to its rows alone and not to all that match; what is
// shown of roll-ups is worked out for those rows alone, too.
func (p *planner) statement(made *plan, chosen *selection, source *source, orders []order) error {
	alone := newSource(p.rights, p.table)
	keys := orderKeys(alone, orders)
	where, err := p.behind(alone, keys)
	if err != nil {
		return err
	}
	made.moves = made.moves || alone.moves
	if p.use == aPage && len(alone.joins) == 0 && (len(source.joins) > 0 || source.rolls) {
		rows := alone.read([]piece{raw(access.Alias + ".*")}, where).OrderByClause(orderBy(keys))
		return p.joinedLate(made, chosen, source, rows)
	}
	if where, err = p.behind(source, made.keys); err != nil {
		return err
	}
	if made.page, err = written(source.read(chosen.columns, where).OrderByClause(orderBy(made.keys))); err != nil {
		return err
	}
	made.way, err = p.goAlong(made, chosen, source, where)
	return err
}

// joinedLate reads a page's rows first and joins the other tables to those: the
// limit goes between the plan's page and its rest.
func (p *planner) joinedLate(made *plan, chosen *selection, source *source, rows squirrel.SelectBuilder) error {
	const limit = "/* limit */"
	inOrder := orderBy(made.keys)
	whole, err := written(source.joinTo(selecting(chosen.columns).FromSelect(rows.Suffix(limit), access.Alias)).OrderByClause(inOrder))
	if err != nil {
		return err
	}
	behind := len(inOrder.slots)
	for _, j := range source.joins {
		behind += len(j.on.slots)
	}
	page, rest, _ := strings.Cut(whole.text, limit)
	parted := len(whole.slots) - behind
	made.page, made.rest = piece{page, whole.slots[:parted]}, piece{rest, whole.slots[parted:]}
	return nil
}

// behind are the conditions, and that of a cursor.
func (p *planner) behind(s *source, keys []orderKey) (piece, error) {
	where, err := p.conditions(s)
	if err != nil || p.after == nil {
		return where, err
	}
	behind, err := p.after.after(keys, p.cursorAt)
	return every(where, behind), err
}

// fields writes the members of a row: those asked for and the id, or all.
func (p *planner) fields(w *writer, names []string) error {
	if len(names) == 0 {
		for _, field := range p.table.Fields {
			to, ok := pathOf(p.table, field.Key)
			if ok && (p.use != forCode || !field.Virtual) {
				w.field(field.Key, to)
			}
		}
		if p.use != forCode {
			w.ownLabel()
		}
		return nil
	}
	seen := map[string]bool{"id": true}
	id, _ := pathOf(p.table, "id")
	w.field("id", id)
	for i, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		if name == "_label" {
			w.ownLabel()
			continue
		}
		to, ok := pathOf(p.table, name)
		if !ok {
			return on(unknownField(name), "fields", i)
		}
		w.field(name, to)
	}
	return nil
}

// conditions are what every statement of the request keeps to: first the rows of
// the actor, then the request, each in brackets.
func (p *planner) conditions(s *source) (piece, error) {
	parts := []piece{s.rows(), p.filter.write(s, p.dialect), p.where.write(s, p.dialect)}
	parts = append(parts, p.searched(s))
	if p.condition != nil {
		said, err := conditionOf(p.ctx, p.condition, p.rights, s.root)
		if err != nil {
			return piece{}, err
		}
		parts = append(parts, said)
	}
	for _, choice := range p.choices {
		parts = append(parts, fixed("("+choice.Text+")", choice.Args))
	}
	return every(parts...), nil
}

// conditionOf writes a condition of metadata over a table of the statement.
func conditionOf(ctx context.Context, condition *expression.Program, rights *access.Rights, in *joined) (piece, error) {
	scope := expression.Scope{Vars: map[string]any{"user": rights.Actor().Values}}
	text, args, err := condition.SQL(ctx, scope, access.NewColumns(in.table, in.alias))
	return fixed(text, args), err
}

// searched holds for rows that have every word, and for those that the words lead to
// as a scanned code.
func (p *planner) searched(s *source) piece {
	words := make([]piece, p.words)
	for i := range words {
		words[i] = p.word(s, p.first+i)
	}
	if p.reached == nil {
		return every(words...)
	}
	return glue("(", every(words...), ") OR (", p.reached.write(s, p.dialect), ")")
}

// word looks for one word in every searched field that the actor may read; a
// table without such fields has nothing to find.
func (p *planner) word(s *source, number int) piece {
	find := &leaf{op: Like, operands: []operand{{kind: foldValue, first: number}}}
	var parts []piece
	for _, field := range p.table.Search {
		find.to = target{path: catalog.Path{field}}
		if !field.Meta.Secret {
			parts = append(parts, glue("(", find.write(s, p.dialect), ")"))
		}
	}
	if len(parts) == 0 {
		return raw("FALSE")
	}
	return list(" OR ", parts)
}

// total writes the statement that counts, with the joins that it needs only.
func (p *planner) total(total Total) (piece, error) {
	source := newSource(p.rights, p.table)
	where, err := p.conditions(source)
	if err != nil {
		return piece{}, err
	}
	if total == ExactTotal {
		return written(source.read([]piece{raw("count(*)")}, where))
	}
	counted := source.read([]piece{raw("1")}, where).Limit(cappedTotal + 1)
	return written(squirrel.Select("count(*)").FromSelect(counted, "counted"))
}

// planKey is what a plan is kept under: it holds the rights' predicates.
type planKey struct {
	rights    *access.Rights
	condition *expression.Program
	shape     string
}

// The plans that are kept, and the longest shape worth keeping.
const (
	keptPlans    = 4096
	longestShape = 4096 // bytes
)

// keptReleases is of how many releases plans are kept: the one in force, the one before,
// whose calls end, and a few that are only looked at.
const keptReleases = 4

// plans keeps the plans of recent shapes. When it is full it starts over: real
// work has few shapes, and those come back at once.
type plans struct {
	mu       sync.RWMutex
	releases map[*catalog.Release]bool // of the plans
	plans    map[planKey]*plan
}

func (c *plans) get(key planKey) *plan {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.plans[key]
}

func (c *plans) put(key planKey, p *plan) {
	if p.moves || key.rights.Volatile() || key.condition != nil && access.CallsFunction(key.condition) || len(key.shape) > longestShape {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	release := key.rights.Release()
	if c.plans == nil || len(c.plans) >= keptPlans || !c.releases[release] && len(c.releases) >= keptReleases {
		c.releases, c.plans = map[*catalog.Release]bool{}, map[planKey]*plan{}
	}
	c.releases[release], c.plans[key] = true, p
}
