package httpapi

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// Kinds of the jobs that carry records out and in.
const (
	JobExport = "exchange.export"
	JobImport = "exchange.import"
)

// Export is what a job of the kind JobExport is asked to do.
type Export struct {
	Table    string          `json:"table"`
	View     string          `json:"view"` // key of a list or mapping; "" is the table's fields
	List     string          `json:"list"` // list whose rows are meant; "" is the table
	Filter   json.RawMessage `json:"filter"`
	Fields   []string        `json:"fields"`
	Format   string          `json:"format"` // xlsx or csv
	Language string          `json:"language"`
	Actor    auth.Actor      `json:"actor"`
}

// Import is what a job of the kind JobImport is asked to do.
type Import struct {
	Mapping  string     `json:"mapping"`
	File     string     `json:"file"` // key of an attachment
	DryRun   bool       `json:"dryRun"`
	Language string     `json:"language"`
	Actor    auth.Actor `json:"actor"`
}

// export has a job write records into a file.
func (a *API) export(q *request) (any, error) {
	ask := Export{Format: "xlsx"}
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	if ask.Format != "xlsx" && ask.Format != "csv" {
		return nil, missing("format")
	}
	if _, err := query.ParseFilter(ask.Filter); err != nil {
		return nil, err
	}
	ask.Table, ask.Language, ask.Actor = q.table.Key, q.language, q.actor()
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) { return q.enqueue(ctx, tx, JobExport, ask) })
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
	ask := Import{Mapping: mapping.Key, DryRun: q.FormValue("dryRun") == "true", Language: q.language, Actor: q.actor()}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		kept, err := a.Files.Put(ctx, tx, q.actor().UserID, name, content)
		if err != nil {
			return nil, err
		}
		ask.File = kept.Key
		return q.enqueue(ctx, tx, JobImport, ask)
	})
}

func (q *request) enqueue(ctx context.Context, tx *store.Tx, kind string, ask any) (any, error) {
	id, err := job.Enqueue(ctx, tx, job.New{Kind: kind, Args: ask, CreatedBy: q.actor().UserID})
	if err != nil {
		return nil, err
	}
	return map[string]int64{"job": id}, nil
}
