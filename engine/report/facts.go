package report

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// Fact is what a report was narrowed to, in words.
type Fact struct{ Title, Words string }

// mostTold bounds the values of a parameter that are told one by one.
const mostTold = 12

// Facts tells what an answer was narrowed to, as its asker reads it.
func (r *Reports) Facts(ctx context.Context, tx *store.Tx, rights *access.Rights, answer *Answer, language string) ([]Fact, error) {
	known := rights.Release().Reports[answer.Key]
	var facts []Fact
	for i := range known.Params {
		param := &known.Params[i]
		value := answer.Params[param.Meta.Path()]
		if isEmpty(value) || !Readable(rights, known.Table, param.Path) {
			continue
		}
		t := telling{r, tx, rights, param.Path.Last(), choices(tableOf(known.Table, param.Path), param.Path.Last(), language), language}
		words, err := t.all(ctx, answer.Days[param.Meta.Path()], value)
		if err != nil {
			return nil, err
		}
		facts = append(facts, Fact{titleOf(param, language), words})
	}
	return facts, nil
}

func titleOf(param *catalog.ReportParam, language string) string {
	if param.Meta.Title != nil {
		return param.Meta.Title.In(language)
	}
	return param.Path.Last().Meta.Title.In(language)
}

// telling words the values of a parameter.
type telling struct {
	*Reports
	tx       *store.Tx
	rights   *access.Rights
	field    *catalog.Field
	labels   map[string]string
	language string
}

func (t *telling) all(ctx context.Context, days Days, value any) (string, error) {
	if days != (Days{}) {
		return days[0] + " – " + days[1], nil
	}
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	words := make([]string, 0, mostTold)
	for _, one := range list[:min(len(list), mostTold)] {
		word, err := t.one(ctx, one)
		if err != nil {
			return "", err
		}
		words = append(words, word)
	}
	if len(list) > mostTold {
		words = append(words, "…")
	}
	if t.field.Family() == meta.FamilyDay || t.field.Family() == meta.FamilyMoment {
		return strings.Join(words, " – "), nil
	}
	return strings.Join(words, ", "), nil
}

func (t *telling) one(ctx context.Context, value any) (string, error) {
	if id, ok := idOf(value); ok && t.field.To != nil {
		return t.record(ctx, id)
	}
	switch v := value.(type) {
	case nil:
		return "", nil
	case bool:
		return map[bool]string{true: "✓", false: "–"}[v], nil
	case map[string]any:
		for name, operand := range v {
			return comparisonWords[name] + fmt.Sprint(operand), nil
		}
	}
	if label, ok := t.labels[wordOf(value)]; ok {
		return label, nil
	}
	return fmt.Sprint(value), nil
}

// comparisonWords begin a value that is compared with.
var comparisonWords = map[string]string{"eq": "= ", "ne": "≠ ", "lt": "< ", "le": "≤ ", "gt": "> ", "ge": "≥ "}

func idOf(value any) (int64, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case float64:
		return int64(v), true
	case json.Number:
		id, err := v.Int64()
		return id, err == nil
	}
	return 0, false
}

// record is what a record is called; its number where the asker does not see it.
func (t *telling) record(ctx context.Context, id int64) (string, error) {
	table := t.field.To
	if len(table.Meta.Label) == 0 || !t.rights.Can(table.Right(string(access.Read))) {
		return strconv.FormatInt(id, 10), nil
	}
	ask := query.Request{Where: query.Is("id", query.Eq, id), Fields: table.Meta.Label}
	told, err := t.Query.TellIn(ctx, t.tx, t.rights, table.Key, ask, query.Reader{Language: t.language}, 1)
	if err != nil || len(told) == 0 {
		return strconv.FormatInt(id, 10), err
	}
	words := make([]string, 0, len(table.Meta.Label))
	for _, path := range table.Meta.Label {
		words = append(words, told[0].Words[path])
	}
	return strings.Join(words, " "), nil
}
