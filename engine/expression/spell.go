package expression

import (
	"fmt"
	"strings"
	"time"
)

// escapes are how a text between quotes says what would end or change it.
var escapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`)

// Spell writes a value as a source would say it, for people who write expressions.
func Spell(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return "'" + escapes.Replace(v) + "'"
	case time.Time:
		return "'" + v.UTC().Format("2006-01-02T15:04:05.999Z") + "'"
	case []any:
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = Spell(one)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		return fmt.Sprintf("{id: %s}", Spell(v["id"]))
	}
	return fmt.Sprint(v)
}

// Signature tells how a function is called, as dateAdd(date, int); of a form, which takes
// what no type says, its name and brackets.
func (r *Registry) Signature(name string) string {
	f, ok := r.functions[name]
	if !ok {
		return name + "(…)"
	}
	args := make([]string, len(f.Args))
	for i, arg := range f.Args {
		args[i] = arg.String()
		if i >= len(f.Args)-f.Optional {
			args[i] += "?"
		}
	}
	if f.Variadic {
		args = append(args, "…")
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}
