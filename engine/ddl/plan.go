package ddl

import (
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Class says what a step means for a running system.
type Class string

// The classes. Only plans without hazards are applied.
const (
	Safe   Class = "safe"   // done in a moment, whatever the size of the table
	Online Class = "online" // reads the whole table, and loses nothing
	Hazard Class = "hazard" // would lose or contradict data, or is not ours to do
)

// Step is one change of the database.
type Step struct {
	Class Class    `json:"class"`
	Table string   `json:"table"`
	Name  string   `json:"name"`           // of the column, index or check; "" for the table
	SQL   []string `json:"sql,omitempty"`  // in order; none for a hazard
	Key   string   `json:"key,omitempty"`  // i18n key of the reason of a hazard
	Rows  int      `json:"rows,omitempty"` // how many records stand against it

	Rebuild bool `json:"rebuild,omitempty"` // a new table takes all rows over
	Apart   bool `json:"apart,omitempty"`   // what the release before reads or writes would be wrong after it
	Ahead   bool `json:"ahead,omitempty"`   // its work is done before, beside those who read and write
	Fills   int  `json:"fills,omitempty"`   // records without a value that get one
	Lost    int  `json:"lost,omitempty"`    // values that it had once: they were dropped by consent, and it comes back empty

	locks           map[string]store.TableLock // tables that are there, and whom the step shuts out of them
	fold            *fold                      // folds the texts that are there already
	told, forgotten []meaning
	left, returned  []Kept   // what metadata does without from now on, and what it has again
	fill            *fill    // what it does ahead: empty values are filled
	build           []string // or these statements are run, each kept by itself
}

// Plan is what brings the database to a release, in the order in which it is
// done. An empty plan means that nothing is to be done.
type Plan []Step

// Rebuilt lists the tables whose rows are all copied into a new table.
func (p Plan) Rebuilt() (tables []string) {
	for _, step := range p {
		if step.Rebuild {
			tables = append(tables, step.Table)
		}
	}
	return tables
}

// Apart lists the tables that change so that no server may go on with the release
// before: they are changed at a start.
func (p Plan) Apart() (tables []string) {
	for _, step := range p {
		if step.Apart && !slices.Contains(tables, step.Table) {
			tables = append(tables, step.Table)
		}
	}
	return tables
}

// Ahead are the steps whose work is done before the release is put in force.
func (p Plan) Ahead() (ahead Plan) {
	for _, step := range p {
		if step.Ahead {
			ahead = append(ahead, step)
		}
	}
	return ahead
}

// Filling are the steps that give records a value which they did not have.
func (p Plan) Filling() (filling Plan) {
	for _, step := range p {
		if step.Fills > 0 {
			filling = append(filling, step)
		}
	}
	return filling
}

// ID names a step within its plan.
func (s Step) ID() string { return string(s.Class) + " " + s.Table + "." + s.Name }

// locks are those of all steps, the strongest of each table.
func (p Plan) locks() map[string]store.TableLock {
	all := map[string]store.TableLock{}
	for _, step := range p {
		for table, lock := range step.locks {
			all[table] = max(all[table], lock)
		}
	}
	return all
}

// Locked lists the tables that others have to leave alone while the plan is done on
// PostgreSQL.
func (p Plan) Locked() []string { return slices.Sorted(maps.Keys(p.locks())) }

// Hazards lists the steps that may not be taken.
func (p Plan) Hazards() Plan {
	var hazards Plan
	for _, step := range p {
		if step.Class == Hazard {
			hazards = append(hazards, step)
		}
	}
	return hazards
}

// Err refuses a plan with hazards: a Conflict fault ddl.hazard with one error per
// hazard.
func (p Plan) Err() error {
	hazards := p.Hazards()
	if len(hazards) == 0 {
		return nil
	}
	refusal := fault.New(fault.Conflict, "ddl.hazard", "count", len(hazards)).With(hazards)
	for _, step := range hazards {
		refusal.Errors = append(refusal.Errors, fault.New(fault.Conflict, step.Key, "table", step.Table, "name", step.Name, "rows", step.Rows).On(step.Table+"."+step.Name))
	}
	return refusal
}
