package vectors_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/tests/vectors"
)

// generatedCount is how many random expressions a run tries.
const generatedCount = 10_000

func TestCore(t *testing.T) {
	t.Parallel()

	for _, c := range core(t) {
		t.Run(c.Expr(), func(t *testing.T) {
			t.Parallel()

			got, err := evaluate(t, c)
			if c.Line.Error != "" {
				if !fault.IsKey(err, c.Line.Error) {
					t.Errorf("err = %v, want %s", err, c.Line.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got, want := written(t, got), written(t, c.Line.Want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestCoreInSQL holds the word of "sql" in the core.
func TestCoreInSQL(t *testing.T) {
	t.Parallel()

	for _, c := range core(t) {
		if c.Line.SQL == nil {
			continue
		}
		_, err := expression.Compile(c.Expr(), c.World.Env(expression.SQL), expression.Bool)
		if *c.Line.SQL != (err == nil) {
			t.Errorf("%s: err = %v, want a SQL form: %v", c.Expr(), err, *c.Line.SQL)
		}
	}
}

func TestGeneratedIsTheSameForASeed(t *testing.T) {
	t.Parallel()

	one, err := vectors.Generate(1, 300)
	if err != nil {
		t.Fatal(err)
	}
	two, err := vectors.Generate(1, 300)
	if err != nil {
		t.Fatal(err)
	}
	for i := range one {
		if a, b := written(t, one[i].Line), written(t, two[i].Line); a != b {
			t.Fatalf("case %d differs: %s and %s", i, a, b)
		}
	}
}

func core(t *testing.T) []vectors.Case {
	t.Helper()
	cases, err := vectors.Core()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// generated makes random cases and tells their seed.
func generated(t *testing.T, count int) []vectors.Case {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	cases, err := vectors.Generate(seed, count)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func evaluate(t *testing.T, c vectors.Case) (any, error) {
	t.Helper()
	p, err := expression.Compile(c.Expr(), c.World.Env(expression.Server), nil)
	if err != nil {
		return nil, err
	}
	return p.Eval(t.Context(), c.Scope())
}

func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(vectors.Canonical(v))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
