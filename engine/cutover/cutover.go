package cutover

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Finding is something that is missing or wrong, in words of one language.
type Finding struct {
	Key      string          `json:"key"`
	Sentence string          `json:"sentence"`
	Records  []plugin.Breach `json:"records"` // the first that lack it; of the screen's table where they have an id
	Screen   string          `json:"screen,omitempty"`
	Menu     string          `json:"menu,omitempty"` // way to the screen, as people read it
	Remedy   string          `json:"remedy"`
}

// Report is what keeps the house from going live.
type Report struct {
	OK       bool      `json:"ok"` // nothing does
	Findings []Finding `json:"findings"`
}

// Check asks every statement of readiness on one snapshot.
func Check(ctx context.Context, tx plugin.Tx, model *meta.Model, readiness []plugin.Invariant, language string) (Report, error) {
	report := Report{OK: true, Findings: []Finding{}}
	for _, one := range readiness {
		found, err := one.Check(ctx, tx)
		if err != nil {
			return report, fmt.Errorf("check %s: %w", one.Key, err)
		}
		offer, ok := model.Offer(meta.Readiness, one.Key)
		if len(found) == 0 || !ok {
			continue
		}
		report.Add(Finding{
			Key: one.Key, Sentence: offer.Title.In(language), Records: found,
			Screen: offer.Screen, Menu: wayTo(model, offer.Screen, language), Remedy: offer.Remedy.In(language),
		})
	}
	return report, nil
}

// Add puts a finding to the others.
func (r *Report) Add(f Finding) { r.OK, r.Findings = false, append(r.Findings, f) }

// wayTo names the menu entries that lead to a screen; "" where none does.
func wayTo(model *meta.Model, screen, language string) string {
	entries := map[int]meta.MenuItem{}
	at := 0
	for _, menu := range meta.Sorted(model.Menus) {
		for _, item := range menu.Items {
			entries[item.ID] = item
			if item.Screen == screen && at == 0 {
				at = item.ID
			}
		}
	}
	var way []string
	for ; entries[at].ID != 0; at = entries[at].Parent {
		way = append([]string{entries[at].Title.In(language)}, way...)
	}
	return strings.Join(way, " → ")
}

// Print writes the findings for people.
func (r Report) Print(out io.Writer) error {
	for _, f := range r.Findings {
		lines := []string{f.Sentence}
		if names := f.names(); names != "" {
			lines = append(lines, "    "+names)
		}
		lines = append(lines, "    "+strings.TrimPrefix(f.Menu+": ", ": ")+f.Remedy)
		if _, err := fmt.Fprintln(out, strings.Join(lines, "\n")); err != nil {
			return err
		}
	}
	return nil
}

// names are those of the records, the many cut short.
func (f Finding) names() string {
	var names []string
	for _, record := range f.Records {
		if record.Detail != "" {
			names = append(names, record.Detail)
		}
	}
	if len(names) >= plugin.BreachLimit {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
