package impact

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
)

// TestWhatRolesGainAndLoseIsTold holds menus, their buttons, columns and rows to the role
// whose people have them.
func TestWhatRolesGainAndLoseIsTold(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clerks := h.role("Clerks", 2, 11, 12)
		h.button(clerks, 12, "start")
		h.role("Idle", 1)
		h.Insert("item", accesstest.Row{"customer_id": h.customer, "code": "A", "colour": "red"})
		h.order("O-1", "open", "x")
		for _, tt := range []struct {
			name          string
			changes       [][3]string
			gains, losses []string
		}{
			{"an entry goes", [][3]string{noItemMenu}, nil, []string{"Clerks: menu 11 []", "Clerks: rows item of 1 records []"}},
			{"a column comes", [][3]string{{"order.table.json", `{"key": "urgent"`, `{"key": "late", "type": "boolean", "title": {"zh": "l", "en": "l", "es": "l"}}, {"key": "urgent"`}}, []string{"Clerks: columns order of 1 records [late]"}, nil},
			{"a column goes", [][3]string{noColour, noColumn}, nil, []string{"Clerks: columns item of 1 records [colour]"}},
			{"a button goes", [][3]string{{"order.list.json", `["start"]`, `["drop"]`}}, nil, []string{"Clerks: buttons 12 [start]"}},
			{"other words", [][3]string{{"item.list.json", `"en": "Items"`, `"en": "Goods"`}}, nil, nil},
		} {
			found := h.weigh(tt.changes...)
			want(t, tt.name+": gains", shifts(found.Gains), tt.gains...)
			want(t, tt.name+": losses", shifts(found.Losses), tt.losses...)
		}
	})
}

// TestALostEntryIsToldWithItsPeople counts who may sign in and loses it, each once.
func TestALostEntryIsToldWithItsPeople(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clerks, guests := h.role("Clerks", 2, 11), h.role("Guests", 1, 11)
		both := h.person("Bo")
		for _, role := range []int64{clerks, guests} {
			h.Insert("user_role", accesstest.Row{"user_id": both, "role_id": role})
		}
		h.exec(`update "user" set enabled = ? where account = 'Clerks 0'`, false)
		h.role("Others", 5, 12)
		found := h.weigh(noItemMenu)
		want(t, "breaks", told(found.Breaks), "menu menu  items/11: 3 people")
		if got := fmt.Sprint(found.Breaks[0].Where); got != "[{role Clerks  map[en:Clerks es:Clerks zh:Clerks]} {role Guests  map[en:Guests es:Guests zh:Guests]}]" {
			t.Errorf("those who lose it are %s", got)
		}
	})
}

// TestAnEntryThatNobodyLosesBreaksNothing has a role without people lose one.
func TestAnEntryThatNobodyLosesBreaksNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.role("Empty", 0, 11)
		h.exec(`update "role" set enabled = ? where id = ?`, false, h.role("Off", 3, 11))
		found := h.weigh(noItemMenu)
		want(t, "breaks", told(found.Breaks))
		want(t, "losses", shifts(found.Losses, Menu), "Empty: menu 11 []")
	})
}

// TestAPersonIsToldOfBeyondHisRoles holds persons with grants of their own to what their
// roles do not tell already.
func TestAPersonIsToldOfBeyondHisRoles(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clerks := h.role("Clerks", 0, 11)
		member, alone := h.person("Mia"), h.person("Ali")
		h.Insert("user_role", accesstest.Row{"user_id": member, "role_id": clerks})
		h.Insert("user_menu", accesstest.Row{"user_id": member, "menu_id": int64(12)})
		h.Insert("user_menu", accesstest.Row{"user_id": alone, "menu_id": int64(11)})
		want(t, "losses", shifts(h.weigh(noItemMenu).Losses, Menu), "Clerks: menu 11 []", "Ali: menu 11 []")
		want(t, "losses of what the role has not", shifts(h.weigh(noOrders).Losses, Menu), "Mia: menu 12 []")
	})
}

// TestRowsAreCountedByWhatPeopleSee narrows a role by a rule that the next release cannot
// read any more: all its rows are lost, and no others.
func TestRowsAreCountedByWhatPeopleSee(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clerks := h.role("Clerks", 1, 11)
		h.Insert("role_rule", accesstest.Row{"role_id": clerks, "table_key": "item", "rows": "row.colour == 'red'"})
		for _, colour := range []string{"red", "red", "blue"} {
			h.Insert("item", accesstest.Row{"customer_id": h.customer, "code": colour, "colour": colour})
		}
		found := h.weigh(noColour, noColumn)
		want(t, "losses", shifts(found.Losses), "Clerks: rows item of 2 records []")
		want(t, "gains", shifts(found.Gains))
	})
}
