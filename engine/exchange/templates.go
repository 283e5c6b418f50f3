package exchange

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// NamedFile is one of several files that are made together.
type NamedFile struct {
	Name    string
	Content []byte
}

// Templates makes the templates of the cutover that the asker may import, numbered in the
// order in which they are loaded, behind a sheet that tells this order and why.
func (x *Exchange) Templates(ctx context.Context, language string, asker auth.Actor) ([]NamedFile, error) {
	rights, err := x.rightsNow(ctx, asker)
	if err != nil {
		return nil, err
	}
	steps := Order(mayImport(rights))
	names := map[string]string{}
	for i, s := range steps {
		names[s.Mapping.Key] = fmt.Sprintf("%02d %s.xlsx", i+1, s.Mapping.Meta.Title.In(language))
	}
	order, err := x.orderSheet(steps, names, language)
	if err != nil {
		return nil, err
	}
	list := []NamedFile{{"00 " + x.Word(language, "exchange.order.title", nil) + ".xlsx", order}}
	for _, s := range steps {
		content, err := x.Template(ctx, Import{Mapping: s.Mapping.Key, Language: language, Actor: asker})
		if err != nil {
			return nil, err
		}
		list = append(list, NamedFile{names[s.Mapping.Key], content})
	}
	return list, nil
}

// mayImport are the mappings whose files somebody may bring in.
func mayImport(rights *access.Rights) map[string]*catalog.Mapping {
	may := map[string]*catalog.Mapping{}
	for key := range rights.Release().Mappings {
		if m, err := importable(rights, key); err == nil {
			may[key] = m
		}
	}
	return may
}

// orderSheet tells which file is loaded when, behind which others, by which mapping, and
// which of its columns wait for a second load.
func (x *Exchange) orderSheet(steps []Step, names map[string]string, language string) (content []byte, err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	word := func(key string, params fault.Params) string { return x.Word(language, "exchange.order."+key, params) }
	rows := [][]any{{word("file", nil), word("after", nil), word("later", nil), word("mapping", nil)}}
	for _, s := range steps {
		rows = append(rows, []any{names[s.Mapping.Key], numbers(s.After, names), word("second", fault.Params{"columns": s.waiting(language)}), s.Mapping.Key})
		if len(s.Later) == 0 {
			rows[len(rows)-1][2] = ""
		}
	}
	for i := range rows {
		err = errors.Join(err, book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &rows[i]))
	}
	err = errors.Join(err, book.SetColWidth("Sheet1", "A", "D", 2*templateWidth))
	var out bytes.Buffer
	if err := errors.Join(err, book.Write(&out)); err != nil {
		return nil, fmt.Errorf("write the order of templates: %w", err)
	}
	return out.Bytes(), nil
}

// numbers are those of files in front.
func numbers(keys []string, names map[string]string) string {
	var list []string
	for _, key := range keys {
		number, _, _ := strings.Cut(names[key], " ")
		list = append(list, number)
	}
	return strings.Join(list, ", ")
}

// waiting names the columns of a second load.
func (s Step) waiting(language string) string {
	var titles []string
	for _, c := range s.Later {
		titles = append(titles, (&importing{ask: Import{Language: language}}).titleOf(c))
	}
	return strings.Join(titles, ", ")
}

// Pack puts files into one zip, in their order.
func Pack(list []NamedFile) ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range list {
		into, err := w.Create(f.Name)
		if err == nil {
			_, err = into.Write(f.Content)
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", f.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack files: %w", err)
	}
	return packed.Bytes(), nil
}
