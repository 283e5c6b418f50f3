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
	var done, left contract.Qty
	for _, l := range lines {
		done, left = done+l.Received, left+l.left()
	}
	view.Done, view.Left, view.List = done.Floor(), left.Ceil(), t.linesShown(lines)
	view.About = plugin.About{Table: "asn", ID: t.NoticeID}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"asn_id": t.NoticeID, "position_id": plugin.OrNil(t.StagingID)}
	}
	if t.Step() == stepStaging {
		if view.Target, err = docks(ctx, t.Session, t.NoticeID); err != nil {
			return err
		}
	}
	if t.lit { // which slot comes next only the server knows
		view.Expect = &plugin.Expect{Online: true}
	} else if view.Expect, err = t.expected(ctx, lines); err != nil {
		return err
	}
	if t.LineID != 0 {
		if err := t.showItem(ctx, view); err != nil {
			return err
		}
	}
	return t.showWall(ctx, view)
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
		c := plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: l.detail(t.Session), State: "open"}
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
func (e *expected) detail(s *plugin.Session) string {
	text := e.Received.Text() + " / " + e.Qty.Text()
	for _, more := range []string{e.LotNo.String, e.ExpDate.String} {
		if more != "" {
			text += " · " + more
		}
	}
	if e.Quality != good {
		text += " · " + qualityWord(s, e.Quality)
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
	most, left := w.room(tolerance).Text(), w.left().Text()
	view.Prompt = fault.Params{"sku": w[0].SKU, "max": most, "left": left}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: w[0].SKU + " " + w[0].Name, Size: plugin.SizeLarge, Field: "item"},
		{Label: "inbound.to_come", Value: left, Size: plugin.SizeHuge, Field: "qty"},
	}
	view.Target = append(view.Target, t.saidQuality(t.Session)...)
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
func qualities(s *plugin.Session) []plugin.Choice { return choicesOf(s, "quality") }

// qualityWord is what a quality is called in the person's language.
func qualityWord(s *plugin.Session, code string) string {
	all := qualities(s)
	if at := slices.IndexFunc(all, func(c plugin.Choice) bool { return c.Code == code }); at >= 0 {
		return all[at].Label
	}
	return code
}

// saidQuality shows the quality that the person said the goods at hand are of.
func (i *item) saidQuality(s *plugin.Session) []plugin.Target {
	if i.Quality == "" {
		return nil
	}
	return []plugin.Target{{Label: "inbound.quality", Value: qualityWord(s, i.Quality), Size: plugin.SizeMedium, Field: "quality"}}
}

// receivedOf says what was received, and of which quality unless it is faultless.
func receivedOf(s *plugin.Session, sku string, a arrival) (key string, params fault.Params) {
	params = fault.Params{"sku": sku, "qty": a.qty.String()}
	if a.quality == "" || a.quality == good {
		return "inbound.received", params
	}
	params["quality"] = qualityWord(s, a.quality)
	return "inbound.received_as", params
}

// isQuality refuses a code that is none of the qualities.
func isQuality(s *plugin.Session, code string) error {
	if !slices.ContainsFunc(qualities(s), func(c plugin.Choice) bool { return c.Code == code }) {
		return plugin.MustChoose(code)
	}
	return nil
}

// choicesOf are the values of a dropdown in the person's language.
func choicesOf(s *plugin.Session, dropdown string) []plugin.Choice {
	var list []plugin.Choice
	for _, v := range s.Data.Release().Model.Dropdowns[dropdown].Items {
		list = append(list, plugin.Choice{Code: v.Key, Label: v.Title.In(s.Actor.Language), State: "open"})
	}
	return list
}
