package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheExampleIsALanguage renews a copy of the shipped example: it is sound, all of its
// words are said by the product, and it has an entry for each text.
func TestTheExampleIsALanguage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../../../docs/examples/language")); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"meta", "check", "--site", folder}, &out, &out); err != nil {
		t.Fatal(err, out.String())
	}
	if err := run(t.Context(), []string{"meta", "texts", "fr", "--site", folder}, &out, &out); err != nil || !strings.HasSuffix(out.String(), " 0 dropped\n") {
		t.Errorf("%v %s", err, out.String())
	}
	const name = "fr.language.json"
	shipped, err := os.ReadFile(filepath.Join("../../../../docs/examples/language", name))
	renewed, readErr := os.ReadFile(filepath.Join(folder, name))
	if err != nil || readErr != nil || !bytes.Equal(shipped, renewed) {
		t.Errorf("the shipped example lacks texts; renew it: wareloom meta texts fr --site docs/examples/language (%v, %v)", err, readErr)
	}
}

// TestALanguageIsRenewed begins a language in a site's folder, translates two texts, and
// renews it: they are kept, and what the product does not say is dropped.
func TestALanguageIsRenewed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "fr.language.json")
	say := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"meta"}, args...), &out, &out)
		return out.String(), err
	}
	change := func(old, now string) {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatal(old, err)
		}
		if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(now), 1), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if told, err := say("texts", "fr", "--site", folder); err != nil || !strings.Contains(told, ": 0 translated, ") || !strings.HasSuffix(told, " 0 dropped\n") {
		t.Fatal(told, err)
	}
	change(`"(trial)": ""`, `"(trial)": "(essai)", "Gone": "Parti"`)
	change(`"Address|详细地址": ""`, `"Address|详细地址": "Adresse complète"`)
	const explained = `"A value must be given.": ""`
	change(explained, strings.Replace(explained, `""`, `"Une valeur est obligatoire."`, 1))
	if told, err := say("texts", "fr", "--site", folder); err != nil || !strings.Contains(told, ": 2 translated, ") || !strings.HasSuffix(told, " 1 dropped\n") {
		t.Fatal(told, err)
	}
	before, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(before, []byte(`"(trial)": "(essai)"`)) || bytes.Contains(before, []byte(`"Gone"`)) || !bytes.Contains(before, []byte("Une valeur est obligatoire.")) {
		t.Errorf("renewed: %v %.500s", err, before)
	}
	if told, err := say("check", "--site", folder); err != nil {
		t.Error(told, err)
	}
	change(`"(allowed by {name})": ""`, `"(allowed by {name})": "(autorisé par {nom})"`)
	if told, err := say("check", "--site", folder); err == nil {
		t.Errorf("another argument is taken: %s", told)
	}
	for _, args := range [][]string{{"texts", "fr"}, {"texts", "../fr", "--site", folder}} {
		if told, err := say(args...); err == nil {
			t.Errorf("%v is taken: %s", args, told)
		}
	}
}
