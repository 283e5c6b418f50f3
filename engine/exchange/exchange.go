package exchange

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Kinds of the jobs that carry records out and in.
const (
	JobExport = "exchange.export"
	JobImport = "exchange.import"
)

// Formats of files.
const (
	FormatXLSX = "xlsx"
	FormatCSV  = "csv"
)

// Exchange reads and writes files for people.
type Exchange struct {
	DB      *store.DB
	Release func() *catalog.Release
	Access  *access.Access
	Query   *query.Query
	Records *record.Records
	Files   files.Store
	Word    func(language, key string, params fault.Params) string
	Told    func(language, text string) string // words a field of the format told
	Fault   func(f *fault.Fault, language string) string
	// Act takes an action on a document, for mappings that have some follow an
	// import.
	Act          func(ctx context.Context, tx *store.Tx, rights *access.Rights, table, action string, id int64) error
	Zone         func(ctx context.Context, actor auth.Actor) *time.Location // of days and times without a zone
	MostExported int                                                        // rows of an export; 0 is a million, about what a spreadsheet has
	// Current gives who asked as he is by now.
	Current func(ctx context.Context, tx *store.Tx, was auth.Actor) (auth.Actor, error)
}

// Import says what to read. It is the argument of a job of the kind JobImport.
type Import struct {
	Mapping  string         `json:"mapping"`
	File     string         `json:"file"` // key of an attachment
	Params   map[string]any `json:"params,omitempty"`
	DryRun   bool           `json:"dryRun"`             // nothing is written
	Encoding string         `json:"encoding,omitempty"` // of a text file; "" is found out
	Edits    []Edit         `json:"edits,omitempty"`    // cells that were mended since the file was made
	Columns  []Choice       `json:"columns,omitempty"`  // what was said about columns of the file
	Recall   bool           `json:"-"`                  // of a preview: Columns are what the asker chose for such headings before
	Only     []int          `json:"only,omitempty"`     // rows that a trial is about; none: all
	Language string         `json:"language"`
	Actor    auth.Actor     `json:"actor"`

	batch int64 // row of the file that is being read; 0: none
}

// Edit is another text for a cell.
type Edit struct {
	Row   int    `json:"row"`  // of the file, from 1
	Cell  int    `json:"cell"` // column of the file, from 0
	Value string `json:"value"`
}

// Export says what to write. It is the argument of a job of the kind JobExport.
type Export struct {
	Table    string          `json:"table"`
	List     string          `json:"list"` // list whose rows are meant; "" is the table
	View     string          `json:"view"` // another name for the list
	Filter   json.RawMessage `json:"filter"`
	Search   string          `json:"search"`             // as of a list's quick search; "" is all
	Fields   []string        `json:"fields"`             // none: the columns of the list, else the table's fields
	Template string          `json:"template,omitempty"` // says the columns in place of Fields
	Format   string          `json:"format"`
	Language string          `json:"language"`
	Actor    auth.Actor      `json:"actor"`
}

// Outcome is what became of a file's rows.
type Outcome struct {
	DryRun   bool       `json:"dryRun"`
	Rows     int        `json:"rows"`              // read
	OK       int        `json:"ok"`                // rows saved, or left alone because they are there
	Failed   int        `json:"failed"`            // rows that are wrong
	Rejected int        `json:"rejected"`          // rows that the mapping does not take, each told
	Skipped  int        `json:"skipped"`           // of ok: rows whose record was there before
	Created  int        `json:"created"`           // records
	Updated  int        `json:"updated"`           // records
	Errors   []RowError `json:"errors"`            // of failed and rejected rows, the first 1,000
	More     int        `json:"more"`              // errors beyond those
	Headers  []string   `json:"headers"`           // of the file
	Wrong    []WrongRow `json:"wrong"`             // rows with errors, the first 200, to be mended
	Checked  []int      `json:"checked,omitempty"` // rows that a trial of some was about
}

// WrongRow is a row of the file as it was read.
type WrongRow struct {
	Row   int      `json:"row"`
	Cells []string `json:"cells"`
}

// RowError tells what is wrong with a row, in the asker's language.
type RowError struct {
	Row      int    `json:"row"` // of the file, from 1
	Column   string `json:"column"`
	Cell     int    `json:"cell"` // column of the file, from 0; -1: the row as a whole
	Message  string `json:"message"`
	Rejected bool   `json:"rejected,omitempty"`
}

// How many errors an outcome lists, and how many rows to mend.
const (
	longestReport = 1000
	mostWrong     = 200
)

func (o *Outcome) add(e RowError) {
	if len(o.Errors) < longestReport {
		o.Errors = append(o.Errors, e)
		return
	}
	o.More++
}

// rightsNow is rights in a transaction of its own.
func (x *Exchange) rightsNow(ctx context.Context, asker auth.Actor) (rights *access.Rights, err error) {
	err = x.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		rights, err = x.rights(ctx, tx, asker)
		return err
	})
	return rights, err
}

// rights are what the asker may do now, which may be less than when he asked.
func (x *Exchange) rights(ctx context.Context, tx *store.Tx, asker auth.Actor) (*access.Rights, error) {
	now, err := x.Current(ctx, tx, asker)
	if err != nil {
		return nil, err
	}
	return x.Access.For(ctx, tx, x.Release(), now)
}
