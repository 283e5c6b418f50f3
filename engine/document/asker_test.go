package document_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAJobStopsWhenItsAskerIsGone has the asker of a job leave, or lose his roles, in
// the middle of it: it goes no further and tells what it did.
func TestAJobStopsWhenItsAskerIsGone(t *testing.T) {
	for name, leave := range map[string]func(was auth.Actor) (auth.Actor, error){
		"auth.asker_gone": func(auth.Actor) (auth.Actor, error) { return auth.Actor{}, fault.New(fault.Denied, "auth.asker_gone") },
		"right.missing": func(was auth.Actor) (auth.Actor, error) {
			was.Roles = nil
			return was, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, o *office) {
				looks := 0
				o.Documents.Current = func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) {
					if looks++; looks > 3 {
						return leave(was)
					}
					return was, nil
				}
				ids := []int64{o.order("A"), o.order("A"), o.order("A"), o.order("A"), o.order("A")}
				for len(ids) <= document.Largest {
					ids = append(ids, int64(1_000_000+len(ids)))
				}
				made, err := o.Documents.Act(t.Context(), o.rights, "order", document.Request{Name: "audit", IDs: ids})
				if err != nil {
					t.Fatal(err)
				}
				found := o.end(made.Job)
				var outcomes []document.Outcome
				if err := json.Unmarshal([]byte(found.Result), &outcomes); err != nil || len(outcomes) == 0 || len(outcomes) > 4 {
					t.Errorf("it tells %.300s (%v), want what was done before", found.Result, err)
				}
				if found.State != job.Dead || !strings.Contains(found.Failure, name) || int(found.Done) != len(outcomes) {
					t.Errorf("%s after %d of %d: %s", found.State, found.Done, len(ids), found.Failure)
				}
			})
		})
	}
}
