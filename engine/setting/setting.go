package setting

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own table.
func Migrations() store.Migrations { return store.Migrations{Owner: "setting", FS: migrations} }

// Settings reads and writes the values of settings.
type Settings struct {
	now  func() time.Time
	asks bool // expressions go by the clock of who evaluates them
}

// New makes the settings; now's location is the zone of days that no record
// decides.
func New(now func() time.Time) *Settings { return &Settings{now: now} }

// OfWhoAsks are the same settings for a release that several servers may share: its
// expressions go by the clock of the server that evaluates them.
func (s *Settings) OfWhoAsks() *Settings { return &Settings{now: s.now, asks: true} }

// place is a level with the owner that a record names at it.
type place struct {
	level string
	owner int64 // 0: the level has no owners
}

// Value gives the value of a setting for a record, nil for none: of the strongest
// of the setting's levels that the record's fields name and that has a value,
// else the default. The error is the fault setting.unknown for a key that no
// metadata defines.
func (s *Settings) Value(ctx context.Context, tx *store.Tx, release *catalog.Release, key string, record map[string]any) (any, error) {
	value, _, err := s.resolve(ctx, tx, release, key, record)
	return value, err
}

// Effective gives the value of a setting without a record, and the level that
// it comes from; "" is the default of metadata.
func (s *Settings) Effective(ctx context.Context, tx *store.Tx, release *catalog.Release, key string) (value any, level string, err error) {
	return s.resolve(ctx, tx, release, key, nil)
}

func (s *Settings) resolve(ctx context.Context, tx *store.Tx, release *catalog.Release, key string, record map[string]any) (any, string, error) {
	definition, err := find(release, key)
	if err != nil {
		return nil, "", err
	}
	set, err := known(ctx, tx, key)
	if err != nil {
		return nil, "", err
	}
	for _, at := range places(release, definition, record) {
		text, found := set[at]
		if !found {
			continue
		}
		value, err := decode(definition, text)
		return value, at.level, err
	}
	return definition.Default, "", nil
}

func find(release *catalog.Release, key string) (*catalog.Setting, error) {
	definition, ok := release.Settings[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "setting.unknown", "key", key)
	}
	return definition, nil
}

// places lists where a value may come from, strongest first.
func places(release *catalog.Release, definition *catalog.Setting, record map[string]any) []place {
	var all []place
	for _, key := range slices.Backward(definition.Meta.Levels) {
		level, ok := levelOf(release, key)
		if !ok {
			continue
		}
		if level.Field == "" {
			all = append(all, place{level: key})
			continue
		}
		if owner, named := record[level.Field].(int64); named {
			all = append(all, place{key, owner})
		}
	}
	return all
}

func levelOf(release *catalog.Release, key string) (meta.SettingLevel, bool) {
	i := slices.IndexFunc(release.Levels, func(l meta.SettingLevel) bool { return l.Key == key })
	if i < 0 {
		return meta.SettingLevel{}, false
	}
	return release.Levels[i], true
}

// setOf is the key under which a transaction knows what is set of a setting.
type setOf string

// known is all that is set of a setting. A transaction reads it once.
func known(ctx context.Context, tx *store.Tx, key string) (map[place]string, error) {
	return store.Known(tx, setOf(key), func() (set map[place]string, err error) {
		if err = tx.Ask(ctx, values(key, func(found map[place]string) { set = found })); err != nil {
			err = fmt.Errorf("read setting %s: %w", key, err)
		}
		return set, err
	})
}

// decode reads a stored value by the setting's type.
func decode(definition *catalog.Setting, text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var raw any
	if err := decoder.Decode(&raw); err != nil {
		return nil, fmt.Errorf("read setting %s: %w", definition.Key, err)
	}
	value, bad := definition.Field.Parse(raw)
	if bad != nil {
		return nil, bad
	}
	return value, nil
}

// IsSet reports whether a setting has a value at a level for an owner of its own.
func IsSet(ctx context.Context, tx *store.Tx, key, level string, owner int64) (bool, error) {
	set, err := known(ctx, tx, key)
	_, is := set[place{level, owner}]
	return is, err
}

// Change is a value to be set; a nil value takes it back.
type Change struct {
	Key     string
	Level   string
	OwnerID int64 // 0 at a level without owners
	Value   any   // as JSON decodes it
}

// Save sets a value or takes it back.
//
// NotFound setting.unknown; Invalid setting.wrong_level for a level that the
// setting does not have or an owner that the level does not; Invalid with the
// fault of the field for a value that it does not take.
func (s *Settings) Save(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor, c Change) error {
	definition, err := find(release, c.Key)
	if err != nil {
		return err
	}
	level, ok := levelOf(release, c.Level)
	if !ok || !slices.Contains(definition.Meta.Levels, c.Level) || (level.Field == "") != (c.OwnerID == 0) {
		return fault.New(fault.Invalid, "setting.wrong_level", "level", c.Level).On("level")
	}
	tx.Forget(setOf(c.Key))
	if c.Value == nil {
		_, err := tx.Exec(ctx, "delete from setting_value where setting_key = ? and level = ? and owner_id = ?", c.Key, c.Level, c.OwnerID)
		if err != nil {
			return fmt.Errorf("take back setting %s: %w", c.Key, err)
		}
		return nil
	}
	text, err := s.encode(ctx, definition, c.Value)
	if err != nil {
		return err
	}
	const upsert = `insert into setting_value (setting_key, level, owner_id, value, changed_by, at) values (?, ?, ?, ?, ?, ?)
		on conflict (setting_key, level, owner_id) do update set value = excluded.value, changed_by = excluded.changed_by, at = excluded.at`
	if _, err := tx.Exec(ctx, upsert, c.Key, c.Level, c.OwnerID, text, actor.UserID, s.now().UnixMilli()); err != nil {
		return fmt.Errorf("set setting %s: %w", c.Key, err)
	}
	return nil
}

// encode reads a value as a save would and writes it for storage.
func (s *Settings) encode(ctx context.Context, definition *catalog.Setting, raw any) (string, error) {
	field := definition.Field
	value, bad := field.Parse(raw)
	if bad != nil {
		return "", fault.Join([]*fault.Fault{bad.On("value")})
	}
	if value == nil && field.Meta.Required {
		return "", fault.Join([]*fault.Fault{fault.New(fault.Invalid, "record.required", "field", field.Meta.Title).Breaking("required").On("value")})
	}
	if bad, err := s.breach(ctx, field, value); bad != nil || err != nil {
		return "", errorOf(bad, err)
	}
	db, err := field.Encode(value)
	if err != nil {
		return "", err
	}
	return string(field.AppendKept(nil, db)), nil
}
