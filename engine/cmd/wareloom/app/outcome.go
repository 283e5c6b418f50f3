package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/store"
)

// byteOrderMark lets spreadsheets see that a file is UTF-8.
const byteOrderMark = "\ufeff"

// reportOutcomes words what became of the records of a job and keeps it as a CSV file
// of the asker: id, result, message.
func (a *App) reportOutcomes(texts *httpapi.Texts) func(context.Context, auth.Actor, []document.Outcome) (string, error) {
	return func(ctx context.Context, asker auth.Actor, outcomes []document.Outcome) (key string, err error) {
		content := bytes.NewBufferString(byteOrderMark)
		table := csv.NewWriter(content)
		_ = table.Write([]string{"id", "result", "msg"}) // Error tells below
		for i := range outcomes {
			o := &outcomes[i]
			if !o.Result {
				o.Msg = texts.Word(asker.Language, o.Key, o.Params)
			}
			_ = table.Write([]string{strconv.FormatInt(o.ID, 10), strconv.FormatBool(o.Result), o.Msg})
		}
		table.Flush()
		if err := table.Error(); err != nil {
			return "", fmt.Errorf("write outcomes: %w", err)
		}
		err = a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			f, err := a.files.Put(ctx, tx, asker.UserID, "results.csv", content.Bytes())
			key = f.Key
			return err
		})
		return key, err
	}
}
