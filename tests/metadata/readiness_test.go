package metadata_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// TestEveryLackHasARemedyAndAWay holds that whoever is told what is missing is told what to
// do about it, in every language, and where: on a screen that the menu leads to.
func TestEveryLackHasARemedyAndAWay(t *testing.T) {
	t.Parallel()
	model := product(t)
	screens := map[string]bool{}
	for _, menu := range model.Menus {
		for _, item := range menu.Items {
			screens[item.Screen] = true
		}
	}
	told := 0
	for _, p := range model.Plugins {
		for _, o := range p.Readiness {
			told++
			for _, language := range []string{"zh", "en", "es"} {
				if o.Title[language] == "" || o.Remedy[language] == "" {
					t.Errorf("%s is not said in %s", o.Key, language)
				}
			}
			if !screens[o.Screen] {
				t.Errorf("%s is mended at %s, to which no menu leads", o.Key, o.Screen)
			}
		}
	}
	if told < 20 {
		t.Errorf("%d statements of readiness are said; are all of them read?", told)
	}
	if _, ok := model.Offer(meta.Readiness, "account.few_administrators"); !ok {
		t.Error("what the server itself asks is not read")
	}
}
