package ddl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// ownColumns are the columns of the row alone; the catalog lets nothing else into
// the conditions of constraints.
type ownColumns struct{ scales map[string]int32 }

func (o ownColumns) Column(path []string) (expression.Column, error) {
	name := path[len(path)-1]
	return expression.Column{SQL: store.Quote(name), Scale: o.scales[name]}, nil
}

// literalSQL writes a condition with its values in the text, since definitions
// take no arguments; "" for none.
func (w *table) literalSQL(ctx context.Context, p *expression.Program, dialect store.Dialect) (string, error) {
	if p == nil {
		return "", nil
	}
	scales := map[string]int32{}
	for _, f := range w.of.Fields {
		scales[f.Key] = int32(f.Scale)
	}
	text, args, err := p.SQL(ctx, expression.Scope{}, ownColumns{scales})
	if err != nil {
		return "", err
	}
	parts := strings.Split(text, "?") // the expression package writes texts as arguments only
	for i, arg := range args {
		value, err := literal(arg, dialect)
		if err != nil {
			return "", err
		}
		parts[i] += value
	}
	return strings.Join(parts, ""), nil
}

// literal writes a database value.
func literal(v any, dialect store.Dialect) (string, error) {
	switch v := v.(type) {
	case nil:
		return "NULL", nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case int:
		return strconv.Itoa(v), nil
	case bool:
		if dialect == store.SQLite {
			return map[bool]string{true: "1", false: "0"}[v], nil
		}
		return strconv.FormatBool(v), nil
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'", nil
	}
	return "", fmt.Errorf("no literal for %T", v)
}
