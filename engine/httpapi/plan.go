package httpapi

import (
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
)

// toldStep is a change of the database in words.
type toldStep struct {
	ddl.Step
	ID    string `json:"step"`  // names it within its plan
	Words string `json:"words"` // what it costs, or why it cannot be done; plain
}

// plan words what becomes of tables.
func (t *Texts) plan(plan ddl.Plan, language string) []toldStep {
	told := make([]toldStep, len(plan))
	for i, step := range plan {
		told[i] = toldStep{step, step.ID(), t.Plain(language, "designer.class."+string(step.Class), nil)}
		if step.Key != "" {
			told[i].Words = t.Plain(language, step.Key, fault.Params{"table": step.Table, "name": step.Name, "rows": step.Rows})
		}
	}
	return told
}
