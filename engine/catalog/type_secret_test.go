package catalog_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// reversed seals by turning the bytes round behind the place.
type reversed struct{}

func (reversed) Seal(place string, secret []byte) ([]byte, error) {
	return append([]byte(place+"|"), turned(secret)...), nil
}

func (reversed) Open(place string, sealed []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(sealed, []byte(place+"|"))
	if !ok {
		return nil, errors.New("sealed for another place")
	}
	return turned(rest), nil
}

func turned(text []byte) []byte {
	out := make([]byte, len(text))
	for i, b := range text {
		out[len(text)-1-i] = b
	}
	return out
}

func TestSecret(t *testing.T) {
	t.Parallel()
	for secret, shown := range map[string]string{"a-long-secret-7890": `"••••7890"`, "short": `"••••"`, "钥匙钥匙钥匙钥匙甲乙丙丁": `"••••甲乙丙丁"`} {
		f := field(t, meta.Field{Type: meta.TypeSecret})
		if _, bad := f.Parse(secret); bad == nil || bad.Code != fault.Unavailable {
			t.Fatalf("without a key: %v", bad)
		}
		release := &catalog.Release{Tables: map[string]*catalog.Table{"thing": {Key: "thing", Fields: []*catalog.Field{f}}}}
		release.SealWith(reversed{})
		kept, bad := f.Parse(secret)
		if bad != nil {
			t.Fatal(bad)
		}
		if text, _ := kept.(string); strings.Contains(text, secret) {
			t.Errorf("%q is kept as %q", secret, text)
		}
		if got := string(f.AppendJSON(nil, kept)); got != shown {
			t.Errorf("%q is shown as %s, want %s", secret, got, shown)
		}
		if text, err := f.Reveal(kept); text != secret || err != nil {
			t.Errorf("%q opens to %q, %v", secret, text, err)
		}
		if again, bad := f.Parse(kept); again != kept || bad != nil {
			t.Errorf("%q comes back from the bin as %q, %v", kept, again, bad)
		}
		for _, wrong := range []string{"••••7890", "sealed:AAAA:7890", "sealed:"} {
			if v, bad := f.Parse(wrong); bad == nil {
				t.Errorf("%q is taken: %v", wrong, v)
			}
		}
	}
}
