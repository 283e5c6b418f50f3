package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
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

// importFile has a job read a file, which it keeps first, or which was kept for a
// preview.
func (a *API) importFile(q *request) (any, error) {
	mapping, err := q.mapping()
	if err != nil {
		return nil, err
	}
	ask, err := q.importAsk(mapping)
	if err != nil {
		return nil, err
	}
	given, err := q.givenFile()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if ask.File, err = given.keep(ctx, tx, q); err != nil {
			return nil, err
		}
		return q.enqueue(ctx, tx, exchange.JobImport, ask)
	})
}

// previewFile keeps a file and tells what a mapping would make of it.
func (a *API) previewFile(q *request) (any, error) {
	mapping, err := q.mapping()
	if err != nil {
		return nil, err
	}
	given, err := q.givenFile()
	if err != nil {
		return nil, err
	}
	ask := exchange.Import{Mapping: mapping.Key, Encoding: q.FormValue("encoding"), Language: q.language, Actor: q.actor()}
	if err := q.formJSON("columns", &ask.Columns); err != nil {
		return nil, err
	}
	preview, err := a.Exchange.Preview(q.ctx, ask, given.name, given.content)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		key, err := given.keep(ctx, tx, q)
		return map[string]any{"file": key, "name": given.name, "preview": preview}, err
	})
}

// template sends an empty workbook for a mapping.
func (a *API) template(q *request) (any, error) {
	mapping, err := q.mapping()
	if err != nil {
		return nil, err
	}
	content, err := a.Exchange.Template(q.ctx, exchange.Import{Mapping: mapping.Key, Language: q.language, Actor: q.actor()})
	return workbook{mapping.Meta.Title.In(q.language) + ".xlsx", content}, err
}

// workbook is sent as a file.
type workbook struct {
	name    string
	content []byte
}

func (w workbook) answer(q *request) error {
	q.Response().Header().Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": w.name}))
	return q.Blob(http.StatusOK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", w.content)
}

// mapping finds the mapping of the path, whose files the caller may bring in.
func (q *request) mapping() (*catalog.Mapping, error) {
	mapping, ok := q.release.Mappings[q.Param("mapping")]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", q.Param("mapping"))
	}
	return mapping, q.rights.Require(mapping.Table.Right(meta.Import))
}

// importAsk reads what the form says beside the file.
func (q *request) importAsk(mapping *catalog.Mapping) (exchange.Import, error) {
	ask := exchange.Import{
		Mapping: mapping.Key, DryRun: q.FormValue("dryRun") == "true", Encoding: q.FormValue("encoding"),
		Language: q.language, Actor: q.actor(),
	}
	var err error
	if ask.Params, err = q.mappingParams(mapping); err != nil {
		return ask, err
	}
	return ask, errors.Join(q.formJSON("edits", &ask.Edits), q.formJSON("columns", &ask.Columns), q.formJSON("only", &ask.Only))
}

// formJSON reads a JSON member of the form.
func (q *request) formJSON(name string, into any) error {
	text := q.FormValue(name)
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fault.New(fault.Malformed, "msg.bad_json").On(name).Because(err)
	}
	return nil
}

// given is the file of a form, or one that the caller gave before.
type given struct {
	name    string
	content []byte
	key     string // "": not kept yet
}

// givenFile reads the member file, or the file that the member fileKey names.
func (q *request) givenFile() (given, error) {
	key := q.FormValue("fileKey")
	if key == "" {
		name, content, err := q.formFile()
		return given{name: name, content: content}, err
	}
	var f files.File
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		f, err = q.api.Files.Find(ctx, tx, key)
		return err
	})
	if err != nil {
		return given{}, err
	}
	if f.CreatedBy != q.actor().UserID {
		return given{}, fault.New(fault.NotFound, "file.unknown")
	}
	reader, err := q.api.Files.Open(f)
	if err != nil {
		return given{}, err
	}
	content, err := io.ReadAll(reader)
	return given{f.Name, content, f.Key}, errors.Join(err, reader.Close())
}

// keep keeps the file, if it is not kept yet, and gives its key.
func (g given) keep(ctx context.Context, tx *store.Tx, q *request) (string, error) {
	if g.key != "" {
		return g.key, nil
	}
	kept, err := q.api.Files.Put(ctx, tx, q.actor().UserID, g.name, g.content)
	return kept.Key, err
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
