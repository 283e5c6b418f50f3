package setting

import (
	"database/sql"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Ahead asks for what Value and Now would wait for, one after the other: what is set of
// settings, and the time zones of where records are, as far as the transaction does not
// know them. Who has questions of his own asks these along with them.
func (s *Settings) Ahead(tx *store.Tx, release *catalog.Release, keys []string, records []map[string]any) (questions []store.Question) {
	for _, key := range keys {
		if _, known := store.Recall[map[place]string](tx, setOf(key)); !known {
			questions = append(questions, values(key, func(set map[place]string) { store.Keep(tx, setOf(key), set) }))
		}
	}
	asked := map[int64]bool{}
	for _, level := range release.Levels {
		table, zoned := zonedTable(release, level.Key)
		for _, record := range records {
			id, named := record[level.Field].(int64)
			if !zoned || !named || asked[id] {
				continue
			}
			asked[id] = true
			if _, known := store.Recall[*time.Location](tx, zoneOf(id)); !known {
				questions = append(questions, zone(table, id, func(z *time.Location) { store.Keep(tx, zoneOf(id), z) }))
			}
		}
	}
	return questions
}

// values asks for all that is set of a setting.
func values(key string, take func(map[place]string)) store.Question {
	return store.Question{Text: "select level, owner_id, value from setting_value where setting_key = ?", Args: []any{key}, Take: func(rows *sql.Rows) error {
		set := map[place]string{}
		for rows.Next() {
			var at place
			var value string
			if err := rows.Scan(&at.level, &at.owner, &value); err != nil {
				return fmt.Errorf("read setting %s: %w", key, err)
			}
			set[at] = value
		}
		take(set)
		return nil
	}}
}

// zone asks for the time zone of a record of a table, nil where it says none that there is;
// take is not called without the record.
func zone(table *catalog.Table, id int64, take func(*time.Location)) store.Question {
	text := "select coalesce(" + zoneField + ", '') from " + store.Quote(table.Key) + " where id = ?"
	return store.Question{Text: text, Args: []any{id}, Take: func(rows *sql.Rows) error {
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return fmt.Errorf("read time zone of %s %d: %w", table.Key, id, err)
			}
			var at *time.Location // a name that no zone has is as good as none
			if name != "" {
				at, _ = ZoneNamed(name)
			}
			take(at)
		}
		return nil
	}}
}
