package figures

import (
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/home"
)

// OfHome are the cards of a home page as parts of a paper. Cards that are ways to
// somewhere, as shortcuts are, lead nowhere on paper and are left out.
func OfHome(page *home.Page, reader Reader) []Part {
	var parts []Part
	for i := range page.Cards {
		if part, ok := ofCard(&page.Cards[i], reader); ok {
			part.Title = page.Cards[i].Title
			parts = append(parts, part)
		}
	}
	return parts
}

func ofCard(card *home.Card, reader Reader) (Part, bool) {
	switch card.Kind {
	case "sentence":
		return sentences(card, reader), true
	case "work":
		return work(card, reader), true
	case "list":
		return tableOf(card.Columns, card.Rows, nil, reader), len(card.Rows) > 0
	case "chart":
		part := Of(card.Report, reader)
		if len(part.Bars) > 0 {
			part.Columns, part.Rows, part.Totals, part.Note = nil, nil, nil, ""
		}
		return part, len(part.Bars)+len(part.Rows) > 0
	}
	return Part{}, false
}

func sentences(card *home.Card, reader Reader) (part Part) {
	for i := range card.Figures {
		f := &card.Figures[i]
		text := strings.NewReplacer("{n}", valueOf(f), "{time}", momentOf(f, reader), "{since}", momentOf(f, reader))
		part.Sentences = append(part.Sentences, text.Replace(f.Words))
	}
	return part
}

// work is what waits, with how much and since when.
func work(card *home.Card, reader Reader) Part {
	part := Part{Columns: []Column{{Title: ""}, {reader.Word("home.waiting", nil), true}, {reader.Word("home.oldest", nil), true}}}
	for i := range card.Figures {
		f := &card.Figures[i]
		part.Rows = append(part.Rows, []string{f.Words, valueOf(f), momentOf(f, reader)})
	}
	return part
}

func valueOf(f *home.Figure) string {
	n, _ := numberOf(f.Value)
	return grouped(n.Round(int32(f.Scale)).String())
}

// momentOf is when the oldest of what waits came; paper is read later, so that it says
// no "two hours ago".
func momentOf(f *home.Figure, reader Reader) string {
	text, _ := f.Moment.(string)
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return catalog.Moment(at, reader.Zone)
}
