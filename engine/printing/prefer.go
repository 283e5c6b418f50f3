package printing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// Preferred puts those templates first that are meant for a record, by what they say of
// it; the others keep their order.
func (p *Papers) Preferred(ctx context.Context, tx *store.Tx, rights *access.Rights, templates []*catalog.Print, ids []int64) ([]*catalog.Print, error) {
	meant := map[string]bool{}
	for _, t := range templates {
		if t.Prefer == nil || len(ids) == 0 || !rights.Can(t.Right()) {
			continue
		}
		holds, err := p.prefers(ctx, tx, rights, t, ids[0])
		if err != nil {
			return nil, fmt.Errorf("prefer %s: %w", t.Key, err)
		}
		meant[t.Key] = holds
	}
	sorted := slices.Clone(templates)
	slices.SortStableFunc(sorted, func(a, b *catalog.Print) int {
		switch {
		case meant[a.Key] == meant[b.Key]:
			return 0
		case meant[a.Key]:
			return -1
		}
		return 1
	})
	return sorted, nil
}

func (p *Papers) prefers(ctx context.Context, tx *store.Tx, rights *access.Rights, t *catalog.Print, id int64) (bool, error) {
	g := &gathering{Papers: p, tx: tx, rights: rights, template: t, seen: map[string]map[string]any{}}
	where := query.Where{Filter: query.Is("id", query.Eq, id), Fields: append(fieldsOf(t.Prefer, "row"), "id"), Limit: 1}
	rows, err := p.Query.Rows(ctx, tx, rights, t.Table.Key, where)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	value, err := t.Prefer.Eval(about(ctx, tx, rights), expression.Scope{Vars: map[string]any{"row": rows[0], "user": rights.Actor().Values}, Resolve: g.resolve})
	holds, _ := value.(bool)
	return holds, err
}

// fieldsOf lists the fields that an expression reads under some names.
func fieldsOf(p *expression.Program, roots ...string) (fields []string) {
	if p == nil {
		return nil
	}
	for _, ref := range p.Refs() {
		root, rest, _ := strings.Cut(ref, ".")
		field, _, _ := strings.Cut(rest, ".")
		if field != "" && slices.Contains(roots, root) {
			fields = append(fields, field)
		}
	}
	return fields
}
