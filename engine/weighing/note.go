package weighing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
)

// Tables of metadata.
const (
	scaleTable   = "scale"
	weighedTable = "weighing"
)

// gramDigits is how many digits of a kg are kept.
const gramDigits = 3

// Found is a scale that an agent reads, with what it says now.
type Found struct {
	Address   string          `json:"address"`
	Name      string          `json:"name"`
	Driver    string          `json:"driver"`
	Condition string          `json:"condition"`
	Weight    decimal.Decimal `json:"weight"` // kg
	Tare      decimal.Decimal `json:"tare"`   // kg
	Net       bool            `json:"net"`
	Unit      string          `json:"unit"` // that the scale shows
	Raw       string          `json:"raw"`
}

// The limits of what an agent tells.
const (
	mostScales = 50
	mostText   = 200
	mostGrams  = 1e12
)

var conditions = []string{scale.Stable, scale.Moving, scale.Over, scale.Under, scale.Broken, scale.Silent}

func grams(kilos decimal.Decimal) int64 { return kilos.Shift(gramDigits).Round(0).IntPart() }

// sound leaves out what no scale says.
func (f Found) sound() bool {
	texts := []string{f.Address, f.Name, f.Driver, f.Unit, f.Raw}
	long := slices.ContainsFunc(texts, func(text string) bool { return len(text) > mostText })
	large := f.Weight.Exponent() > gramDigits || f.Tare.Exponent() > gramDigits || f.Weight.Abs().GreaterThan(decimal.NewFromInt(mostGrams))
	return !long && !large && f.Address != "" && slices.Contains(conditions, f.Condition)
}

// Note keeps what the scales of an agent say. A scale that it tells of first is added.
func (s *Scales) Note(ctx context.Context, tx *store.Tx, agent spool.Agent, found []Found) error {
	for _, f := range found[:min(len(found), mostScales)] {
		if !f.sound() {
			continue
		}
		var id int64
		err := tx.Get(ctx, &id, "select id from scale where agent_guid = ? and address = ?", agent.Guid, f.Address)
		if errors.Is(err, sql.ErrNoRows) {
			id, err = s.add(ctx, tx, agent, f)
		}
		if err == nil {
			_, err = tx.Exec(ctx, "update scale set condition = ?, weight = ?, tare = ?, net = ?, unit = ?, raw = ?, driver = ?, agent = ?, seen_at = ? where id = ?",
				f.Condition, grams(f.Weight), grams(f.Tare), f.Net, f.Unit, f.Raw, f.Driver, agent.Name, tx.Now().UnixMilli(), id)
		}
		if err != nil {
			return fmt.Errorf("note scale %s: %w", f.Address, err)
		}
	}
	return nil
}

// add adds a scale under a code that people may change.
func (s *Scales) add(ctx context.Context, tx *store.Tx, agent spool.Agent, f Found) (int64, error) {
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return 0, err
	}
	now, code := tx.Now().UnixMilli(), "S"+strconv.FormatInt(id, 10)
	const insert = `insert into scale (id, version, created_at, updated_at, code, code__fold, name, name__fold, enabled, condition, agent_guid, address)
		values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	_, err = tx.Exec(ctx, insert, id, now, now, code, catalog.Fold(code), f.Name, catalog.Fold(f.Name), true, f.Condition, agent.Guid, f.Address)
	tx.Changed(scaleTable)
	return id, err
}
