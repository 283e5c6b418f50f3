package exchange

import (
	"context"
	"errors"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// largestBatch is how many records are saved in one transaction.
const largestBatch = 250

// errUndo rolls a trial back.
var errUndo = errors.New("undo the trial")

// importing is one file on its way in.
type importing struct {
	*Exchange
	ask     Import
	caller  *access.Rights // nil: nobody in particular asks about the mapping
	mapping *catalog.Mapping
	sheet   *sheet
	names   []string                       // of the file's columns: their headers, or what was chosen for them
	places  map[*catalog.MappingColumn]int // where the mapping's columns stand in the file
	params  record.Row
	zone    *time.Location
	items   []*item
	bad     map[int][]RowError // by row of the file
	out     Outcome
	tell    func(done, total int) error
	keeper  Keeper // nil: nobody asks how far it came
}

// Import reads a file through a mapping and tells what became of its rows. With
// the mode all, one wrong row keeps everything out. The progress is told in
// records; its error ends the import. What was saved is noted with the keeper, and an
// import that finds something noted goes on behind it; nil notes nothing.
//
// Denied without the right to import; the faults of readSheet; NotFound
// screen.unknown; Invalid exchange.no_column and those of the params.
func (x *Exchange) Import(ctx context.Context, ask Import, name string, content []byte, tell func(done, total int) error, k Keeper) (*Outcome, error) {
	im := &importing{
		Exchange: x, ask: ask, zone: x.Zone(ctx, ask.Actor), bad: map[int][]RowError{}, tell: tell, keeper: k,
		out: Outcome{Errors: []RowError{}, Wrong: []WrongRow{}},
	}
	for _, step := range []func(context.Context) error{
		im.open, func(context.Context) (err error) {
			im.sheet, err = readSheet(name, content, im.mapping.Meta.FileFormat, reading{encoding: ask.Encoding})
			return err
		},
		im.mend, im.match, im.convert, im.narrow, im.save,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	im.count()
	return &im.out, nil
}

// open finds the mapping and reads the params.
func (im *importing) open(ctx context.Context) error {
	return im.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rights, err := im.rights(ctx, tx, im.ask.Actor)
		if err != nil {
			return err
		}
		im.ask.Actor = rights.Actor() // places and owners may have changed, too
		im.caller = rights
		if im.mapping, err = importable(rights, im.ask.Mapping); err != nil {
			return err
		}
		im.params, err = im.Records.ReadParams(ctx, tx, rights, record.Params{Fields: im.mapping.Params, Given: im.ask.Params})
		return err
	})
}

// save saves what is right, in batches, behind what was saved before. With the mode
// all it is tried before anything is saved.
func (im *importing) save(ctx context.Context) error {
	from, err := im.resume(ctx)
	if err != nil {
		return err
	}
	if from == 0 && !im.ask.DryRun && im.mapping.Meta.Mode == "all" {
		if err := im.pass(ctx, 0, true); err != nil || len(im.bad) > im.out.Rejected {
			im.out.Created, im.out.Updated = 0, 0
			return err
		}
		im.out.Created, im.out.Updated = 0, 0
	}
	return im.pass(ctx, from, im.ask.DryRun)
}

// pass saves the items from one on; a trial is rolled back.
func (im *importing) pass(ctx context.Context, from int, trial bool) error {
	for ; from < len(im.items); from += largestBatch {
		part := im.items[from:min(from+largestBatch, len(im.items))]
		to := from + len(part)
		err := im.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			rights, err := im.rights(ctx, tx, im.ask.Actor)
			if err != nil {
				return err
			}
			if _, err := importable(rights, im.ask.Mapping); err != nil {
				return err
			}
			b := &batch{importing: im, rights: rights, tx: tx, items: part, named: map[string]any{}}
			if err := b.save(ctx); err != nil {
				return err
			}
			if trial {
				return errUndo
			}
			return im.keep(ctx, tx, part, to)
		})
		if err != nil && !errors.Is(err, errUndo) {
			return err
		}
		im.settle(im.partOf(part, to), part)
		if !trial {
			forget(part)
		}
		if err := im.tell(to, len(im.items)); err != nil {
			return err
		}
	}
	return nil
}

// forget lets go of what was read for records that are saved: nobody asks any more.
func forget(items []*item) {
	for _, it := range items {
		it.values, it.fallback, it.lines = nil, nil, nil
	}
}

// settle counts a batch once its transaction has ended, however often that was
// repeated.
func (im *importing) settle(p part, items []*item) {
	for i, it := range items {
		it.fate = fates[p.Fates[i]]
		switch it.fate {
		case created:
			im.out.Created++
		case updated:
			im.out.Updated++
		}
	}
	for _, e := range p.Errors {
		im.tellRow(e)
	}
}

// count counts rows.
func (im *importing) count() {
	im.along()
	im.out.DryRun, im.out.Rows = im.ask.DryRun, len(im.sheet.rows)
	im.out.Failed = len(im.bad) - im.out.Rejected
	for _, it := range im.items {
		if it.fate == there && it.clean(im) {
			im.out.Skipped += len(it.rows)
		}
	}
	blocked := !im.ask.DryRun && im.mapping.Meta.Mode == "all" && im.out.Failed > 0
	for _, it := range im.items {
		if !blocked && it.clean(im) {
			im.out.OK += len(it.rows)
		}
	}
	im.out.Headers = im.sheet.headers
	for _, row := range im.sheet.rows {
		for _, e := range im.bad[row.number] {
			im.out.add(e)
		}
		if len(im.bad[row.number]) > 0 && len(im.out.Wrong) < mostWrong {
			im.out.Wrong = append(im.out.Wrong, WrongRow{row.number, row.cells})
		}
	}
}

// tellRow notes what is wrong with a row.
func (im *importing) tellRow(e RowError) { im.bad[e.Row] = append(im.bad[e.Row], e) }
