package plugin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/hook"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/station"
)

// EffectFunc does what an effect says for the whole batch of one action.
type EffectFunc = func(ctx context.Context, e *EffectEvent, batch []Row) error

// PlanFunc reads what an effect is going to need; see document.Effect.
type PlanFunc = func(ctx context.Context, e *EffectEvent) (Thought, error)

// Endpoint answers POST /api/x/{plugin}/{name}. Right is what the caller must
// hold, as "<plugin>.<name>". Of names a table, where the call is about one record of it,
// by the id in the body: it is not found for who may not read it.
type Endpoint struct {
	Plugin string
	Name   string
	Right  string
	Of     string
	Handle func(ctx context.Context, data Data, body json.RawMessage) (any, error)
}

// Breach is a row that breaks an invariant.
type Breach struct {
	ID     int64  `json:"id"`
	Detail string `json:"detail"`
}

// Invariant is a statement that always holds; `wareloom verify` asks for it.
type Invariant struct {
	Key   string
	Check func(ctx context.Context, tx Tx) ([]Breach, error)
}

// BreachLimit is how many breaking rows are shown of one invariant.
const BreachLimit = 20

// Breaking makes the invariant whose question finds the rows that break it: the
// id of the row and, as text, what it shows.
func Breaking(key, question string) Invariant {
	return Invariant{Key: key, Check: func(ctx context.Context, tx Tx) ([]Breach, error) {
		found, err := breaches(ctx, tx, fmt.Sprintf("%s LIMIT %d", question, BreachLimit))
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", key, err)
		}
		return found, nil
	}}
}

func breaches(ctx context.Context, tx Tx, question string) ([]Breach, error) {
	rows, err := tx.Query(ctx, question)
	if err != nil {
		return nil, err
	}
	var found []Breach
	for rows.Next() {
		var b Breach
		if err := rows.Scan(&b.ID, &b.Detail); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		found = append(found, b)
	}
	return found, errors.Join(rows.Err(), rows.Close())
}

// Mend puts right rows that an earlier version left wrong, a good hundred at a time: those
// with ids above after. It gives the last that it looked at, 0 when there are no more.
type Mend struct {
	Key string
	Do  func(ctx context.Context, data Data, after int64) (last int64, err error)
}

// Source is a plugin's metadata.
type Source struct {
	Plugin string
	Files  fs.FS
}

// Registrar collects what plugins bring.
type Registrar struct {
	SaveHooks  *record.Hooks
	ActHooks   *document.Hooks
	Effects    []document.Effect
	Flows      map[string]station.Flow
	CodeKinds  []station.CodeKind
	Endpoints  []Endpoint
	Invariants []Invariant
	Readiness  []Invariant
	Functions  []Function
	Jobs       map[string]JobHandler
	Schedules  []job.Schedule
	Mends      []Mend
	Sources    []Source
	// Codes resolves scanned codes for every flow. It knows all kinds once every
	// plugin is registered; a flow keeps the pointer.
	Codes *station.Codes

	plugin   string
	mistakes []error
}

// Load registers the plugins in their order. All mistakes come back together.
func Load(plugins ...Plugin) (*Registrar, error) {
	r := &Registrar{
		SaveHooks: record.NewHooks(), ActHooks: document.NewHooks(),
		Flows: map[string]station.Flow{}, Jobs: map[string]JobHandler{}, Codes: station.NewCodes(),
	}
	names := map[string]bool{}
	for _, p := range plugins {
		r.plugin = p.Name()
		if names[r.plugin] {
			r.mistake("the plugin is listed twice")
		}
		names[r.plugin] = true
		p.Register(r)
	}
	for _, kind := range r.CodeKinds {
		if err := r.Codes.Add(kind); err != nil {
			r.mistakes = append(r.mistakes, err)
		}
	}
	return r, errors.Join(append(r.mistakes, r.SaveHooks.Check(), r.ActHooks.Check())...)
}

func (r *Registrar) mistake(format string, args ...any) {
	r.mistakes = append(r.mistakes, fmt.Errorf("plugin %s: %s", r.plugin, fmt.Sprintf(format, args...)))
}

// BeforeSave adds a function that runs for each record of a table before it is
// checked and stored; it may set fields or refuse.
func (r *Registrar) BeforeSave(table, key string, order int, fn hook.Func[*SaveEvent]) {
	r.SaveHooks.Before(table, r.plugin+"."+key, order, fn)
}

// BeforeSaveAll adds a function that runs once for all records of a table in a save.
func (r *Registrar) BeforeSaveAll(table, key string, order int, fn hook.Func[*SaveBatch]) {
	r.SaveHooks.BeforeAll(table, r.plugin+"."+key, order, fn)
}

// AfterSave adds a function that runs for each record of a table after it is stored.
func (r *Registrar) AfterSave(table, key string, order int, fn hook.Func[*SaveEvent]) {
	r.SaveHooks.After(table, r.plugin+"."+key, order, fn)
}

// AfterSaveAll adds a function that runs once for all records of a table that a
// save stored.
func (r *Registrar) AfterSaveAll(table, key string, order int, fn hook.Func[*SaveBatch]) {
	r.SaveHooks.AfterAll(table, r.plugin+"."+key, order, fn)
}

// BeforeDelete adds a function that runs once for the records of a table that are about
// to go; it may refuse.
func (r *Registrar) BeforeDelete(table, key string, order int, fn hook.Func[*DeleteBatch]) {
	r.SaveHooks.BeforeDelete(table, r.plugin+"."+key, order, fn)
}

// BeforeAct adds a function that runs before the effects of an action; it may refuse.
func (r *Registrar) BeforeAct(document, action, key string, order int, fn hook.Func[*ActEvent]) {
	r.ActHooks.Before(document, action, r.plugin+"."+key, order, fn)
}

// AfterAct adds a function that runs after the effects of an action.
func (r *Registrar) AfterAct(document, action, key string, order int, fn hook.Func[*ActEvent]) {
	r.ActHooks.After(document, action, r.plugin+"."+key, order, fn)
}

// Effect adds <plugin>.<name>.
func (r *Registrar) Effect(name string, run EffectFunc) {
	r.Effects = append(r.Effects, document.Effect{Key: r.plugin + "." + name, Run: run})
}

// PlannedEffect adds an effect that plans before anything is locked: plan reads on a
// snapshot and gives the function that works the plan out, which run finds in its
// event.
func (r *Registrar) PlannedEffect(name string, plan PlanFunc, run EffectFunc) {
	r.Effects = append(r.Effects, document.Effect{Key: r.plugin + "." + name, Run: run, Plan: plan})
}

// Flow adds the flow <plugin>.<name> of a station.
func (r *Registrar) Flow(name string, flow Flow) {
	key := r.plugin + "." + name
	if r.Flows[key] != nil {
		r.mistake("flow %s is registered twice", name)
	}
	if told, ok := flow.(station.Described); ok {
		for _, mistake := range told.Plan().Mistakes() {
			r.mistake("flow %s: %s", name, mistake)
		}
	}
	r.Flows[key] = flow
}

// CodeKind adds a kind of scanned codes.
func (r *Registrar) CodeKind(kind CodeKind) { r.CodeKinds = append(r.CodeKinds, kind) }

// Endpoint adds POST /api/x/<plugin>/<name>.
func (r *Registrar) Endpoint(e Endpoint) {
	e.Plugin = r.plugin
	if e.Right == "" || e.Handle == nil {
		r.mistake("endpoint %s needs a right and a function", e.Name)
	}
	if slices.ContainsFunc(r.Endpoints, func(other Endpoint) bool { return other.Plugin == e.Plugin && other.Name == e.Name }) {
		r.mistake("endpoint %s is registered twice", e.Name)
	}
	r.Endpoints = append(r.Endpoints, e)
}

// Job adds the handler of jobs of the kind <plugin>.<name>.
func (r *Registrar) Job(name string, handle JobHandler) {
	key := r.plugin + "." + name
	if r.Jobs[key] != nil {
		r.mistake("job %s is registered twice", name)
	}
	r.Jobs[key] = handle
}

// Every has a job of the kind <plugin>.<name> run by itself at the times of a
// cron text (minute hour day month weekday) in UTC.
func (r *Registrar) Every(cron, name string) {
	kind := r.plugin + "." + name
	r.Schedules = append(r.Schedules, job.Schedule{Key: kind, Cron: cron, Kind: kind})
}

// CheckNames tells the hooks on tables and actions that metadata does not have,
// the schedules without a job, and where plugins and what they say of themselves do not
// agree on what is offered.
func (r *Registrar) CheckNames(model *meta.Model) error {
	var wrong []error
	for _, table := range r.SaveHooks.Tables() {
		if _, ok := model.Tables[table]; !ok {
			wrong = append(wrong, fmt.Errorf("a hook is on the table %s, which does not exist", table))
		}
	}
	for _, key := range r.ActHooks.Actions() {
		d, ok := model.Documents[key[0]]
		if ok {
			_, ok = d.Action(key[1])
		}
		if !ok {
			wrong = append(wrong, fmt.Errorf("a hook is on the action %s.%s, which does not exist", key[0], key[1]))
		}
	}
	for _, s := range r.Schedules {
		if r.Jobs[s.Kind] == nil {
			wrong = append(wrong, fmt.Errorf("the job %s is scheduled but not registered", s.Kind))
		}
	}
	wrong = append(wrong, r.checkOffers(model)...)
	return errors.Join(wrong...)
}

// Invariant adds a statement for `wareloom verify`.
func (r *Registrar) Invariant(i Invariant) { r.Invariants = append(r.Invariants, i) }

// Ready adds a statement that must hold before the house goes live, for `wareloom cutover
// check`. What breaks it is named as people know it: the detail is the record's name.
func (r *Registrar) Ready(i Invariant) { r.Readiness = append(r.Readiness, i) }

// Mend adds what is put right once on each database, when the product starts on it.
func (r *Registrar) Mend(m Mend) {
	m.Key = r.plugin + "." + m.Key
	r.Mends = append(r.Mends, m)
}

// Function adds a pure function to the language of expressions.
func (r *Registrar) Function(f Function) { r.Functions = append(r.Functions, f) }

// Metadata adds the plugin's metadata.
func (r *Registrar) Metadata(files fs.FS) { r.Sources = append(r.Sources, Source{r.plugin, files}) }
