package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
)

// offersPage writes the page of what code offers to metadata and relies on, or with check
// tells that the one there is another.
func offersPage(c config, file string, check bool, out io.Writer) error {
	release, err := c.compile()
	if err != nil {
		return err
	}
	shapes, err := shippedShapes()
	if err != nil {
		return err
	}
	page := pageOf(release.Model, shapes)
	if !check {
		return os.WriteFile(file, page, 0o640)
	}
	there, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read page: %w", err)
	}
	if !bytes.Equal(page, there) {
		return fmt.Errorf("%s is not what code offers now: run wareloom meta offers %s", file, file)
	}
	_, err = fmt.Fprintf(out, "%s: as code offers\n", file)
	return err
}

// offerTitles are the headings of the kinds of offers, in the order of the page.
var offerTitles = []struct{ kind, title string }{
	{meta.Effects, "Effects of actions"},
	{meta.Flows, "Flows of stations"},
	{meta.Codes, "Kinds of codes"},
	{meta.Jobs, "Jobs"},
	{meta.Endpoints, "Endpoints"},
	{meta.Functions, "Functions of expressions"},
	{meta.Invariants, "Invariants"},
	{meta.Readiness, "Readiness to go live"},
}

func pageOf(model *meta.Model, shapes *shape.Shapes) []byte {
	var page bytes.Buffer
	page.WriteString("# What code offers to metadata\n\nWritten by `wareloom meta offers docs/offers.md` from the plugins' `<plugin>.plugin.json` and, of expressions, from the schemas. Do not edit.\n")
	for _, p := range meta.Sorted(model.Plugins) {
		fmt.Fprintf(&page, "\n## %s (`%s`)\n", p.Title[meta.English], p.Key)
		offers := p.Offers()
		for _, section := range offerTitles {
			if len(offers[section.kind]) == 0 {
				continue
			}
			fmt.Fprintf(&page, "\n### %s\n\n", section.title)
			for _, o := range offers[section.kind] {
				writeOffer(&page, o)
			}
		}
		if len(p.Relies) > 0 {
			page.WriteString("\n### Relies on\n\n")
		}
		for _, r := range p.Relies {
			fields := make([]string, len(r.Fields))
			for i, f := range r.Fields {
				fields[i] = f.Key
			}
			fmt.Fprintf(&page, "- `%s`: %s\n", r.Key, strings.Join(fields, ", "))
		}
	}
	writeScopes(&page, shapes)
	return page.Bytes()
}

// furtherWords say which other parameters an offer takes.
var furtherWords = map[string]string{
	meta.FurtherFields: "fields of the record",
	meta.FurtherRecord: "fields and lines of that table",
	meta.FurtherAction: "parameters of that action",
	meta.FurtherJob:    "parameters of that job",
	meta.FurtherText:   "arguments of that text",
}

func writeOffer(page *bytes.Buffer, o meta.Offer) {
	fmt.Fprintf(page, "- `%s`: %s.\n", o.Key, o.Title[meta.English])
	for _, f := range o.Params {
		must := ""
		if f.Required {
			must = ", required"
		}
		fmt.Fprintf(page, "  - `%s` (%s%s): %s\n", f.Key, meta.ReliedOf(&f), must, f.Title[meta.English])
	}
	if len(o.Reads) > 0 {
		fmt.Fprintf(page, "  - reads: %s\n", strings.Join(o.Reads, ", "))
	}
	if o.Further != "" {
		fmt.Fprintf(page, "  - beside these: %s\n", furtherWords[o.Further])
	}
}
