package document_test

import (
	"context"

	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// saveSettings sets a discount for all and another one for a customer.
func saveSettings(ctx context.Context, tx *store.Tx, o *office, customer int64) error {
	for _, c := range []setting.Change{
		{Key: "discount", Level: "system", Value: "0.1"},
		{Key: "discount", Level: "customer", OwnerID: customer, Value: "0.2"},
	} {
		if err := o.Settings.Save(ctx, tx, o.Release, o.rights.Actor(), c); err != nil {
			return err
		}
	}
	return nil
}
