package httpapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// export has a job write records into a file.
func (a *API) export(q *request) (any, error) {
	ask := exchange.Export{Format: exchange.FormatXLSX}
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	if ask.Format != exchange.FormatXLSX && ask.Format != exchange.FormatCSV {
		return nil, missing("format")
	}
	if _, err := query.ParseFilter(ask.Filter); err != nil {
		return nil, err
	}
	ask.Table, ask.Language, ask.Actor = q.table.Key, q.language, q.actor()
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return q.enqueue(ctx, tx, exchange.JobExport, ask)
	})
}

// importFile keeps a file and has a job read it.
func (a *API) importFile(q *request) (any, error) {
	mapping, ok := q.release.Mappings[q.Param("mapping")]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", q.Param("mapping"))
	}
	if err := q.rights.Require(mapping.Table.Right(meta.Import)); err != nil {
		return nil, err
	}
	name, content, err := q.formFile()
	if err != nil {
		return nil, err
	}
	params, err := q.mappingParams(mapping)
	if err != nil {
		return nil, err
	}
	ask := exchange.Import{Mapping: mapping.Key, Params: params, DryRun: q.FormValue("dryRun") == "true", Language: q.language, Actor: q.actor()}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		kept, err := a.Files.Put(ctx, tx, q.actor().UserID, name, content)
		if err != nil {
			return nil, err
		}
		ask.File = kept.Key
		return q.enqueue(ctx, tx, exchange.JobImport, ask)
	})
}

// mappingParams takes the params of a mapping: one JSON member params, or a member
// each.
func (q *request) mappingParams(mapping *catalog.Mapping) (map[string]any, error) {
	params := map[string]any{}
	if text := q.FormValue("params"); text != "" {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&params); err != nil {
			return nil, fault.New(fault.Malformed, "msg.bad_json").On("params").Because(err)
		}
	}
	for _, f := range mapping.Params {
		if text := q.FormValue(f.Key); text != "" {
			params[f.Key] = text
		}
	}
	return params, nil
}

func (q *request) enqueue(ctx context.Context, tx *store.Tx, kind string, ask any) (any, error) {
	id, err := job.Enqueue(ctx, tx, job.New{Kind: kind, Args: ask, CreatedBy: q.actor().UserID})
	if err != nil {
		return nil, err
	}
	return map[string]int64{"job": id}, nil
}
