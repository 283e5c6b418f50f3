package screen_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

// offered finds an entry of what may be granted.
func offered(list []screen.Grantable, id int) (screen.Grantable, bool) {
	i := slices.IndexFunc(list, func(g screen.Grantable) bool { return g.ID == id })
	if i < 0 {
		return screen.Grantable{}, false
	}
	return list[i], true
}

// TestNobodyGivesWhatHeHasNot holds entries and buttons to the rights of who gives them.
func TestNobodyGivesWhatHeHasNot(t *testing.T) {
	d := open(t)
	list := d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"start", "export"}}}).Grantable("user")
	same(t, "entries", named(list, func(g screen.Grantable) string { return fmt.Sprint(g.ID) }), []string{"30", "31", "32", "35", "42"})
	entry, _ := offered(list, tasks)
	same(t, "buttons", named(entry.Buttons, func(b screen.GrantableButton) string { return b.Code + "=" + b.Title }), []string{"export=", "start=Start"})
	if group, _ := offered(list, 30); group.Parent != 0 || group.Title != "Tasks menu" || len(group.Buttons) != 0 || group.Buttons == nil {
		t.Errorf("the group is %+v", group)
	}
	if hidden, _ := offered(list, secret); !hidden.Hidden || hidden.Parent != 30 {
		t.Errorf("a hidden entry is %+v", hidden)
	}
	if none := d.office(grant{}).Grantable("user"); len(none) > 1 { // what asks for no right is anybody's
		t.Errorf("who has nothing may give %+v", none)
	}
}

// TestANarrowedRightIsNotGivenOn has a role see some rows only.
func TestANarrowedRightIsNotGivenOn(t *testing.T) {
	d := open(t)
	g := grant{Menus: []int{tasks}, Rules: map[string]rule{"task": {Rows: "row.code == 'A'"}}}
	if _, may := offered(d.office(g).Grantable("user"), tasks); may {
		t.Error("who sees some tasks may let others see all")
	}
}

func TestEachUserTypeHasItsEntries(t *testing.T) {
	d := open(t)
	system := screen.Caller{Rights: access.System(d.Release, "test"), Language: "es"}
	office, clients := system.Grantable("user"), system.Grantable("client")
	if _, strange := offered(office, mine); strange {
		t.Error("the house is offered an entry of customers")
	}
	if _, found := offered(clients, mine); !found {
		t.Error("customers are not offered their entry")
	}
	if len(system.Grantable("nobody")) != 0 {
		t.Error("a user type that there is not has entries")
	}
	entry, _ := offered(office, tasks)
	titles := map[string]string{}
	for _, b := range entry.Buttons {
		titles[b.Code] = b.Title
	}
	for code, want := range map[string]string{"extra": "Otro", "task_out": "Para el jefe", "close": "Cerrar", "create": "", "import": ""} {
		if got, there := titles[code]; got != want || !there {
			t.Errorf("the button %s is called %q (offered: %t), want %q", code, got, there, want)
		}
	}
}

// TestAButtonOfALineOfNoDocumentHasNoTitle asks for codes that nothing names.
func TestAButtonOfALineOfNoDocumentHasNoTitle(t *testing.T) {
	d := open(t)
	for name, tt := range map[string]struct {
		entry int
		code  string
	}{"a list of a table without actions": {racks, "start"}, "an unknown action": {tasks, "fly"}, "a screen of code": {secret, "start"}} {
		if got := screen.ButtonTitle(d.Release, d.Release.Menus[tt.entry], tt.code, "en"); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
