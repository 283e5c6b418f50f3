package contract

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Picture is the file key of a product's picture; "" when it has none.
func Picture(ctx context.Context, tx plugin.Tx, product int64) (string, error) {
	var key string
	err := tx.Get(ctx, &key, `SELECT COALESCE(image, '') FROM product WHERE id = ?`, product)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read picture of product %d: %w", product, err)
	}
	return key, nil
}
