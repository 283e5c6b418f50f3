package store

import "testing"

func TestParametersAreWrittenForTheDatabase(t *testing.T) {
	t.Parallel()
	const each = " (select value from json_each(?))"
	tests := []struct{ text, postgres, sqlite string }{
		{"select 1", "select 1", "select 1"},
		{"a = ? and b in (?,?)", "a = $1 and b in ($2,$3)", "a = ? and b in (?,?)"},
		{"a = '?' and b = ?", "a = '?' and b = $1", "a = '?' and b = ?"},
		{"a = 'it''s in ?' and b = ?", "a = 'it''s in ?' and b = $1", "a = 'it''s in ?' and b = ?"},
		{`"a?""?" = ?`, `"a?""?" = $1`, `"a?""?" = ?`},
		{"a in ? and b = ?", "a = any($1) and b = $2", "a in" + each + " and b = ?"},
		{"b = ? and (a IN ?)", "b = $1 and (a = any($2))", "b = ? and (a in" + each + ")"},
		{"a NOT IN ? or b not in ?", "a <> all($1) or b <> all($2)", "a not in" + each + " or b not in" + each},
		{"within ? and min ?", "within $1 and min $2", "within ? and min ?"},
	}
	for _, tt := range tests {
		if got := rewrite(tt.text, parameters[Postgres]); got != tt.postgres {
			t.Errorf("PostgreSQL: %q is %q, want %q", tt.text, got, tt.postgres)
		}
		if got := rewrite(tt.text, parameters[SQLite]); got != tt.sqlite {
			t.Errorf("SQLite: %q is %q, want %q", tt.text, got, tt.sqlite)
		}
	}
}

func TestQuoteAndIdentifier(t *testing.T) {
	t.Parallel()
	if got := Quote(`a"b`); got != `"a""b"` {
		t.Errorf("got %s", got)
	}
	for name, want := range map[string]bool{"order": true, "name__fold": true, "": false, "Order": false, "1a": false, "a b": false, "a;b": false} {
		if got := IsIdentifier(name); got != want {
			t.Errorf("IsIdentifier(%q) = %v", name, got)
		}
	}
}

func TestVersionLess(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{{"3.51.2", "3.51.3", true}, {"3.51.3", "3.51.3", false}, {"3.9.0", "3.51.3", true}, {"3.53.0", "3.51.3", false}}
	for _, tt := range tests {
		if got := versionLess(tt.a, tt.b); got != tt.want {
			t.Errorf("versionLess(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}

func TestStatementsAreBounded(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), "sqlite:"+t.TempDir()+"/x.db", Options{Statements: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := db.reader.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.reader.put(s, false)
	for _, text := range []string{"select 1", "select 2", "select 1", "select 3", "select 1"} {
		if _, err := s.exec(t.Context(), text, nil); err != nil {
			t.Fatal(err)
		}
	}
	_, kept := s.stmts.byText["select 1"]
	if len(s.stmts.byText) != 2 || s.stmts.recent.Len() != 2 || !kept {
		t.Errorf("kept %v", s.stmts.byText)
	}
}
