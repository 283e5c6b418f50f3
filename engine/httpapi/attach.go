package httpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// checkFiles refuses the files of a record that is about to be saved, and of its
// lines, which the caller could not read: who reads a record reads its files, so
// nobody may attach what is not his. What a guarded field is to hold is sealed.
func (q *request) checkFiles(ctx context.Context, tx *store.Tx, table *catalog.Table, row record.Row, place string) error {
	for _, f := range table.Fields {
		if !f.HoldsFile() {
			continue
		}
		key, _ := row[f.Key].(string)
		if key == "" {
			continue
		}
		file, err := q.readableFile(ctx, tx, key)
		switch {
		case fault.CodeOf(err) == fault.NotFound:
			return fault.New(fault.Invalid, "file.unknown").On(place + f.Key).Breaking("file")
		case err != nil:
			return err
		case !strings.HasPrefix(file.MediaType, f.Traits.Media):
			return fault.New(fault.Invalid, "file.not_image").On(place + f.Key).Breaking("not_image")
		case f.Meta.Guarded:
			if err := q.api.Files.Seal(ctx, tx, key); err != nil {
				return err
			}
		}
	}
	for _, set := range table.Sets {
		lines, _ := row[set.Key].([]any)
		for i, line := range lines {
			fields, _ := line.(map[string]any)
			if err := q.checkFiles(ctx, tx, set.Table, fields, fmt.Sprintf("%s%s[%d].", place, set.Key, i)); err != nil {
				return err
			}
		}
	}
	return nil
}
