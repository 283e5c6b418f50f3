package impact

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
)

// TestNobodyGivesByAReleaseWhatHeMayNotGrant holds rights that roles and persons would get
// to who publishes, unless they come with the release.
func TestNobodyGivesByAReleaseWhatHeMayNotGrant(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.role("Clerks", 1, 11)
		person := h.person("Mia")
		h.Insert("user_menu", accesstest.Row{"user_id": person, "menu_id": int64(13)})
		items := `"route": "/goods/items", `
		adds := func(right string) [3]string {
			return [3]string{"office.menu.json", items, items + `"rights": ["` + right + `"], `}
		}
		customers := [3]string{"office.menu.json", `"route": "/goods/customers", `, `"route": "/goods/customers", "rights": ["order.delete"], `}
		for _, tt := range []struct {
			name    string
			change  [3]string
			may     map[string]bool
			refused string
		}{
			{"a right that the role has", adds("item.read"), nil, ""},
			{"one that it has not", adds("order.delete"), nil, "order.delete"},
			{"the same by who has it", adds("order.delete"), map[string]bool{"order.delete": true}, ""},
			{"one for a person", customers, nil, "order.delete"},
			{"one of an entry that nobody has", [3]string{"office.menu.json", `"route": "/goods/orders", `, `"route": "/goods/orders", "rights": ["order.delete"], `}, nil, ""},
			{"less than before", noItemMenu, nil, ""},
		} {
			err := h.Within(t.Context(), h.Release, release(t, tt.change), func(userType, right string) bool { return userType == "user" && tt.may[right] })
			f, _ := fault.As(err)
			if (err != nil) != (tt.refused != "") || err != nil && (!fault.IsKey(err, "right.ceiling") || f.Code != fault.Denied || fmt.Sprint(f.Params["right"]) != tt.refused) {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.refused)
			}
		}
	})
}

// TestARightThatComesWithTheReleaseIsNobodysYet gives a role an action that there was not.
func TestARightThatComesWithTheReleaseIsNobodysYet(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.role("Clerks", 1, 11)
		action := [3]string{file, `{"key": "drop"`, `{"key": "pause", "title": {"zh": "p", "en": "p", "es": "p"}, "from": ["work"]}, {"key": "drop"`}
		grant := [3]string{"office.menu.json", `"route": "/goods/items", `, `"route": "/goods/items", "rights": ["order.pause"], `}
		if err := h.Within(t.Context(), h.Release, release(t, action, grant), func(string, string) bool { return false }); err != nil {
			t.Errorf("it is refused: %v", err)
		}
	})
}
