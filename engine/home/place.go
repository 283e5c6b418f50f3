package home

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "home", FS: files} }

// The grid that cards lie on.
const (
	columns  = 12
	mostRows = 1000
)

// Places are where a person's cards lie, by card.
type Places map[string]meta.HomePlace

// Save keeps where somebody wants his cards; nil forgets it. Invalid:
// home.bad_place.
func Save(ctx context.Context, tx *store.Tx, userID int64, home string, own Places) error {
	if _, err := tx.Exec(ctx, "delete from home_places where user_id = ? and home = ?", userID, home); err != nil {
		return fmt.Errorf("forget places of user %d: %w", userID, err)
	}
	if own == nil {
		return nil
	}
	for key, p := range own {
		if p.W < 1 || p.H < 1 || p.X < 0 || p.Y < 0 || p.X+p.W > columns || p.Y+p.H > mostRows {
			return fault.New(fault.Invalid, "home.bad_place", "card", key).On("places")
		}
	}
	text, err := json.Marshal(own)
	if err != nil {
		return fmt.Errorf("write places: %w", err)
	}
	_, err = tx.Exec(ctx, "insert into home_places (user_id, home, places) values (?, ?, ?)", userID, home, string(text))
	if err != nil {
		return fmt.Errorf("keep places of user %d: %w", userID, err)
	}
	return nil
}

// places reads what somebody arranged; nil when he did not.
func places(ctx context.Context, tx *store.Tx, userID int64, home string) (Places, error) {
	var text string
	err := tx.Get(ctx, &text, "select places from home_places where user_id = ? and home = ?", userID, home)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read places of user %d: %w", userID, err)
	}
	own := Places{}
	if err := json.Unmarshal([]byte(text), &own); err != nil {
		return nil, fmt.Errorf("read places of user %d: %w", userID, err)
	}
	return own, nil
}
