package openapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/httpapi/openapi"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestCallsOfPluginsAreDescribedAsTheySay describes a call of a plugin by its offer.
func TestCallsOfPluginsAreDescribedAsTheySay(t *testing.T) {
	t.Parallel()
	words := func(en string) meta.Text { return meta.Text{"zh": en, "en": en, "es": en} }
	model := meta.NewModel()
	model.Plugins["shop"] = &meta.Plugin{Object: meta.Object{Key: "shop"}, Endpoints: []meta.Offer{{
		Key: "shop.rate", Title: words("What it costs"), Params: []meta.Field{
			{Key: "weight", Type: meta.TypeDecimal, Scale: 3, Title: words("Weight"), Required: true}, {Key: "express", Type: meta.TypeBoolean, Title: words("Express")},
		},
	}}}
	release, err := catalog.Compile(model, nil)
	if err != nil {
		t.Fatal(err)
	}
	who := openapi.Caller{Rights: access.System(release, "test"), Language: "en"}
	calls := []openapi.Call{{Method: http.MethodPost, Path: "/api/x/:plugin/:name"}}
	text, err := json.Marshal(openapi.Document(who, calls, []openapi.Endpoint{{Plugin: "shop", Name: "rate", Right: "shop.rate"}})["paths"])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"/api/x/shop/rate"`, `"summary":"What it costs"`, `"weight":{"title":"Weight","type":"number"}`, `"express":{"title":"Express","type":"boolean"}`, `"required":["weight"]`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}
