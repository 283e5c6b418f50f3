package public

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// send sends a form of a page.
func (s *street) send(page string, visit Visit) error {
	visit.Page, visit.Language = s.Release.Pages[page], "es"
	return s.DB.Write(s.t.Context(), func(ctx context.Context, tx *store.Tx) error { return s.Send(ctx, tx, s.Release, visit) })
}

func (s *street) told(text string) (line string) {
	s.t.Helper()
	err := s.DB.Read(s.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		var lines []string
		err := tx.Select(ctx, &lines, text)
		line = strings.Join(lines, ", ")
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return line
}

// TestWhatAFormSendsBecomesARecord holds values to their fields, what the page adds, and
// fields that the form does not ask for to nothing.
func TestWhatAFormSendsBecomesARecord(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		given := map[string]string{"name": " Ann ", "kind": "fragile", "pieces": "12", "urgent": "true", "source": "forged", "language": "", "id": "1"}
		if err := s.send("write", Visit{Block: "form", Given: given}); err != nil {
			t.Fatal(err)
		}
		if got := s.told("select name || ' ' || kind || ' ' || pieces || ' ' || case when urgent then 'urgent' else '-' end || ' ' || source || ' ' || language from message"); got != "Ann fragile 12 urgent web es" {
			t.Errorf("kept is %s", got)
		}
	})
}

// TestAFormIsRefusedAsAnySave holds what is wrong to its field, and an address that names
// no form to none.
func TestAFormIsRefusedAsAnySave(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		for _, tt := range []struct {
			name, page string
			visit      Visit
			code       fault.Code
		}{
			{"nothing", "write", Visit{Block: "form"}, fault.Invalid},
			{"blanks", "write", Visit{Block: "form", Given: map[string]string{"name": "  "}}, fault.Invalid},
			{"too long", "write", Visit{Block: "form", Given: map[string]string{"name": strings.Repeat("x", 11)}}, fault.Invalid},
			{"no number", "write", Visit{Block: "form", Given: map[string]string{"name": "Ann", "pieces": "many"}}, fault.Invalid},
			{"no such form", "write", Visit{Block: "other", Given: map[string]string{"name": "Ann"}}, fault.NotFound},
			{"a block that is none", "shops", Visit{Block: "list"}, fault.NotFound},
		} {
			if err := s.send(tt.page, tt.visit); fault.CodeOf(err) != tt.code {
				t.Errorf("%s: %v, want %d", tt.name, err, tt.code)
			}
		}
		if got := s.told("select name from message"); got != "" {
			t.Errorf("kept is %s", got)
		}
	})
}

// TestAFormChangesTheRecordOfItsAddress holds a private page to the record that it was made
// for.
func TestAFormChangesTheRecordOfItsAddress(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		s.shop("A", "Apples", accesstest.Row{"token": "t1", "phone": "1"})
		s.shop("B", "Bakery", accesstest.Row{"token": "t2", "phone": "2"})
		if err := s.send("edit", Visit{Block: "form", Named: "t2", Given: map[string]string{"phone": "22", "name": "Taken over"}}); err != nil {
			t.Fatal(err)
		}
		for named, want := range map[string]string{"t3": "record.not_found", "": "record.not_found", "t1": "page.nothing_sent"} {
			if err := s.send("edit", Visit{Block: "form", Named: named, Given: map[string]string{"name": "x"}}); !fault.IsKey(err, want) {
				t.Errorf("at %q: %v, want %s", named, err, want)
			}
		}
		if got := s.told("select name || ' ' || phone from shop order by code"); got != "Apples 1, Bakery 22" {
			t.Errorf("the shops are %s", got)
		}
		if _, err := s.made("edit", Visit{Named: "t3"}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("the page of nothing: %v", err)
		}
	})
}

// TestARefusedFormKeepsWhatWasTyped holds the form that is shown again to the values and to
// every word of refusal, and the one that was taken to its thanks.
func TestARefusedFormKeepsWhatWasTyped(t *testing.T) {
	each(t, func(t *testing.T, s *street) {
		empty := s.must("write", Visit{}).Blocks[0]
		if fmt.Sprint(empty.Inputs[0]) != "{name Your name As you like text  true 10 [] }" || empty.Submit != "Send" || empty.Notice != "" || fmt.Sprint(empty.Inputs[1].Choices) != "[{plain Plain} {fragile Fragile}]" {
			t.Errorf("the empty form is %+v", empty)
		}
		one := func(key, path string) *fault.Fault { return fault.New(fault.Invalid, key).On(path) }
		refused := fault.New(fault.Invalid, "record.invalid")
		refused.Errors = []*fault.Fault{one("field.required", "name"), one("first", "source"), one("second", "")}
		again := s.must("write", Visit{Block: "form", Given: map[string]string{"name": "Ann", "pieces": "x"}, Refused: refused}).Blocks[0]
		if again.Inputs[0].Value != "Ann" || again.Inputs[0].Refusal != "en field.required" || again.Inputs[2].Value != "x" || again.Inputs[2].Refusal != "" {
			t.Errorf("shown again are %+v", again.Inputs)
		}
		if again.Refusal != "en first<br>en second" {
			t.Errorf("of the whole form is told %q", again.Refusal)
		}
		if other := s.must("write", Visit{Block: "form", Refused: one("page.busy", "")}).Blocks[0]; other.Refusal != "en page.busy" {
			t.Errorf("a refusal of the whole is told as %q", other.Refusal)
		}
		if taken := s.must("write", Visit{Sent: "form"}).Blocks[0]; taken.Notice != "Thank you" || len(taken.Inputs) > 0 {
			t.Errorf("behind a form that was taken is %+v", taken)
		}
	})
}
