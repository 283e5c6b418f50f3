package inbound

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// View shows what is still to come, and what is asked about the goods at hand.
func (f receiveFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st receiveState
	if err := s.Load(&st); err != nil {
		return plugin.View{}, err
	}
	if st.NoticeID == 0 {
		return noticeChoice(ctx, s, &st)
	}
	lines, err := readExpected(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Prompt: fault.Params{"code": st.Code}, About: plugin.About{Table: "asn", ID: st.NoticeID}}
	var done, left int64
	for _, l := range lines {
		done, left = done+l.Received, left+l.left()
	}
	view.Done, view.Left = int(done/1000), int((left+999)/1000)
	view.List = linesShown(s, &st, lines)
	if s.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"asn_id": st.NoticeID, "position_id": orNil(st.StagingID)}
	}
	if s.Step() == stepStaging {
		if view.Target, err = docks(ctx, s, st.NoticeID); err != nil {
			return view, err
		}
	}
	if view.Expect, err = f.expected(ctx, s, &st, lines); err != nil || st.LineID == 0 {
		return view, err
	}
	return view, f.showItem(ctx, s, &st, &view)
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
func linesShown(s *plugin.Session, st *receiveState, lines []expected) []plugin.Choice {
	if s.Step() == stepQuality {
		return qualities(s)
	}
	var list []plugin.Choice
	for i := range lines {
		l := &lines[i]
		c := plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: l.detail(), State: "open"}
		if l.left() == 0 {
			c.State = "done"
		}
		if s.Step() == stepChoose {
			c.Code = strconv.FormatInt(l.LineID, 10)
			if !slices.ContainsFunc(st.Meanings, func(m meaning) bool { return m.ID == l.LineID }) {
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
func (f receiveFlow) showItem(ctx context.Context, s *plugin.Session, st *receiveState, view *plugin.View) error {
	w, err := f.wanted(ctx, s, st)
	if err != nil {
		return err
	}
	n, err := readNotice(ctx, s.Data.SQL(), st.NoticeID)
	if err != nil {
		return err
	}
	tolerance, err := toleranceOf(ctx, s.Data, n, st.Leave)
	if err != nil {
		return err
	}
	most, left := quantity(w.room(tolerance)).String(), quantity(w.left()).String()
	view.Prompt = fault.Params{"sku": w[0].SKU, "max": most, "left": left}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: w[0].SKU + " " + w[0].Name, Size: plugin.SizeLarge, Field: "item"},
		{Label: "inbound.to_come", Value: left, Size: plugin.SizeHuge, Field: "qty"},
	}
	if view.Image, err = contract.Picture(ctx, s.Data.SQL(), w[0].ProductID); err != nil {
		return err
	}
	switch s.Step() {
	case stepQty:
		view.Default, view.Max = st.proposal(w).String(), most
	case stepSerial:
		view.Prompt["left"] = st.Qty.IntPart() - int64(len(st.Serials))
	case stepQuality:
		view.Default = w[0].Quality
	}
	return nil
}

// noticeChoice lists the notices that a scanned number may mean.
func noticeChoice(ctx context.Context, s *plugin.Session, st *receiveState) (plugin.View, error) {
	view := plugin.View{Prompt: fault.Params{"code": st.Code}}
	for _, m := range st.Meanings {
		var row struct {
			DocNo string `db:"doc_no"`
			Owner string `db:"name"`
		}
		err := s.Data.SQL().Get(ctx, &row, `SELECT a.doc_no, c.name FROM asn a JOIN consignor c ON c.id = a.consignor_id WHERE a.id = ?`, m.ID)
		if err != nil {
			return view, fmt.Errorf("read notice %d: %w", m.ID, err)
		}
		view.List = append(view.List, plugin.Choice{Code: strconv.FormatInt(m.ID, 10), Label: row.DocNo, Detail: row.Owner, State: "open"})
	}
	return view, nil
}

// qualities are the values of the dropdown quality in the person's language.
func qualities(s *plugin.Session) []plugin.Choice {
	var list []plugin.Choice
	for _, v := range s.Data.Release().Model.Dropdowns["quality"].Items {
		list = append(list, plugin.Choice{Code: v.Value, Label: v.Title.In(s.Actor.Language), State: "open"})
	}
	return list
}
