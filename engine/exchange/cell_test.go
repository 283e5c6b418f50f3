package exchange

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// itemField is a field of the world's items.
func itemField(t *testing.T, release *catalog.Release, key string) *catalog.Field {
	t.Helper()
	f, ok := release.Tables["item"].Field(key)
	if !ok {
		t.Fatalf("items have no %s", key)
	}
	return f
}

// TestACellIsReadForItsField holds what people write to what a save takes; what cannot be
// read stays as it is, for the save to refuse.
func TestACellIsReadForItsField(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, fileWorld)
	im := &importing{sheet: &sheet{format: FormatCSV}, zone: shanghai}
	for _, tt := range []struct{ field, text, want string }{
		{"price", "1,234,567.50", "1234567.50"},
		{"price", "-1,000", "-1000"},
		{"price", "1,00", "1,00"},
		{"price", "1,2345", "1,2345"},
		{"price", "dear", "dear"},
		{"price", "1e3", "1e3"},
		{"active", "YES", "true"},
		{"active", "Sí", "true"},
		{"active", "是", "true"},
		{"active", "N", "false"},
		{"active", "否", "false"},
		{"active", "perhaps", "perhaps"},
		{"kind", "易碎", "fragile"},
		{"kind", "Frágil", "fragile"},
		{"kind", "plain", "plain"},
		{"kind", "odd", "odd"},
		{"name", "'=1+1", "=1+1"},
		{"name", "'quoted", "'quoted"},
		{"name", "苹果", "苹果"},
		{"made_on", "2026-03-09", "2026-03-09"},
		{"made_on", "2026/3/9", "2026-03-09"},
		{"made_on", "20260309", "2026-03-09"},
		{"made_on", "2026年3月9日", "2026-03-09"},
		{"made_on", "2026-03-09T23:30:00Z", "2026-03-09"},
		{"made_on", "09/03/2026", "09/03/2026"},
		{"made_on", "46090", "46090"},
		{"seen_at", "2026-03-09 07:30", "2026-03-09T07:30:00+08:00"},
		{"seen_at", "2026/3/9 7:30:05", "2026-03-09T07:30:05+08:00"},
		{"seen_at", "2026/3/9 07:30:05", "2026-03-09T07:30:05+08:00"},
		{"seen_at", "2026-03-09T23:30:00Z", "2026-03-09T23:30:00Z"},
		{"seen_at", "soon", "soon"},
		{"brand_ids", "Loom; Weft；'=x ;;", "[map[name:Loom] map[name:Weft] map[name:=x]]"},
		{"brand_ids", " ; ", "[]"},
	} {
		if got := fmt.Sprint(im.read(itemField(t, release, tt.field), &meta.MappingColumn{}, tt.text)); got != tt.want {
			t.Errorf("%s %q is read as %s, want %s", tt.field, tt.text, got, tt.want)
		}
	}
}

// TestADateIsReadAsItsColumnSays holds a format of the mapping to that one alone, and a
// spreadsheet's days to dates of the reader's zone.
func TestADateIsReadAsItsColumnSays(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, fileWorld)
	for _, tt := range []struct{ kind, field, format, text, want string }{
		{FormatCSV, "made_on", "dd.MM.yyyy", "09.03.2026", "2026-03-09"},
		{FormatCSV, "made_on", "dd.MM.yyyy", "2026-03-09", "2026-03-09"},
		{FormatCSV, "made_on", "d/M/yyyy", "9/3/2026", "2026-03-09"},
		{FormatCSV, "made_on", "dd.MM.yyyy", "03.09.2026 x", "03.09.2026 x"},
		{FormatCSV, "seen_at", "dd/MM/yyyy HH:mm:ss", "09/03/2026 07:30:00", "2026-03-09T07:30:00+08:00"},
		{FormatXLSX, "made_on", "", "46090", "2026-03-09"},
		{FormatXLSX, "seen_at", "", "46090.3125", "2026-03-09T07:30:00+08:00"},
		{FormatXLSX, "made_on", "", "0", "0"},
		{FormatXLSX, "made_on", "", "-5", "-5"},
		{FormatXLSX, "made_on", "", "2958466", "2958466"},
		{FormatXLSX, "made_on", "dd.MM.yyyy", "46090", "2026-03-09"},
	} {
		im := &importing{sheet: &sheet{format: tt.kind}, zone: shanghai}
		if got := fmt.Sprint(im.read(itemField(t, release, tt.field), &meta.MappingColumn{Format: tt.format}, tt.text)); got != tt.want {
			t.Errorf("%s %s %q by %q is read as %s, want %s", tt.kind, tt.field, tt.text, tt.format, got, tt.want)
		}
	}
}

// TestFiguresOfCellsAreAddedExactly adds what lines that are merged have.
func TestFiguresOfCellsAreAddedExactly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b any
		want string
	}{{"0.1", "0.2", "0.3"}, {int64(1), "2", "3"}, {"999999999999999.999", "0.001", "1000000000000000"}, {"x", "1", "x"}, {"1", nil, "1"}, {nil, nil, "<nil>"}} {
		if got := fmt.Sprint(addUp(tt.a, tt.b)); got != tt.want {
			t.Errorf("%v and %v are %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}
