package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// seed is one step of a seed file: a record to be made, an action to be taken, or settings of
// a record that is a level of theirs.
type seed struct {
	Table  string          `json:"table"`
	Save   record.Row      `json:"save"`   // made unless its key exists
	Key    []string        `json:"key"`    // fields of the natural key; default the table's first unique key
	Login  bool            `json:"login"`  // of a user: may sign in with the demo's password
	Grant  json.RawMessage `json:"grant"`  // of a role: what it is granted, see grants
	Act    string          `json:"act"`    // action, taken where the record's state allows it
	Set    map[string]any  `json:"set"`    // settings by their keys, where the record has none of its own
	Where  record.Row      `json:"where"`  // the record of the action or of the settings
	Params record.Row      `json:"params"` // of the action
}

// Seed loads the files of a folder in the order of their names, each in one
// transaction. What exists stays as it is, so it may run again. The password is
// that of the accounts that may sign in.
func (a *App) Seed(ctx context.Context, folder fs.FS, password string) error {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return fmt.Errorf("list seeds: %w", err)
	}
	hash, err := a.Auth.HashPassword(ctx, "", password)
	if err != nil {
		return fmt.Errorf("password of the seeds: %w", err)
	}
	for _, name := range names {
		if err := a.seedFile(ctx, folder, name, hash); err != nil {
			return fmt.Errorf("seed %s: %w", name, err)
		}
	}
	return nil
}

func (a *App) seedFile(ctx context.Context, folder fs.FS, name, hash string) error {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		var steps []seed
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&steps); err != nil {
			return err
		}
		s, err := a.seeder(ctx, tx, folder, hash)
		if err != nil {
			return err
		}
		for i, step := range steps {
			if err := s.run(ctx, step); err != nil {
				return fmt.Errorf("step %d (%s): %w", i+1, step.Table, err)
			}
		}
		return nil
	})
}

// SeededAccounts lists the accounts of a folder of seeds that may sign in.
func SeededAccounts(folder fs.FS) ([]Account, error) {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list seeds: %w", err)
	}
	var accounts []Account
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read seeds: %w", err)
		}
		var steps []seed
		if err := json.Unmarshal(text, &steps); err != nil {
			return nil, fmt.Errorf("read seeds %s: %w", name, err)
		}
		for _, step := range steps {
			if step.Login {
				accounts = append(accounts, Account{UserType: record.Text(step.Save, "user_type"), Name: record.Text(step.Save, "account")})
			}
		}
	}
	return accounts, nil
}

// seeder runs steps in a transaction.
type seeder struct {
	*App
	tx     *store.Tx
	rights *access.Rights
	folder fs.FS  // of the seeds, with the files that they name
	hash   string // of the password of accounts
}

func (a *App) seeder(ctx context.Context, tx *store.Tx, folder fs.FS, hash string) (*seeder, error) {
	rights, err := a.Access.For(ctx, tx, a.Catalog.Current(), auth.System("seed"))
	return &seeder{App: a, tx: tx, rights: rights, folder: folder, hash: hash}, err
}

func (s *seeder) run(ctx context.Context, step seed) error {
	table, err := s.rights.Release().Table(step.Table)
	switch {
	case err != nil:
		return err
	case step.Act != "":
		return s.act(ctx, table, step)
	case step.Set != nil:
		return s.set(ctx, table, step)
	case step.Save == nil:
		return errors.New(`needs "save", "act" or "set"`)
	}
	key := step.Key
	if len(key) == 0 && len(table.Uniques) > 0 {
		for _, f := range table.Uniques[0].Fields {
			key = append(key, f.Key)
		}
	}
	id, made, err := s.save(ctx, table, step.Save, key)
	if err != nil {
		return err
	}
	if step.Login && made {
		if err := s.Auth.SetHash(ctx, s.tx, id, s.hash, 0); err != nil {
			return err
		}
	}
	return s.grant(ctx, id, made, step.Grant)
}

// save makes a record unless one with its key exists.
func (s *seeder) save(ctx context.Context, table *catalog.Table, row record.Row, key []string) (id int64, made bool, err error) {
	if len(key) > 0 {
		if id, err = s.find(ctx, table, row, key); err != nil || id != 0 {
			return id, false, err
		}
	}
	row = s.timed(row)
	if err := s.point(ctx, row); err != nil {
		return 0, false, err
	}
	if err := s.bringFiles(ctx, row); err != nil {
		return 0, false, err
	}
	saved, err := s.Records.Save(ctx, s.tx, s.rights, table.Key, row)
	if err != nil {
		return 0, false, err
	}
	return record.ID(saved), true, nil
}

// point puts the record in the place of {"one": table, "where": parts}, also in lines, for
// what no key tells whole, as stock without a lot.
func (s *seeder) point(ctx context.Context, row record.Row) error {
	for name, value := range row {
		lines, _ := value.([]any)
		for _, line := range lines {
			if line, ok := line.(record.Row); ok {
				if err := s.point(ctx, line); err != nil {
					return err
				}
			}
		}
		given, _ := value.(map[string]any)
		where, ok := given["where"].(map[string]any)
		if !ok {
			continue
		}
		table, err := s.rights.Release().Table(fmt.Sprint(given["one"]))
		if err != nil {
			return err
		}
		id, err := s.find(ctx, table, where, slices.Collect(maps.Keys(where)))
		if err := errors.Join(err, missingReference(id, name, where)); err != nil {
			return err
		}
		row[name] = id
	}
	return nil
}

// bringFiles keeps the files that a row names by {"file": path} in the folder of the
// seeds, and puts their keys there.
func (s *seeder) bringFiles(ctx context.Context, row record.Row) error {
	for name, value := range row {
		given, _ := value.(map[string]any)
		file, ok := given["file"].(string)
		if !ok {
			continue
		}
		content, err := fs.ReadFile(s.folder, file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		kept, err := s.files.Put(ctx, s.tx, s.rights.Actor().UserID, path.Base(file), content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		row[name] = kept.Key
	}
	return nil
}

// timed gives a row whose {"now": minutes} are moments and {"day": days} dates so
// far from now, those of its lines included.
func (s *seeder) timed(row record.Row) record.Row {
	row = maps.Clone(row)
	for name, value := range row {
		row[name] = s.timedValue(value)
	}
	return row
}

func (s *seeder) timedValue(value any) any {
	switch value := value.(type) {
	case []any:
		lines := make([]any, len(value))
		for i, line := range value {
			lines[i] = line
			if row, ok := line.(map[string]any); ok {
				lines[i] = s.timed(row)
			}
		}
		return lines
	case map[string]any:
		if minutes, ok := value["now"].(json.Number); ok {
			n, _ := minutes.Int64()
			return s.config.Now().Add(time.Duration(n) * time.Minute).Format(time.RFC3339)
		}
		if days, ok := value["day"].(json.Number); ok {
			n, _ := days.Int64()
			return s.config.Now().AddDate(0, 0, int(n)).Format(time.DateOnly)
		}
	}
	return value
}

// find gives the record of a key; 0 when there is none. References in the key may
// be given by keys of their own tables.
func (s *seeder) find(ctx context.Context, table *catalog.Table, row record.Row, key []string) (int64, error) {
	match := record.Row{}
	for _, name := range key {
		f, ok := table.Field(name)
		if !ok {
			return 0, fmt.Errorf("there is no field %q", name)
		}
		value, given := row[name]
		if !given && f.Default != nil {
			value, _ = f.Default.Eval(ctx, expression.Scope{})
		}
		if parts, isKey := value.(map[string]any); isKey && f.To != nil {
			id, err := s.find(ctx, f.To, parts, slices.Collect(maps.Keys(parts)))
			if err != nil || id == 0 {
				return 0, errors.Join(err, missingReference(id, name, parts))
			}
			value = id
		}
		match[name] = value
	}
	found, err := s.Records.Find(ctx, s.tx, s.rights, table.Key, record.Where{Match: match, Limit: 1})
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return record.ID(found[0]), nil
}

func missingReference(id int64, name string, parts map[string]any) error {
	if id != 0 {
		return nil
	}
	return fmt.Errorf("%s: there is no record %v", name, parts)
}

// set gives a record settings that it has not.
func (s *seeder) set(ctx context.Context, table *catalog.Table, step seed) error {
	id, err := s.one(ctx, table, step.Where)
	if err != nil {
		return err
	}
	for key, value := range meta.Sorted(step.Set) {
		is, err := setting.IsSet(ctx, s.tx, key, table.Key, id)
		if err != nil {
			return err
		}
		if is {
			continue
		}
		change := setting.Change{Key: key, Level: table.Key, OwnerID: id, Value: value}
		if err := s.Settings.Save(ctx, s.tx, s.rights.Release(), s.rights.Actor(), change); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// one is the record that a step is about.
func (s *seeder) one(ctx context.Context, table *catalog.Table, where record.Row) (int64, error) {
	id, err := s.find(ctx, table, where, slices.Collect(maps.Keys(where)))
	if err == nil && id == 0 {
		err = fmt.Errorf("there is no record %v", where)
	}
	return id, err
}

// act takes an action where the record's state allows it.
func (s *seeder) act(ctx context.Context, table *catalog.Table, step seed) error {
	id, err := s.one(ctx, table, step.Where)
	if err != nil {
		return fmt.Errorf("%s: %w", step.Act, err)
	}
	if table.Document == nil {
		return fmt.Errorf("%s is no document", table.Key)
	}
	action, ok := table.Document.Action(step.Act)
	if !ok {
		return fmt.Errorf("there is no action %q", step.Act)
	}
	row, err := s.Records.Get(ctx, s.tx, s.rights, table.Key, id, false)
	if err != nil || !action.From(record.Text(row, catalog.StatusField)) {
		return err
	}
	_, err = s.Documents.ActIn(ctx, s.tx, s.rights, table.Key, step.Act, id, step.Params)
	return err
}
