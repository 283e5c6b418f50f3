package station

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
)

// TestActionsAreTakenOnWhatIsScanned: what a code means is shown with what can be done; an
// action is done, said and taken back; another code leads to the next document.
func TestActionsAreTakenOnWhatIsScanned(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.exec(`insert into "order" (id, version, created_at, updated_at, customer_id, code, status) select 78, 1, created_at, updated_at, customer_id, 'O-78', 'done' from "order"`)
	o.Insert("rack", accesstest.Row{"code": "R-1", "place": "hall"})
	begun, err := o.Start(o.Context(), o.caller(ann), "counter", Opening{})
	if err != nil {
		t.Fatal(err)
	}
	seq := int64(0)
	gives := func(in Input) string {
		seq++
		in.Seq = seq
		answer, err := o.Input(o.Context(), o.caller(ann), begun.Session, []Input{in})
		if err != nil {
			t.Fatal(err)
		}
		screen, result := answer.Screen, answer.Results[0]
		return fmt.Sprint(result.Code, result.Message, "/", screen.Step, "/", screen.Prompt, "/", labels(screen.List, func(c Choice) string { return c.Code + " " + c.State }),
			"/", labels(screen.Target, func(t Target) string { return t.Label + " " + t.Value }))
	}
	status := func() string { return o.one(`select status from "order" where id = 77`) }
	o.wants(gives(in(0, KindScan, "")), "station.code_emptyen station.code_empty map[]/code/Scan//")
	o.wants(gives(in(0, KindScan, "O-79")), "station.code_unknownen station.code_unknown map[code:O-79]/code/Scan//")
	o.wants(gives(in(0, KindScan, "PIE")), "station.code_unknownen station.code_unknown map[code:PIE]/code/Scan//") // an item is no order
	o.wants(gives(in(0, KindScan, "R-1")), "station.code_unknownen station.not_asked map[record:R-1 hall table:map[en:Rack]]/code/Scan//")
	o.wants(gives(in(0, KindScan, "O-78")), "station.nothing_to_doen station.nothing_to_do map[record:O-78]/code/Scan//")
	o.wants(gives(in(0, KindScan, "O-77")), "/act/What of O-77?/audit open/Note today")
	o.wants(gives(in(0, KindScan, "finish")), "document.wrong_stateen document.wrong_state map[action:map[en:Finish] state:map[]]/act/What of O-77?/audit open/Note today")
	o.wants(gives(in(0, KindScan, "audit")), "en station.acted map[action:map[en:Audit] record:O-77]/code/Scan//")
	o.wants(status(), "audited")
	o.wants(gives(Input{Kind: KindUndo}), "en station.undone map[]/act/What of O-77?/audit open/Note today")
	o.wants(status(), "open")
	o.wants(gives(in(0, KindScan, "O-77")), "/act/What of O-77?/audit open/Note today")
	gives(in(0, KindScan, "audit"))
	gives(in(0, KindScan, "O-77"))
	o.wants(gives(in(0, KindScan, "finish")), "en station.acted map[action:map[en:Finish] record:O-77]/code/Scan//")
	o.wants(gives(Input{Kind: KindUndo}), "station.act_staysen station.act_stays map[]/code/Scan//")
	o.wants(status(), "done")
}

// TestWhatOneMayNotSeeIsUnknown: what a code is that nobody asked for is told only to whom it
// is shown.
func TestWhatOneMayNotSeeIsUnknown(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	o.Insert("rack", accesstest.Row{"code": "R-1", "place": "hall"})
	clerk := o.Role("user", accesstest.Grant{Menus: []int{25, 26}})
	for rights, want := range map[*access.Rights]string{
		o.person(ann): "station.not_asked map[record:R-1 hall table:map[en:Rack]]",
		o.World.Rights(accesstest.Office(bob, clerk)): "station.code_unknown map[code:R-1]",
	} {
		caller := Caller{Rights: rights}
		begun, err := o.Start(o.Context(), caller, "counter", Opening{})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := o.Input(o.Context(), caller, begun.Session, []Input{in(1, KindScan, "R-1")})
		if err != nil {
			t.Fatal(err)
		}
		o.wants(fmt.Sprint(answer.Results[0].Message), "en "+want)
	}
}

// TestWhatIsLookedAtMayGo: the screen then shows nothing of it, and another code leads on.
func TestWhatIsLookedAtMayGo(t *testing.T) {
	t.Parallel()
	o := ovenOf(t)
	begun, err := o.Start(o.Context(), o.caller(ann), "counter", Opening{Input: "O-77"})
	if err != nil {
		t.Fatal(err)
	}
	if about := o.one("select about || task from station_session"); about != "order 77O-77" {
		t.Errorf("the task is about %s", about)
	}
	o.exec(`delete from "order"`)
	answer, err := o.Resume(o.Context(), o.person(ann), begun.Session)
	if err != nil || answer.Screen.Step != "act" || len(answer.Screen.List) > 0 || answer.Screen.Prompt != "What of {record}?" {
		t.Errorf("%+v (%v)", answer, err)
	}
}
