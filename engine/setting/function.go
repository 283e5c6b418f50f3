package setting

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Scope is what the functions need to know: the running transaction, the release
// and the record that the expression is about.
type Scope struct {
	Tx      *store.Tx
	Release *catalog.Release
	Record  map[string]any // nil: none
}

type scopeKey struct{}

// With gives a context in which expressions know where they are evaluated.
func With(ctx context.Context, scope Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, scope)
}

// zoneField is the field by which the records of a level say in which time zone
// they are.
const zoneField = "time_zone"

// Functions are the functions of expressions on the server that look beyond their
// record: setting(key), now(), and today(where), the day at a record of a level
// with a time zone, in a zone by its name, or without an argument where the
// system is. The model tells the types of settings.
func (s *Settings) Functions(model *meta.Model) []expression.Function {
	return []expression.Function{
		{
			Name: "setting", Args: []expression.Type{expression.Text}, Targets: expression.Server,
			ResultOf: func(args []expression.Argument) expression.Type { return typeOf(model, args[0].Literal) }, Call: s.callSetting,
		},
		{Name: "now", Result: expression.Instant, Targets: expression.Server | expression.SQL, Call: s.callNow},
		{
			Name: "today", Args: []expression.Type{expression.Any}, Optional: 1, TakesNull: true, Result: expression.Date,
			Targets: expression.Server | expression.SQL, Call: s.callToday,
		},
	}
}

// typeOf is the type of a setting that is named by a literal; nil refuses a name
// that no metadata defines, and a secret, which no expression sees.
func typeOf(model *meta.Model, literal any) expression.Type {
	key, _ := literal.(string)
	definition, ok := model.Settings[key]
	if !ok || definition.Field.Type == meta.TypeSecret {
		return nil
	}
	return catalog.ExpressionTypeOf(definition.Field.Type)
}

func (s *Settings) callSetting(ctx context.Context, args []any) (any, error) {
	scope, ok := ctx.Value(scopeKey{}).(Scope)
	key, isText := args[0].(string)
	if !ok || !isText {
		return nil, fault.New(fault.Invalid, "setting.no_record", "key", args[0])
	}
	return s.Value(ctx, scope.Tx, scope.Release, key, scope.Record)
}

func (s *Settings) callNow(ctx context.Context, _ []any) (any, error) {
	return s.at(ctx).UTC().Truncate(time.Millisecond), nil
}

func (s *Settings) callToday(ctx context.Context, args []any) (any, error) {
	zone, err := s.zoneOf(ctx, args)
	if err != nil {
		return nil, err
	}
	return s.at(ctx).In(zone).Format(time.DateOnly), nil
}

// at is the instant at which an expression asks. By the clock of who asks it is one for all
// of a transaction, so that two fields that begin as now() are equal.
func (s *Settings) at(ctx context.Context) time.Time {
	if now, found := store.NowIn(ctx); s.asks && found {
		return now
	}
	return s.now()
}

// zoneOf reads the argument of today.
func (s *Settings) zoneOf(ctx context.Context, args []any) (*time.Location, error) {
	house := s.now().Location()
	if len(args) == 0 {
		return house, nil
	}
	switch where := args[0].(type) {
	case string:
		zone, err := ZoneNamed(where)
		if err != nil {
			return nil, fault.New(fault.Invalid, "setting.bad_zone", "zone", where).Because(err)
		}
		return zone, nil
	case int64:
		scope, ok := ctx.Value(scopeKey{}).(Scope)
		if !ok {
			return house, nil
		}
		zone, err := s.zoneAt(ctx, scope, where)
		return cmp.Or(zone, house), err
	}
	return house, nil
}

// Now is the time where a record is: its levels' records may say their time zone.
func (s *Settings) Now(ctx context.Context, tx *store.Tx, release *catalog.Release, record map[string]any) (time.Time, error) {
	now := s.now()
	for _, level := range release.Levels {
		id, named := record[level.Field].(int64)
		if _, zoned := zonedTable(release, level.Key); !named || !zoned {
			continue
		}
		zone, err := s.zoneAt(ctx, Scope{Tx: tx, Release: release}, id)
		if err != nil {
			return now, err
		}
		if zone != nil {
			now = now.In(zone)
		}
	}
	return now, nil
}

// zoneAt is the time zone of a record of some level; nil when it has none. Ids are
// unique over all tables. A transaction reads it once.
func (s *Settings) zoneAt(ctx context.Context, scope Scope, id int64) (*time.Location, error) {
	return store.Known(scope.Tx, zoneOf(id), func() (*time.Location, error) { return readZone(ctx, scope, id) })
}

// zoneOf is the key under which a transaction knows the zone of a record.
type zoneOf int64

// zonedTable is the table of a level whose records may say their time zone.
func zonedTable(release *catalog.Release, level string) (*catalog.Table, bool) {
	table, ok := release.Tables[level]
	if !ok {
		return nil, false
	}
	_, ok = table.Field(zoneField)
	return table, ok
}

func readZone(ctx context.Context, scope Scope, id int64) (found *time.Location, err error) {
	for _, level := range scope.Release.Levels {
		table, ok := zonedTable(scope.Release, level.Key)
		if !ok || found != nil {
			continue
		}
		if err := scope.Tx.Ask(ctx, zone(table, id, func(z *time.Location) { found = z })); err != nil {
			return nil, fmt.Errorf("read time zone of %s %d: %w", table.Key, id, err)
		}
	}
	return found, nil // most records have no zone of their own
}

// breach judges a value by the rules of its field.
func (s *Settings) breach(ctx context.Context, field *catalog.Field, value any) (*fault.Fault, error) {
	for _, rule := range field.Rules {
		holds, err := rule.Must.Holds(ctx, expression.Scope{Vars: map[string]any{"value": value}})
		if err != nil {
			return nil, err
		}
		if !holds {
			return fault.New(fault.Invalid, "record.said", "words", rule.Message).Breaking("rule").On("value"), nil
		}
	}
	return nil, nil
}

func errorOf(bad *fault.Fault, err error) error {
	if err != nil {
		return err
	}
	return fault.Join([]*fault.Fault{bad})
}
