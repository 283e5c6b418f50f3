package inbound

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows what is still to come, and what is asked about the goods at hand.
func (t *receiving) show(ctx context.Context, view *plugin.View) error {
	view.Prompt = fault.Params{"code": t.Code}
	if t.NoticeID == 0 {
		view.List = t.Shown()
		return nil
	}
	lines, err := readExpected(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return err
	}
	var done, left int64
	for _, l := range lines {
		done, left = done+l.Received, left+l.left()
	}
	view.Done, view.Left, view.List = int(done/1000), int((left+999)/1000), t.linesShown(lines)
	view.About = plugin.About{Table: "asn", ID: t.NoticeID}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"asn_id": t.NoticeID, "position_id": orNil(t.StagingID)}
	}
	if t.Step() == stepStaging {
		if view.Target, err = docks(ctx, t.Session, t.NoticeID); err != nil {
			return err
		}
	}
	if view.Expect, err = t.expected(ctx, lines); err != nil || t.LineID == 0 {
		return err
	}
	return t.showItem(ctx, view)
}

// docksShown is how many staging positions are named to who does not know them.
const docksShown = 3

// docks names the first staging positions of the warehouse of a notice.
func docks(ctx context.Context, s *plugin.Session, notice int64) ([]plugin.Target, error) {
	n, err := readNotice(ctx, s.Data.SQL(), notice)
	if err != nil {
		return nil, err
	}
	codes, err := stagingCodes(ctx, s.Data.SQL(), n.WarehouseID)
	if err != nil || len(codes) == 0 {
		return nil, err
	}
	if len(codes) > docksShown {
		codes = append(codes[:docksShown], "…")
	}
	return []plugin.Target{{Label: "inbound.docks", Value: strings.Join(codes, " · "), Size: plugin.SizeMedium, Field: "docks"}}, nil
}

// linesShown lists the lines of the notice, the meanings of a code, or the
// qualities, as the step asks.
func (t *receiving) linesShown(lines []expected) []plugin.Choice {
	if t.Step() == stepQuality {
		return qualities(t.Session)
	}
	var list []plugin.Choice
	for i := range lines {
		l := &lines[i]
		c := plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: l.detail(), State: "open"}
		if l.left() == 0 {
			c.State = "done"
		}
		if t.Step() == plugin.StepChoose {
			c.Code = strconv.FormatInt(l.LineID, 10)
			if !slices.ContainsFunc(t.Choices, func(m plugin.Meaning) bool { return m.ID == l.LineID }) {
				continue
			}
		}
		list = append(list, c)
	}
	return list
}

// detail tells lines of one product apart.
func (e *expected) detail() string {
	text := quantity(e.Received).String() + " / " + quantity(e.Qty).String()
	for _, more := range []string{e.LotNo.String, e.ExpDate.String} {
		if more != "" {
			text += " · " + more
		}
	}
	if e.Quality != good {
		text += " · " + e.Quality
	}
	return text
}

// showItem shows the goods at hand.
func (t *receiving) showItem(ctx context.Context, view *plugin.View) error {
	w, err := readWanted(ctx, t.Data.SQL(), t.NoticeID, t.LineID)
	if err != nil {
		return err
	}
	tolerance, err := t.tolerance(ctx)
	if err != nil {
		return err
	}
	most, left := quantity(w.room(tolerance)).String(), quantity(w.left()).String()
	view.Prompt = fault.Params{"sku": w[0].SKU, "max": most, "left": left}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: w[0].SKU + " " + w[0].Name, Size: plugin.SizeLarge, Field: "item"},
		{Label: "inbound.to_come", Value: left, Size: plugin.SizeHuge, Field: "qty"},
	}
	switch t.Step() {
	case stepQty:
		view.Default, view.Max = t.proposal(w).String(), most
	case stepSerial:
		view.Prompt["left"] = t.Qty.IntPart() - int64(len(t.Serials))
	case stepQuality:
		view.Default = w[0].Quality
	}
	view.Image, err = contract.Picture(ctx, t.Data.SQL(), w[0].ProductID)
	return err
}

// qualities are the values of the dropdown quality in the person's language.
func qualities(s *plugin.Session) []plugin.Choice {
	var list []plugin.Choice
	for _, v := range s.Data.Release().Model.Dropdowns["quality"].Items {
		list = append(list, plugin.Choice{Code: v.Key, Label: v.Title.In(s.Actor.Language), State: "open"})
	}
	return list
}
