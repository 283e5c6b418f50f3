package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// serial is one piece with a number of its own; QuantID is null when it is outside.
type serial struct {
	ID      int64         `db:"id"`
	Status  string        `db:"status"`
	QuantID sql.NullInt64 `db:"quant_id"`
}

// moveSerials moves the serial numbers of the movements: each must lie where the
// goods are taken from, and lies where they go. What becomes another product keeps its
// number: it is no piece of the one any more, and is one of the other.
func (p *posting) moveSerials(ctx context.Context) error {
	for i := range p.moves {
		m, posted := &p.moves[i], p.posted[i]
		steps := []serialStep{{m.Goods, posted}}
		if to := into(m); to.ProductID != m.Goods.ProductID {
			left, came := posted, posted
			left.ToQuant, came.FromQuant = 0, 0
			steps = []serialStep{{m.Goods, left}, {to, came}}
		}
		for _, step := range steps {
			if err := p.stepSerials(ctx, m, step); err != nil {
				return err
			}
		}
	}
	return nil
}

// serialStep is what numbers of one product do in a movement.
type serialStep struct {
	goods  contract.Goods
	posted contract.Posted
}

func (p *posting) stepSerials(ctx context.Context, m *contract.Move, step serialStep) error {
	if !p.goods[step.goods.ProductID].SerialCtl {
		return nil
	}
	for _, no := range m.Serials {
		if err := p.moveSerial(ctx, m, step, no); err != nil {
			return err
		}
	}
	return nil
}

func (p *posting) moveSerial(ctx context.Context, m *contract.Move, step serialStep, no string) error {
	var s serial
	err := p.tx.Get(ctx, &s, `SELECT id, status, quant_id FROM serial WHERE product_id = ? AND serial_no = ?`+p.tx.ForUpdate(), step.goods.ProductID, no)
	if errors.Is(err, sql.ErrNoRows) {
		return p.makeSerial(ctx, m, step, no)
	}
	if err != nil {
		return fmt.Errorf("read serial %s: %w", no, err)
	}
	posted := step.posted
	if s.QuantID.Int64 != posted.FromQuant {
		key := "stock.serial_elsewhere"
		if posted.FromQuant == 0 {
			key = "stock.serial_duplicate"
		}
		return fault.New(fault.Conflict, key, "serial", no, "product", p.goods[step.goods.ProductID].SKU)
	}
	err = p.tx.Put(ctx, failing("move serials"), `UPDATE serial SET status = ?, quant_id = ?, move_no = ?, version = version + 1, updated_at = ? WHERE id = ?`,
		serialStatus(posted), null(posted.ToQuant), posted.MoveNo, p.now.UnixMilli(), s.ID)
	if err != nil {
		return err
	}
	return p.noteSerial(ctx, m, step, s.ID)
}

// noteSerial writes down that a piece was moved, so that its way is known.
func (p *posting) noteSerial(ctx context.Context, m *contract.Move, step serialStep, id int64) error {
	net := int64(1)
	if m.ReverseOf != 0 {
		net = -1
	}
	_, err := p.data.Save(ctx, "serial_move", plugin.Row{
		"serial_id": id, "consignor_id": step.goods.ConsignorID, "move_no": step.posted.MoveNo, "code": m.Code,
		"doc_type": empty(m.Doc.Type), "doc_id": null(m.Doc.ID), "net_qty": net, "at": p.now,
	})
	return err
}

// makeSerial makes a number seen for the first time; that happens only to goods
// that come from outside.
func (p *posting) makeSerial(ctx context.Context, m *contract.Move, step serialStep, no string) error {
	posted := step.posted
	if posted.FromQuant != 0 {
		return fault.New(fault.Conflict, "stock.serial_elsewhere", "serial", no, "product", p.goods[step.goods.ProductID].SKU)
	}
	made, err := p.data.Save(ctx, "serial", plugin.Row{
		"consignor_id": step.goods.ConsignorID, "product_id": step.goods.ProductID, "serial_no": no,
		"status": serialStatus(posted), "quant_id": null(posted.ToQuant), "move_no": posted.MoveNo,
	})
	if err != nil {
		return fmt.Errorf("make serial %s: %w", no, err)
	}
	return p.noteSerial(ctx, m, step, plugin.ID(made))
}

func serialStatus(posted contract.Posted) string {
	if posted.ToQuant == 0 {
		return "out"
	}
	return "in_stock"
}

// serialsOf are the serial numbers that these movements moved last; one that became
// another product's was moved as both.
func serialsOf(ctx context.Context, tx plugin.Tx, moveNos *set) (map[int64][]string, error) {
	var rows []struct {
		MoveNo   int64  `db:"move_no"`
		SerialNo string `db:"serial_no"`
	}
	err := tx.Select(ctx, &rows, `SELECT move_no, serial_no FROM serial WHERE move_no IN ? GROUP BY move_no, serial_no ORDER BY MIN(id)`, moveNos.list)
	if err != nil {
		return nil, fmt.Errorf("read serials of movements: %w", err)
	}
	found := map[int64][]string{}
	for _, r := range rows {
		found[r.MoveNo] = append(found[r.MoveNo], r.SerialNo)
	}
	return found, nil
}
