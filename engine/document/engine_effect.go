package document

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/record"
)

// engineEffects are the effects that need no plugin.
func engineEffects() []Effect {
	return []Effect{{Key: "set", Run: set}, {Key: "create", Run: create}, {Key: "act", Run: act}, {Key: "job", Run: enqueue}, {Key: "token", Run: token}}
}

// set gives fields of the heads, or of each line of its list, new values.
func set(ctx context.Context, e *EffectEvent, batch []Row) error {
	if e.lines == nil {
		return e.setRows(ctx, e.Document.Key, batch, func(i int) Row { return e.heads[i].row })
	}
	byTable, tables := map[string][]int{}, e.tablesOfLines()
	for i, line := range e.lines {
		table := tables[record.ID(line)]
		if table == "" {
			return fmt.Errorf("effect set of %s.%s: its list holds no lines", e.Document.Key, e.Action)
		}
		byTable[table] = append(byTable[table], i)
	}
	for _, table := range slices.Sorted(maps.Keys(byTable)) {
		rows := make([]Row, len(byTable[table]))
		for i, at := range byTable[table] {
			rows[i] = batch[at]
		}
		if err := e.setRows(ctx, table, rows, func(i int) Row { return e.lines[byTable[table][i]] }); err != nil {
			return err
		}
	}
	return nil
}

// setRows saves values into records.
func (e *EffectEvent) setRows(ctx context.Context, table string, batch []Row, target func(i int) Row) error {
	rows := make([]Row, len(batch))
	for i, values := range batch {
		rows[i] = maps.Clone(values)
		rows[i]["id"] = target(i)["id"]
	}
	_, err := e.Data.SaveMany(ctx, table, rows)
	return err
}

// token gives a field of each head what nobody can guess, so that who is handed it may be
// told from all others, as by the address of a page.
func token(ctx context.Context, e *EffectEvent, batch []Row) error {
	rows := make([]Row, len(batch))
	for i, element := range batch {
		secret := make([]byte, 32)
		if _, err := rand.Read(secret); err != nil {
			return fmt.Errorf("make a token: %w", err)
		}
		field, _ := element["field"].(string)
		rows[i] = Row{field: base64.RawURLEncoding.EncodeToString(secret)}
	}
	return e.setRows(ctx, e.Document.Key, rows, func(i int) Row { return e.heads[i].row })
}

// tablesOfLines names the table of each line of the document, by its id. Ids are
// unique over all tables.
func (e *EffectEvent) tablesOfLines() map[int64]string {
	tables := map[int64]string{}
	for _, set := range e.Document.Sets {
		for _, line := range e.Lines[set.Key] {
			tables[record.ID(line)] = set.Table.Key
		}
	}
	return tables
}

// create makes records of a table out of the batch. Parameters named
// "<set>.<field>" are fields of a line, all others, but table, of the head;
// elements with equal heads become one record with a line each.
func create(ctx context.Context, e *EffectEvent, batch []Row) error {
	var order []string
	made := map[string]Row{}
	tables := map[string]string{}
	for _, element := range batch {
		table, head, lines := splitCreate(element)
		key, err := json.Marshal([]any{table, head})
		if err != nil {
			return fmt.Errorf("effect create of %s.%s: %w", e.Document.Key, e.Action, err)
		}
		row, known := made[string(key)]
		if !known {
			row = head
			made[string(key)], tables[string(key)] = row, table
			order = append(order, string(key))
		}
		for set, line := range lines {
			list, _ := row[set].([]Row)
			row[set] = append(list, line)
		}
	}
	for _, key := range order {
		saved, err := e.Data.Save(ctx, tables[key], made[key])
		if err != nil {
			return err
		}
		e.Created(tables[key], record.ID(saved))
	}
	return nil
}

// splitCreate takes an element apart into table, head and lines by set.
func splitCreate(element Row) (table string, head Row, lines map[string]Row) {
	head, lines = Row{}, map[string]Row{}
	for key, v := range element {
		set, field, isLine := strings.Cut(key, ".")
		switch {
		case key == "table":
			table, _ = v.(string)
		case !isLine:
			head[key] = v
		default:
			if lines[set] == nil {
				lines[set] = Row{}
			}
			lines[set][field] = v
		}
	}
	return table, head, lines
}

// act takes an action on the documents that the batch names by table and id, each
// once; the other parameters are the action's.
func act(ctx context.Context, e *EffectEvent, batch []Row) error {
	done := map[string]bool{}
	for _, element := range batch {
		table, _ := element["table"].(string)
		action, _ := element["action"].(string)
		id := record.ID(element)
		key := fmt.Sprintf("%s.%s %d", table, action, id)
		if id == 0 || done[key] {
			continue
		}
		done[key] = true
		params := maps.Clone(element)
		for _, own := range []string{"table", "action", "id"} {
			delete(params, own)
		}
		if _, err := e.Data.Act(ctx, table, action, id, params); err != nil {
			return err
		}
	}
	return nil
}

// enqueue has a job run after the commit, one for each element; kind names it and
// the other parameters are its arguments.
func enqueue(ctx context.Context, e *EffectEvent, batch []Row) error {
	for _, element := range batch {
		kind, _ := element["kind"].(string)
		if kind == "" {
			return fault.New(fault.Invalid, "document.no_job", "action", e.Action)
		}
		args := maps.Clone(element)
		delete(args, "kind")
		if _, err := job.Enqueue(ctx, e.Tx, job.New{Kind: kind, Args: args, CreatedBy: e.Actor.UserID, OwnerID: e.Actor.OwnerID}); err != nil {
			return err
		}
	}
	return nil
}
