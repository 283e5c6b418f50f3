package httpapi_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta"
)

func TestWord(t *testing.T) {
	t.Parallel()

	model := meta.NewModel()
	model.Texts["test"] = &meta.Texts{Object: meta.Object{Kind: "i18n", Key: "test"}, Terms: map[string]meta.Text{
		"test.plain":  {"zh": "共 {n} 行", "en": "{n} rows", "es": "{n} filas"},
		"test.tags":   {"zh": "{n}", "en": `<b>{n}</b><br><font color="red">x</font>`, "es": "{n}"},
		"test.script": {"en": `<script>run()</script><img src=x onerror=run()><b onclick="run()">x</b>`},
	}}
	release, err := catalog.Compile(model, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := httpapi.NewTexts(catalog.New(release))
	tests := []struct {
		name, language, key string
		params              fault.Params
		want                string
	}{
		{"a number", "zh", "test.plain", fault.Params{"n": 3}, "共 3 行"},
		{"an unknown language is the first", "fr", "test.plain", fault.Params{"n": 3}, "共 3 行"},
		{"an argument is no HTML", "en", "test.plain", fault.Params{"n": "<img src=x>"}, "&lt;img src=x&gt; rows"},
		{"a missing argument stays visible", "es", "test.plain", nil, "{n} filas"},
		{"the allow-list", "en", "test.tags", fault.Params{"n": 1}, `<b>1</b><br><font color="red">x</font>`},
		{"nothing else", "en", "test.script", nil, `&lt;script&gt;run()&lt;/script&gt;&lt;img src=x onerror=run()&gt;&lt;b onclick=&#34;run()&#34;&gt;x</b>`},
		{"a text of the metadata as argument", "en", "test.plain", fault.Params{"n": meta.Text{"en": "Orders"}}, "Orders rows"},
		{"such a text, kept as JSON", "en", "test.plain", fault.Params{"n": map[string]any{"en": "Orders"}}, "Orders rows"},
		{"a told argument", "en", "test.plain", fault.Params{"n": `[{"key":"test.plain","params":{"n":{"key":"test.plain","params":{"n":"<2>"}}}},{"key":"test.plain","params":{"n":3}}]`}, "&lt;2&gt; rows rows; 3 rows rows"},
		{"such an argument, kept as JSON", "es", "test.plain", fault.Params{"n": map[string]any{"key": "test.plain", "params": map[string]any{"n": "2"}}}, "2 filas filas"},
		{"an unknown key", "en", "test.<none>", nil, "test.&lt;none&gt;"},
	}
	for _, tt := range tests {
		if got := texts.Word(tt.language, tt.key, tt.params); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
