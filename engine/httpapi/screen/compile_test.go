package screen_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

// TestAScreenBearsTheNameOfItsEntry holds that what people called a screen in the menu
// stands above it, in their language.
func TestAScreenBearsTheNameOfItsEntry(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{tasks}})
	for name, ask := range map[string]func() (*screen.Screen, error){
		"by its entry": func() (*screen.Screen, error) { return c.ByMenu(t.Context(), tasks) },
		"by its key":   func() (*screen.Screen, error) { return c.ByKey(t.Context(), "list:task") },
	} {
		s, err := ask()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s.MenuID != tasks || s.Route != "/tasks/all" || s.Title != "All tasks" || s.Kind != "list" || s.Key != "task" {
			t.Errorf("%s: %d %s %q %s:%s", name, s.MenuID, s.Route, s.Title, s.Kind, s.Key)
		}
	}
}

// TestWithoutAnEntryAScreenBearsItsOwnTitle opens one whose entry is not granted, in
// another language.
func TestWithoutAnEntryAScreenBearsItsOwnTitle(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{secret, sums}})
	c.Language = "es"
	if s := compiled(t, c, "list:task"); s.Title != "Tareas" || s.MenuID != 0 || s.Route != "" {
		t.Errorf("the list is %q of entry %d at %q", s.Title, s.MenuID, s.Route)
	}
	if s := compiled(t, c, "custom:other"); s.Title != "" {
		t.Errorf("a screen of code is called %q", s.Title)
	}
}

func TestOnlyGrantedEntriesOpen(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{secret, bare}})
	tests := []struct {
		name  string
		entry int
		code  fault.Code
	}{
		{"one that there is not", 999, fault.NotFound},
		{"a group, which shows nothing", 30, fault.NotFound},
		{"one that is not granted, though its right is", tasks, fault.Denied},
		{"one of other people's menu", mine, fault.Denied},
		{"one that is granted", secret, 0},
	}
	for _, tt := range tests {
		if _, err := c.ByMenu(t.Context(), tt.entry); fault.CodeOf(err) != tt.code && (err != nil || tt.code != 0) {
			t.Errorf("%s: %v, want %d", tt.name, err, tt.code)
		}
	}
}

func TestWhatIsNoScreenIsNotFound(t *testing.T) {
	d := open(t)
	c := screen.Caller{Rights: access.System(d.Release, "test"), Language: "en"}
	for _, name := range []string{
		"list:none", "tree:none", "form:none", "document:none", "tool:none", "import:none", "station:none", "report:none",
		"print:none", "board:none", "picture:task", "list", "list:", ":task", "",
	} {
		if s, err := c.ByKey(t.Context(), name); !fault.IsKey(err, "screen.unknown") || fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%q: %v, %+v", name, err, s)
		}
	}
}

// TestEachScreenAsksForItsRight has somebody without any right ask for each kind.
func TestEachScreenAsksForItsRight(t *testing.T) {
	d := open(t)
	c := d.office(grant{})
	for name, right := range map[string]string{
		"list:task": "task.read", "tree:shelf": "shelf.read", "form:task": "task.read", "document:task": "task.read", "tool:sweeping": "task.sweep",
		"import:task_file": "task.import", "station:bench": "bench.use", "report:items_per_month": "item.read", "print:task_slip": "task.print",
		"board:who": "task.read", "settings:all": screen.RightSettings,
	} {
		_, err := c.ByKey(t.Context(), name)
		f, _ := fault.As(err)
		if fault.CodeOf(err) != fault.Denied || f.Params["right"] != right {
			t.Errorf("%s: %v, want %s to be missing", name, err, right)
		}
	}
	for _, name := range []string{"home:any", "custom:any"} { // they ask for rows by rights themselves
		if _, err := c.ByKey(t.Context(), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestARecordOpensInTheFormThatIsNamed holds the order in which a form is looked for: the
// list's, the table's own, any.
func TestARecordOpensInTheFormThatIsNamed(t *testing.T) {
	d := open(t)
	c := screen.Caller{Rights: access.System(d.Release, "test"), Language: "en"}
	for name, want := range map[string]string{"list:task": "task", "form:task": "task", "document:task": "task", "list:item_pick": "", "document:shelf": ""} {
		s := compiled(t, c, name)
		got := ""
		if s.Form != nil {
			got = s.Form.Key
		}
		if got != want {
			t.Errorf("%s opens the form %q, want %q", name, got, want)
		}
	}
}
