package screen_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

// drawn spells a tree of the menu, a node with those below it.
func drawn(nodes []*screen.MenuNode) string {
	text := ""
	for _, n := range nodes {
		text += fmt.Sprintf("%d/%d>%s(%s)", n.Meta.MenuID, n.Meta.Level, n.Redirect, drawn(n.Children))
	}
	return text
}

// TestTheMenuIsWhatIsGranted holds that groups stand above granted entries alone, and
// lead to the first one that is shown.
func TestTheMenuIsWhatIsGranted(t *testing.T) {
	d := open(t)
	tests := []struct {
		name  string
		menus []int
		want  string
	}{
		{"nothing", nil, ""},
		{"one of a group, which is hidden", []int{secret}, "30/1>(31/2>())"},
		{"a hidden one and another", []int{secret, board}, "30/1>/tasks/board(31/2>()33/2>())"},
		{"one two groups down", []int{12}, "1/1>/goods/items(11/2>/goods/items/list(12/3>()))"},
		{"one of other people's", []int{mine}, ""},
	}
	for _, tt := range tests {
		if got := drawn(d.office(grant{Menus: tt.menus}).Menus()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if got := drawn(d.client(grant{Menus: []int{mine, tasks}}).Menus()); got != "95/1>()" {
		t.Errorf("a customer has %s", got)
	}
	if none := d.office(grant{}).Menus(); none == nil {
		t.Error("a menu without entries is null")
	}
}

func TestAnEntryIsInTheReadersWords(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{bench, tasks}})
	c.Language = "zh"
	group := c.Menus()[0]
	if group.Path != "/tasks" || group.Meta.Title != "任务" || group.Meta.Name != "任务" || group.Meta.Icon != "tool" || !group.AlwaysShow || group.Hidden {
		t.Errorf("the group is %+v", group)
	}
	entry := group.Children[1]
	if entry.Meta.Screen != "station:bench" || !entry.Meta.NoCache || entry.Meta.Module != "front" || entry.Children == nil {
		t.Errorf("the entry is %+v", entry)
	}
}

// TestTheSystemHasBothMenus holds that it sees the entries of every user type.
func TestTheSystemHasBothMenus(t *testing.T) {
	d := open(t)
	found := map[int]bool{}
	for _, node := range (screen.Caller{Rights: access.System(d.Release, "test"), Language: "en"}).Menus() {
		found[node.Meta.MenuID] = true
	}
	if !found[1] || !found[30] || !found[mine] {
		t.Errorf("its menu is %v", found)
	}
}
