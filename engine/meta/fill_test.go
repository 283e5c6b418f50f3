package meta_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestFill(t *testing.T) {
	t.Parallel()

	tests := []struct{ name, text, n, want string }{
		{"one", "{n} {n, row|rows} of {file}", "1", "1 row of a.csv"},
		{"several", "{n} {n, row|rows} of {file}", "2", "2 rows of a.csv"},
		{"none is not one", "{n, queda|quedan} {n} {n, fila|filas}", "0", "quedan 0 filas"},
		{"a form may be empty", "{n} {n, |all }told", "1", "1 told"},
		{"an argument that is not given stays", "{n} {other} {other, a|b}", "1", "1 {other} {other, a|b}"},
		{"an argument is not filled in its turn", "{n}", "{file}", "{file}"},
	}
	for _, tt := range tests {
		given := map[string]string{"n": tt.n, "file": "a.csv"}
		got := meta.Fill(tt.text, func(name string) (string, bool) { v, ok := given[name]; return v, ok })
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
