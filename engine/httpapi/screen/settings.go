package screen

import (
	"encoding/json"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// RightSettings is the right to see and change all settings.
const RightSettings = "setting.update"

// fillSettings compiles the settings of a group, or all of them under "all".
func (w *compiler) fillSettings(key string) error {
	if err := w.Rights.Require(RightSettings); err != nil {
		return err
	}
	w.screen.Settings = &Settings{Groups: []SettingGroup{}}
	for _, s := range meta.Sorted(w.release.Settings) {
		if key != "all" && s.Meta.Group != key {
			continue
		}
		setting, err := w.setting(s)
		if err != nil {
			return err
		}
		group := w.settingGroup(s.Meta.Group)
		group.Settings = append(group.Settings, setting)
	}
	return nil
}

func (w *compiler) setting(s *catalog.Setting) (Setting, error) {
	value, level, err := w.Setting(w.ctx, s.Key)
	if err != nil {
		return Setting{}, err
	}
	field := w.field(nil, s.Field)
	field.Title = w.text(s.Meta.Title)
	return Setting{Field: field, Levels: notNil(s.Meta.Levels), Value: Shown(s, value), From: level}, nil
}

// Shown is the value of a setting as people see it: of a secret its hint.
func Shown(s *catalog.Setting, value any) any {
	if s.Field.Family() == meta.FamilySealed && value != nil {
		return json.RawMessage(s.Field.AppendJSON(nil, value))
	}
	return Plain(value)
}

// settingGroup finds or adds a group of the screen.
func (w *compiler) settingGroup(key string) *SettingGroup {
	groups := &w.screen.Settings.Groups
	i := slices.IndexFunc(*groups, func(g SettingGroup) bool { return g.Key == key })
	if i < 0 {
		*groups = append(*groups, SettingGroup{Key: key, Title: w.groupTitle(key), Settings: []Setting{}})
		i = len(*groups) - 1
	}
	return &(*groups)[i]
}

func (w *compiler) groupTitle(key string) string {
	if title, ok := w.release.Text("setting.group." + key); ok {
		return w.text(title)
	}
	return key
}
