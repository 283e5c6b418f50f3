package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
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
	if err := q.mayExport(ask); err != nil {
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

// mayExport refuses who lacks the right to the template that is named, or to the
// records, and a format that the template does not offer.
func (q *request) mayExport(ask exchange.Export) error {
	if ask.Template == "" {
		return q.rights.Require(q.table.Right(meta.Export))
	}
	template, ok := q.release.Exports[ask.Template]
	if !ok || template.Table != q.table {
		return fault.New(fault.NotFound, "screen.unknown", "key", ask.Template)
	}
	if err := q.rights.Require(template.Right()); err != nil {
		return err
	}
	if formats := template.Meta.Formats; len(formats) > 0 && !slices.Contains(formats, ask.Format) {
		return fault.New(fault.Invalid, "exchange.other_format", "formats", strings.Join(formats, ", ")).On("format")
	}
	return nil
}

// exportSample shows the beginning of what a template makes, to who may use it and to
// who shapes it.
func (a *API) exportSample(q *request) (any, error) {
	template, ok := q.release.Exports[q.Param("template")]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", q.Param("template"))
	}
	if !q.rights.Can(meta.RightDev) {
		if err := q.rights.Require(template.Right()); err != nil {
			return nil, err
		}
	}
	return a.Exchange.Sample(q.ctx, q.rights, template, q.language)
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
		number, err := a.Exchange.Ask(ctx, tx, q.rights, ask, given.name)
		return map[string]int64{"job": number}, err
	})
}

// previewFile keeps a file and tells what a mapping would make of it. Columns that the
// caller names are learned; without the member, what was learned is taken.
func (a *API) previewFile(q *request) (any, error) {
	mapping, err := q.mapping()
	if err != nil {
		return nil, err
	}
	given, err := q.givenFile()
	if err != nil {
		return nil, err
	}
	ask := exchange.Import{Mapping: mapping.Key, Encoding: q.field("encoding"), Language: q.language, Actor: q.actor()}
	ask.Recall = q.field("columns") == ""
	if err := q.formJSON("columns", &ask.Columns); err != nil {
		return nil, err
	}
	content, err := given.read(q)
	if err != nil {
		return nil, err
	}
	preview, err := a.Exchange.Preview(q.ctx, ask, given.name, content)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if !ask.Recall {
			if err := a.Exchange.Learn(ctx, tx, q.rights, ask, preview.Headers); err != nil {
				return nil, err
			}
		}
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
		Mapping: mapping.Key, DryRun: q.field("dryRun") == "true", Encoding: q.field("encoding"),
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
	text := q.field(name)
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
	name     string
	received *files.Received // nil: it is kept already
	kept     files.File
}

// givenFile finds the member file, or the file that the member fileKey names.
func (q *request) givenFile() (given, error) {
	key := q.field("fileKey")
	if key == "" {
		received, err := q.formFile()
		if err != nil {
			return given{}, err
		}
		return given{name: received.Name, received: received}, nil
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
	return given{name: f.Name, kept: f}, nil
}

// read reads the whole file, for which the server must have room.
func (g given) read(q *request) ([]byte, error) {
	var reader io.ReadCloser
	var err error
	size := g.kept.Size
	if g.received != nil {
		size = g.received.Size
		reader, err = g.received.Open()
	} else {
		reader, err = q.api.Files.Open(g.kept)
	}
	if err != nil {
		return nil, err
	}
	if err := q.hold(size); err != nil {
		return nil, errors.Join(err, reader.Close())
	}
	content, err := io.ReadAll(reader)
	return content, errors.Join(err, reader.Close())
}

// keep keeps the file, if it is not kept yet, and gives its key.
func (g given) keep(ctx context.Context, tx *store.Tx, q *request) (string, error) {
	if g.received == nil {
		return g.kept.Key, nil
	}
	kept, err := q.api.Files.Bring(ctx, tx, q.actor().UserID, g.received, q.unheldRoom())
	return kept.Key, err
}

// mappingParams takes the params of a mapping: one JSON member params, or a member
// each.
func (q *request) mappingParams(mapping *catalog.Mapping) (map[string]any, error) {
	params := map[string]any{}
	if text := q.field("params"); text != "" {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&params); err != nil {
			return nil, fault.New(fault.Malformed, "msg.bad_json").On("params").Because(err)
		}
	}
	for _, f := range mapping.Params {
		if text := q.field(f.Key); text != "" {
			params[f.Key] = text
		}
	}
	return params, nil
}

func (q *request) enqueue(ctx context.Context, tx *store.Tx, kind string, ask any) (any, error) {
	id, err := job.Ask(ctx, tx, job.New{Kind: kind, Args: ask, CreatedBy: q.actor().UserID, OwnerID: q.actor().OwnerID})
	if err != nil {
		return nil, err
	}
	return map[string]int64{"job": id}, nil
}
