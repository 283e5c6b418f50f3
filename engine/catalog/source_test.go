package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAColumnOfAnotherProgramIsReadByItsType holds which fields a column may fill, whether it
// may be the id of records, and which field is proposed for it.
func TestAColumnOfAnotherProgramIsReadByItsType(t *testing.T) {
	t.Parallel()
	fields := []struct {
		name string
		of   *catalog.Field
	}{
		{"text", field(t, meta.Field{Type: meta.TypeText})},
		{"integer", field(t, meta.Field{Type: meta.TypeInteger})},
		{"decimal", field(t, meta.Field{Type: meta.TypeDecimal, Scale: 2})},
		{"boolean", field(t, meta.Field{Type: meta.TypeBoolean})},
		{"date", field(t, meta.Field{Type: meta.TypeDate})},
		{"datetime", field(t, meta.Field{Type: meta.TypeInstant})},
		{"reference", field(t, meta.Field{Type: meta.TypeReference, To: "item"})},
		{"address", field(t, meta.Field{Type: meta.TypeAddress})},
	}
	for _, tt := range []struct {
		dialect store.Dialect
		typ     string
		fills   string
		told    string // key, cuts two digits, proposed type and scale
	}{
		{store.Postgres, "text", "text", "false false text 0"},
		{store.Postgres, "character varying(50)", "text", "false false text 0"},
		{store.Postgres, "uuid", "text", "false false text 0"},
		{store.Postgres, "smallint", "integer decimal boolean reference", "true false integer 0"},
		{store.Postgres, "bigint", "integer decimal reference", "true false integer 0"},
		{store.Postgres, "numeric", "decimal", "false false decimal 2"},
		{store.Postgres, "numeric(10)", "integer decimal", "false false decimal 0"},
		{store.Postgres, "numeric(10,2)", "decimal", "false false decimal 2"},
		{store.Postgres, "numeric(10,3)", "decimal", "false true decimal 3"},
		{store.Postgres, "numeric(20, 6)", "decimal", "false true decimal 6"},
		{store.Postgres, "numeric(20,7)", "decimal", "false true  0"},
		{store.Postgres, "double precision", "decimal", "false false decimal 2"},
		{store.Postgres, "boolean", "boolean", "false false boolean 0"},
		{store.Postgres, "date", "date", "false false date 0"},
		{store.Postgres, "timestamp(3) with time zone", "datetime", "false false instant 0"},
		{store.Postgres, "timestamp without time zone", "datetime", "false false instant 0"},
		{store.Postgres, "bytea", "", "false false  0"},
		{store.Postgres, "", "", "false false  0"},
		{store.SQLite, "", "text integer decimal boolean date datetime reference", "false false text 0"},
		{store.SQLite, "VARCHAR(20)", "text date datetime", "false false text 0"},
		{store.SQLite, "Text", "text date datetime", "false false text 0"},
		{store.SQLite, "clob", "text date datetime", "false false text 0"},
		{store.SQLite, "integer", "integer decimal boolean reference", "true false integer 0"},
		{store.SQLite, "BOOLEAN", "boolean", "false false boolean 0"},
		{store.SQLite, "DATE", "date", "false false date 0"},
		{store.SQLite, "DATETIME", "datetime", "false false instant 0"},
		{store.SQLite, "timestamp", "datetime", "false false instant 0"},
		{store.SQLite, "REAL", "decimal", "false false decimal 2"},
		{store.SQLite, "FLOAT", "decimal", "false false decimal 2"},
		{store.SQLite, "DOUBLE", "decimal", "false false decimal 2"},
		{store.SQLite, "NUMERIC(10, 0)", "integer decimal", "false false decimal 0"},
		{store.SQLite, "decimal(12,4)", "decimal", "false true decimal 4"},
		{store.SQLite, "BLOB", "", "false false  0"},
	} {
		s := catalog.SourceOf(tt.dialect, tt.typ)
		var fills []string
		for _, f := range fields {
			if s.Fills(f.of) {
				fills = append(fills, f.name)
			}
		}
		typ, scale := s.Proposed()
		if got := strings.Join(fills, " "); got != tt.fills {
			t.Errorf("%v %q fills %s, want %s", tt.dialect, tt.typ, got, tt.fills)
		}
		if got := fmt.Sprint(s.Key(), s.Cuts(fields[2].of)) + " " + typ + " " + fmt.Sprint(scale); got != tt.told {
			t.Errorf("%v %q is %s, want %s", tt.dialect, tt.typ, got, tt.told)
		}
	}
}
