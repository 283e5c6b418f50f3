package printing

import (
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/page"
)

// MostPages bounds the text that says which pages are printed, in characters.
const MostPages = 60

// CheckPages refuses a text that does not say pages; "" are all.
//
// Invalid: print.pages.
func CheckPages(text string) error {
	_, err := chosen(text)
	return err
}

// stretch is a run of pages, from 1.
type stretch struct{ from, to int }

// chosen reads pages as people write them: 2, or 1-3,5.
func chosen(text string) ([]stretch, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	wrong := fault.New(fault.Invalid, "print.pages").On("pages")
	if len(text) > MostPages {
		return nil, wrong
	}
	var all []stretch
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRun := strings.Cut(part, "-")
		from, err := strconv.Atoi(strings.TrimSpace(first))
		to := from
		if err == nil && isRun {
			to, err = strconv.Atoi(strings.TrimSpace(last))
		}
		if err != nil || from < 1 || to < from {
			return nil, wrong
		}
		all = append(all, stretch{from, to})
	}
	return all, nil
}

// choose takes the pages that are asked for, in their order, so often.
//
// Invalid: print.pages where there is none of them.
func choose(pages []page.Page, text string, copies int) ([]page.Page, error) {
	asked, err := chosen(text)
	if err != nil {
		return nil, err
	}
	var once, all []page.Page
	for i := range pages {
		for _, s := range asked {
			if s.from <= i+1 && i+1 <= s.to {
				once = append(once, pages[i])
				break
			}
		}
	}
	if len(once) == 0 {
		return nil, fault.New(fault.Invalid, "print.pages").On("pages")
	}
	for range max(copies, 1) {
		all = append(all, once...)
	}
	return all, nil
}
