package exchange

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// mostEdits is how many cells of a file may be mended beside it.
const mostEdits = 10_000

// mend puts the mended texts into the cells.
//
// TooLarge exchange.too_many_edits; Invalid exchange.no_cell: an edit of a cell
// that the file does not have.
func (im *importing) mend(context.Context) error {
	if len(im.ask.Edits) > mostEdits {
		return fault.New(fault.TooLarge, "exchange.too_many_edits", "max", mostEdits).On("edits")
	}
	at := make(map[int]int, len(im.sheet.rows))
	for i, row := range im.sheet.rows {
		at[row.number] = i
	}
	for _, edit := range im.ask.Edits {
		i, ok := at[edit.Row]
		if !ok || edit.Cell < 0 || edit.Cell >= len(im.sheet.headers) {
			return fault.New(fault.Invalid, "exchange.no_cell", "row", edit.Row, "column", edit.Cell+1).On("edits")
		}
		row := &im.sheet.rows[i]
		for len(row.cells) <= edit.Cell {
			row.cells = append(row.cells, "")
		}
		row.cells[edit.Cell] = strings.TrimSpace(edit.Value)
	}
	return nil
}

// narrow leaves of a trial of some rows the records that they belong to, with all
// rows of those.
func (im *importing) narrow(context.Context) error {
	if !im.ask.DryRun || len(im.ask.Only) == 0 {
		return nil
	}
	meant := map[int]bool{}
	for _, number := range im.ask.Only {
		meant[number] = true
	}
	im.items = slices.DeleteFunc(im.items, func(it *item) bool {
		if !slices.ContainsFunc(it.rows, func(n int) bool { return meant[n] }) {
			return true
		}
		for _, n := range it.rows {
			meant[n] = true
		}
		return false
	})
	im.sheet.rows = slices.DeleteFunc(im.sheet.rows, func(row sheetRow) bool { return !meant[row.number] })
	im.out.Rejected = 0
	for number, told := range im.bad {
		switch {
		case !meant[number]:
			delete(im.bad, number)
		case told[0].Rejected:
			im.out.Rejected++
		}
	}
	for _, row := range im.sheet.rows {
		im.out.Checked = append(im.out.Checked, row.number)
	}
	return nil
}

// along tells the rows that are right and stay out with a wrong one of their record, whose
// number and words they bear: who mends the wrong rows alone brings the whole record.
func (im *importing) along() {
	for _, it := range im.items {
		i := slices.IndexFunc(it.rows, func(n int) bool { return len(im.bad[n]) > 0 })
		if i < 0 {
			continue
		}
		words := fmt.Sprintf("%d: %s", it.rows[i], im.bad[it.rows[i]][0].Message)
		for _, n := range it.rows {
			if len(im.bad[n]) == 0 {
				im.tellRow(RowError{Row: n, Cell: -1, Message: words})
			}
		}
	}
}
