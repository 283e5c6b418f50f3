package httpapi

import (
	"github.com/wareloom/wareloom/engine/release/proof"
)

// ToldTest is what came of a test of metadata, in words.
type ToldTest struct {
	Key      string `json:"key"`
	Title    string `json:"title"`
	Required bool   `json:"required"` // nothing is published under which it fails
	Passed   bool   `json:"passed"`
	Step     string `json:"step,omitempty"`    // that failed, as when/audit
	Message  string `json:"message,omitempty"` // why, plain
}

// Tests words what came of tests.
func (t *Texts) Tests(results []proof.Result, language string) []ToldTest {
	told := make([]ToldTest, len(results))
	for i, r := range results {
		told[i] = ToldTest{Key: r.Key, Title: r.Title.In(language), Required: r.Required, Passed: r.Passed(), Step: r.Step}
		if r.Fault != nil {
			told[i].Message = unescaped(t.Fault(r.Fault, language))
		}
	}
	return told
}

// testsRun runs the tests of metadata under a change set, on a database of their own.
func (a *API) testsRun(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	results, err := a.Releases.Tests(q.ctx, body.Change)
	if err != nil {
		return nil, unsound(err)
	}
	return q.texts.Tests(results, q.language), nil
}
