package document

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// data is the door to records inside a transaction.
type data struct {
	*Documents
	tx     *store.Tx
	rights *access.Rights
}

var _ Data = (*data)(nil)

// Open gives the door to records for code that runs in a transaction because of
// an actor whose right was checked: it may do what the system may, under the
// actor's name.
func (d *Documents) Open(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (Data, error) {
	if !actor.IsSystem() {
		actor.System = "plugin"
	}
	rights, err := d.Access.For(ctx, tx, release, actor)
	if err != nil {
		return nil, err
	}
	return &data{d, tx, rights}, nil
}

func (d *data) Get(ctx context.Context, table string, id int64) (Row, error) {
	return d.Records.Get(ctx, d.tx, d.rights, table, id, false)
}

func (d *data) Find(ctx context.Context, table string, where record.Where) ([]Row, error) {
	return d.Records.Find(ctx, d.tx, d.rights, table, where)
}

func (d *data) Save(ctx context.Context, table string, row Row) (Row, error) {
	return d.Records.Save(ctx, d.tx, d.rights, table, row)
}

func (d *data) SaveMany(ctx context.Context, table string, rows []Row) ([]Row, error) {
	return d.Records.SaveMany(ctx, d.tx, d.rights, table, rows)
}

func (d *data) Set(ctx context.Context, table string, rows []Row) error {
	return d.Records.Set(ctx, d.tx, d.rights, table, rows)
}

func (d *data) Add(ctx context.Context, table string, rows []Row) error {
	return d.Records.Add(ctx, d.tx, d.rights, table, rows)
}

func (d *data) SetWhere(ctx context.Context, table string, match, values Row) (int, error) {
	return d.Records.SetWhere(ctx, d.tx, d.rights, table, match, values)
}

func (d *data) Delete(ctx context.Context, table string, ids []int64) error {
	return d.Records.Delete(ctx, d.tx, d.rights, table, ids)
}

func (d *data) Act(ctx context.Context, table, action string, id int64, params Row) (Row, error) {
	return d.ActIn(ctx, d.tx, d.rights, table, action, id, params)
}

func (d *data) Setting(ctx context.Context, key string, row Row) (any, error) {
	return d.Settings.Value(ctx, d.tx, d.rights.Release(), key, row)
}

func (d *data) Actor() auth.Actor { return d.rights.Actor() }

func (d *data) Release() *catalog.Release { return d.rights.Release() }

func (d *data) SQL() *store.Tx { return d.tx }
