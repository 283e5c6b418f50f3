package screen_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

// TestSettingsStandInTheirGroups holds that a group bears its words where there are some,
// and that one group may be asked for alone.
func TestSettingsStandInTheirGroups(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{settings}})
	c.Setting = func(_ context.Context, key string) (any, string, error) {
		return map[string]any{"most_tasks": decimal.RequireFromString("7.50"), "door_code": "1234"}[key], "user", nil
	}
	spelled := func(s *screen.Screen) []string {
		return named(s.Settings.Groups, func(g screen.SettingGroup) string {
			text := g.Key + " " + g.Title
			for _, one := range g.Settings {
				text += " " + one.Field.Key + "=" + one.Field.Title
			}
			return text
		})
	}
	all := compiled(t, c, "settings:all")
	same(t, "all settings", spelled(all), []string{"doors doors door_code=Door code", "limits Limits most_tasks=Most tasks"})
	same(t, "settings of a group", spelled(compiled(t, c, "settings:limits")), []string{"limits Limits most_tasks=Most tasks"})
	same(t, "settings of no group", spelled(compiled(t, c, "settings:other")), []string{})
	most := all.Settings.Groups[1].Settings[0]
	if most.Value != json.Number("7.5") || most.From != "user" {
		t.Errorf("the value is %v of %s", most.Value, most.From)
	}
	same(t, "levels", most.Levels, []string{"system"})
	if text, err := json.Marshal(all.Settings.Groups[0].Settings[0].Value); err != nil || string(text) == `"1234"` {
		t.Errorf("a secret is shown as %s (%v)", text, err)
	}
}

// TestASettingThatCannotBeReadFailsTheScreen holds that nobody is shown half of them.
func TestASettingThatCannotBeReadFailsTheScreen(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{settings}})
	lost := errors.New("the database is gone")
	c.Setting = func(context.Context, string) (any, string, error) { return nil, "", lost }
	if s, err := c.ByKey(t.Context(), "settings:all"); !errors.Is(err, lost) || s != nil {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestASecretIsShownByItsHint(t *testing.T) {
	d := open(t)
	secret, figure := d.Release.Settings["door_code"], d.Release.Settings["most_tasks"]
	if got := screen.Shown(secret, nil); got != nil {
		t.Errorf("a secret that is not set is %v", got)
	}
	if got := screen.Shown(figure, decimal.RequireFromString("1.5")); got != json.Number("1.5") {
		t.Errorf("a figure is %v", got)
	}
}
