package impact

import (
	"fmt"
	"testing"
)

// file is the document of orders.
const file = "order.document.json"

// TestOpenOrdersThatLoseSomethingAreCounted holds what goes of a document to the orders
// that have it, and to those that are not over.
func TestOpenOrdersThatLoseSomethingAreCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, state := range []string{"open", "open", "work", "done", "done", "off"} {
			h.order(fmt.Sprint("O-", i), state, "x")
		}
		drop := [3]string{file, `, {"key": "drop", "title": {"zh": "Drop", "en": "Drop", "es": "Drop"}, "from": ["open", "work"], "to": "off"}`, ""}
		done := [3]string{file, `{"key": "done", "title": {"zh": "Done", "en": "Done", "es": "Done"}, "phase": "done"}, `, ""}
		notDone := [3]string{file, `"to": "done"`, `"to": "off"`}
		off := [3]string{file, `, {"key": "off", "title": {"zh": "Off", "en": "Off", "es": "Off"}, "phase": "stopped"}`, ""}
		for name, tt := range map[string]struct {
			changes [][3]string
			want    []string
		}{
			"an action":                          {[][3]string{drop}, []string{"action document order actions/drop: 3 records"}},
			"an action from a state":             {[][3]string{{file, `"from": ["open", "work"]`, `"from": ["work"]`}}, []string{"action document order actions/drop: 2 records"}},
			"a further state for an action":      {[][3]string{{file, `"from": ["work"]`, `"from": ["work", "open"]`}}, nil},
			"an action of the system":            {[][3]string{{file, `, {"key": "lapse", "title": {"zh": "Lapse", "en": "Lapse", "es": "Lapse"}, "from": ["open"], "to": "off", "system": true}`, ""}}, nil},
			"a state that orders are in":         {[][3]string{done, notDone}, []string{"state document order states/done: 2 records"}},
			"a state with an order that is over": {[][3]string{off, {file, `"from": ["open", "work"], "to": "off"`, `"from": ["open", "work"]`}, {file, `"from": ["open"], "to": "off"`, `"from": ["open"]`}}, []string{"state document order states/off: 1 records"}},
			"the document":                       {[][3]string{{file, "", ""}, {"order.list.json", `, "actions": ["start"]`, ""}, {"order.table.json", `"type": "enum"`, `"type": "text"`}}, []string{"document document order : 3 records"}},
		} {
			want(t, name, told(h.weigh(tt.changes...).Breaks), tt.want...)
		}
	})
}

// TestWhatNobodyHasIsNotTold takes away what no order is in.
func TestWhatNobodyHasIsNotTold(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.order("O-1", "done", "x")
		want(t, "breaks", told(h.weigh([3]string{file, `"from": ["open", "work"]`, `"from": ["work"]`}).Breaks))
	})
}

// TestAGuardIsJudgedByEachOrder counts the orders that another guard would refuse and the
// one in force does not, and the other way round.
func TestAGuardIsJudgedByEachOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, note := range []string{"a", "a", "b", ""} {
			h.order(fmt.Sprint("O-", i), "open", note)
		}
		h.order("O-9", "work", "a")
		guard := func(must string) [3]string {
			return [3]string{file, `"must": "row.note != nil"`, `"must": "` + must + `"`}
		}
		for must, lines := range map[string][]string{
			"row.note == 'b'":                  {"guard document order actions/start: 2 records"},
			"row.note == nil":                  {"guard document order actions/start: 3 records", "guard_lost document order actions/start: 1 records"},
			"row.code != nil":                  {"guard_lost document order actions/start: 1 records"},
			"row.note != nil && row.id != nil": nil,
		} {
			want(t, must, told(h.weigh(guard(must)).Breaks), lines...)
		}
		words := [3]string{file, `"message": {"zh": "no note"`, `"message": {"zh": "other words"`}
		want(t, "other words", told(h.weigh(words).Breaks))
	})
}

// TestAGuardOverParametersIsNotCounted holds what depends on what people will say to no
// number at all.
func TestAGuardOverParametersIsNotCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.order("O-1", "work", "")
		other := [3]string{file, `"must": "params.why != 'no'"`, `"must": "params.why != 'never'"`}
		want(t, "breaks", told(h.weigh(other).Breaks), "guard document order actions/close: unknown records")
	})
}

// TestAGuardOverWhatIsNotBuiltIsNotCounted has a guard read a field whose column comes with
// the release.
func TestAGuardOverWhatIsNotBuiltIsNotCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.order("O-1", "open", "x")
		field := [3]string{"order.table.json", `{"key": "urgent"`, `{"key": "checked", "type": "boolean", "title": {"zh": "c", "en": "c", "es": "c"}}, {"key": "urgent"`}
		guard := [3]string{file, `"must": "row.note != nil"`, `"must": "row.checked == true"`}
		found := told(h.weigh(field, guard).Breaks)
		if found != "guard document order actions/start: 1 records" && found != "guard document order actions/start: unknown records" {
			t.Errorf("breaks:\n%s", found)
		}
	})
}

// TestOfVeryManyOrdersTheNewestAreJudged holds the count to so many, and says that there
// may be more.
func TestOfVeryManyOrdersTheNewestAreJudged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first := h.order("O-1", "open", "x")
		for _, text := range []string{ // doubled eleven times
			`insert into "order" (id, version, created_at, updated_at, customer_id, code, status, note)
			select id + ?, version, created_at, updated_at, customer_id, code, status, note from "order" where id < ?`,
		} {
			for step := int64(1); step <= mostJudged; step *= 2 {
				h.exec(text, step, first+step)
			}
		}
		want(t, "breaks", told(h.weigh([3]string{file, `"must": "row.note != nil"`, `"must": "row.note == 'y'"`}).Breaks),
			fmt.Sprintf("guard document order actions/start: at least %d records", mostJudged))
	})
}
