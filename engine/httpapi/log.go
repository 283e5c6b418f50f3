package httpapi

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// note puts on the trail what became of the call; err is nil where it went well.
func (q *request) note(e trail.Entry, err error) {
	e.UserID, e.Address, e.Door = q.actor().UserID, q.RealIP(), q.Request().URL.Path
	if f, ok := fault.As(err); ok {
		e.Outcome, e.Params = f.Key, asJSON(f.Params)
	}
	q.api.Trail.Note(e)
}

// asJSON writes the parameters of a text; "" for none.
func asJSON(params fault.Params) string {
	if len(params) == 0 {
		return ""
	}
	text, err := json.Marshal(params)
	if err != nil { // something that no text can show
		return ""
	}
	return string(text)
}

// Kinds that the trail does not keep: what became of records, and what came into force.
const (
	kindChange  = "change"
	kindRelease = "release"
)

// logSize is how many entries one answer holds.
const logSize = 50

// logAsk is which part of the log is asked for.
type logAsk struct {
	Kind   string    `json:"kind"`
	Search string    `json:"search"`
	Failed bool      `json:"failed"`
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Before int64     `json:"before"`
}

// logList tells of a kind of things that happened, the newest first, and how many days
// they are kept; 0 is for good.
func (a *API) logList(q *request) (any, error) {
	var ask logAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	if err := a.Trail.Flush(q.ctx); err != nil { // what one just saw happen is there
		return nil, err
	}
	rows, next, keptDays := []map[string]any{}, int64(0), any(0)
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		switch {
		case ask.Kind == kindChange:
			rows, next, err = q.changesLogged(ctx, tx, ask)
		case ask.Kind == kindRelease:
			rows, next, err = releasesLogged(ctx, tx, ask)
		case slices.Contains(trail.Kinds, trail.Kind(ask.Kind)):
			if rows, next, err = q.trailLogged(ctx, tx, ask); err == nil {
				keptDays, _, err = a.Settings.Effective(ctx, tx, q.release, trail.Kind(ask.Kind).Setting())
			}
		default:
			err = fault.New(fault.Invalid, "log.unknown_kind", "kind", ask.Kind).On("kind")
		}
		return err
	})
	return map[string]any{"rows": rows, "next": next, "kept_days": keptDays}, err
}

func (q *request) trailLogged(ctx context.Context, tx *store.Tx, ask logAsk) ([]map[string]any, int64, error) {
	entries, more, err := trail.List(ctx, tx, trail.Ask{
		Kind: trail.Kind(ask.Kind), Failed: ask.Failed, Search: ask.Search, From: ask.From, To: ask.To, Before: ask.Before, Size: logSize,
	})
	if err != nil {
		return nil, 0, err
	}
	users := make([]int64, len(entries))
	for i, e := range entries {
		users[i] = e.UserID
	}
	names, err := q.api.Records.UserNames(ctx, tx, q.release, users)
	rows, next := make([]map[string]any, len(entries)), int64(0)
	for i, e := range entries {
		rows[i] = map[string]any{
			"id": e.ID, "at": rfc3339(e.At), "user": names[e.UserID], "account": e.Account, "address": e.Address, "door": e.Door,
			"ok": e.Outcome == "", "words": q.worded(e), "detail": e.Detail,
		}
		next = e.ID
	}
	if !more {
		next = 0
	}
	return rows, next, err
}

// worded is what the caller of an entry was told, in the reader's language.
func (q *request) worded(e trail.Entry) string {
	if e.Outcome == "" {
		return ""
	}
	var params fault.Params
	if e.Params != "" && json.Unmarshal([]byte(e.Params), &params) != nil {
		params = nil // of an older version
	}
	return q.texts.Word(q.language, e.Outcome, params)
}

func (q *request) changesLogged(ctx context.Context, tx *store.Tx, ask logAsk) ([]map[string]any, int64, error) {
	found, next, err := q.api.Records.Log(ctx, tx, q.rights, record.LogRequest{
		Search: ask.Search, Language: q.language, From: ask.From, To: ask.To, Before: ask.Before, Size: logSize,
	})
	if err != nil {
		return nil, 0, err
	}
	rows := make([]map[string]any, len(found))
	for i, one := range found {
		if rows[i], err = q.changeLogged(ctx, tx, one); err != nil {
			return nil, 0, err
		}
	}
	return rows, next, nil
}

func (q *request) changeLogged(ctx context.Context, tx *store.Tx, one record.Logged) (map[string]any, error) {
	table := q.release.Tables[one.Table]
	label, err := q.lookedUp(ctx, tx, table, one.RecordID)
	if err != nil {
		return nil, err
	}
	changes, err := q.changedFields(ctx, tx, table, one.Changes)
	return map[string]any{
		"id": one.ID, "at": one.At.Format(time.RFC3339), "user": one.User, "table": one.Table, "title": table.Meta.Title.In(q.language),
		"record_id": one.RecordID, "label": label, "action": one.Action, "did": q.actionTitle(one.Table, one.Action),
		"reason": one.Reason, "about": one.About, "release": one.Release, "changes": changes,
	}, err
}

// lookedUp is the label of a record that the caller may look up; "" for nothing.
func (q *request) lookedUp(ctx context.Context, tx *store.Tx, table *catalog.Table, id int64) (label string, err error) {
	text, err := q.api.Query.Label(ctx, tx, q.rights, table, id)
	if err != nil || text == "" {
		return "", err
	}
	return label, json.Unmarshal([]byte(text), &label)
}

// actionTitle is what people call an action of a document; "" for what every record
// knows.
func (q *request) actionTitle(table, key string) string {
	if d, ok := q.release.Documents[table]; ok {
		for _, action := range d.Meta.Actions {
			if action.Key == key {
				return action.Title.In(q.language)
			}
		}
	}
	return ""
}

// changedField is a field that changed, with its values; those that are keys of
// something come as its words.
type changedField struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Type   string `json:"type"`
	Scale  int    `json:"scale,omitempty"`
	Before any    `json:"before"`
	After  any    `json:"after"`
}

func (q *request) changedFields(ctx context.Context, tx *store.Tx, table *catalog.Table, changes map[string]json.RawMessage) ([]changedField, error) {
	fields := []changedField{}
	for _, f := range table.Fields { // in the order of the table
		var values [2]any
		raw, changed := changes[f.Key]
		if !changed {
			continue
		}
		if err := json.Unmarshal(raw, &values); err != nil {
			return nil, err
		}
		one := changedField{Key: f.Key, Title: f.Meta.Title.In(q.language), Type: f.Type, Scale: f.Scale, Before: values[0], After: values[1]}
		for _, value := range []*any{&one.Before, &one.After} {
			if err := q.inWords(ctx, tx, f, value); err != nil {
				return nil, err
			}
		}
		fields = append(fields, one)
	}
	return fields, nil
}

// inWords puts the label of a record, or the words of an option, in the place of its
// key, also of several.
func (q *request) inWords(ctx context.Context, tx *store.Tx, f *catalog.Field, value *any) error {
	id, isID := (*value).(float64)
	key, isKey := (*value).(string)
	several, isSeveral := (*value).([]any)
	switch {
	case f.Item != nil && isSeveral:
		for i := range several {
			if err := q.inWords(ctx, tx, f.Item, &several[i]); err != nil {
				return err
			}
		}
	case f.To != nil && isID:
		label, err := q.lookedUp(ctx, tx, f.To, int64(id))
		if label != "" {
			*value = label
		}
		return err
	case f.Dropdown != nil && isKey:
		*value = f.Dropdown.Word(key, q.language)
	}
	return nil
}
