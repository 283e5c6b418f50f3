package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// A cell names the records of a list by the shortest unique key of their table,
// set apart by semicolons.
const keySeparator = "; "

// keyField is the field by which files name the records of a table; nil when no
// unique key is a single field.
func keyField(t *catalog.Table) *catalog.Field {
	for _, u := range t.Uniques {
		if len(u.Fields) == 1 && !u.Fields[0].Meta.Secret {
			return u.Fields[0]
		}
	}
	return nil
}

// readKeys turns a cell into references by key, or by id where the table has none.
func readKeys(f *catalog.Field, text string) any {
	list, key := []any{}, keyField(f.Item.To)
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "；", ";"), ";") {
		part = withoutGuard(strings.TrimSpace(part))
		switch {
		case part == "":
		case key == nil:
			list = append(list, json.Number(part))
		default:
			list = append(list, map[string]any{key.Key: part})
		}
	}
	return list
}

// readLinks finds what the records of lists are called in a file, for one page.
func (x *Exchange) readLinks(ctx context.Context, rights *access.Rights, columns []outColumn, rows []map[string]any) error {
	for i := range columns {
		c := &columns[i]
		if c.field == nil || c.field.Item == nil {
			continue
		}
		c.links = map[string]string{}
		var ids []any
		for _, row := range rows {
			list, _ := row[c.path].([]any)
			ids = append(ids, list...)
		}
		if err := x.nameLinks(ctx, rights, c, ids); err != nil {
			return fmt.Errorf("name the records of %s: %w", c.path, err)
		}
	}
	return nil
}

// nameLinks looks keys up; a record that the asker may not see has none.
func (x *Exchange) nameLinks(ctx context.Context, rights *access.Rights, c *outColumn, ids []any) error {
	table, key := c.field.Item.To, keyField(c.field.Item.To)
	if key == nil {
		return nil
	}
	for start := 0; start < len(ids); start += query.MaxSize {
		where := query.Where{Filter: query.Is("id", query.In, ids[start:min(start+query.MaxSize, len(ids))]), Fields: []string{key.Key}}
		err := x.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			found, err := x.Query.Rows(ctx, tx, rights, table.Key, where)
			for _, row := range found {
				if text, ok := row[key.Key]; ok {
					c.links[fmt.Sprint(row["id"])] = fmt.Sprint(text)
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// linked writes the records of a list as a file names them.
func (c *outColumn) linked(v any) any {
	list, _ := v.([]any)
	names := make([]string, 0, len(list))
	for _, id := range list {
		text := fmt.Sprint(id)
		if name, known := c.links[text]; known {
			names = append(names, name)
		} else if keyField(c.field.Item.To) == nil {
			names = append(names, text)
		}
	}
	return withGuard(strings.Join(names, keySeparator))
}
