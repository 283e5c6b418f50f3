package main

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// The first page of what lies in the bins, along the products; the labels of the few owners
// and warehouses come with the rows, and more than 10,000 are not counted.
const (
	stockSQL = `select q.id, q.product_id, g.sku || ' ' || g.name, q.position_id, p.code, q.on_hand, q.reserved, q.quality, q.lot_id, l.lot_no, q.exp_date,
			q.consignor_id, c.code || ' ' || c.name, q.warehouse_id, w.code || ' ' || w.name, q.in_date
		from product g cross join quant q join position p on p.id = q.position_id
			join consignor c on c.id = q.consignor_id join warehouse w on w.id = q.warehouse_id left join lot l on l.id = q.lot_id
		where q.product_id = g.id and q.on_hand > 0 order by g.sku, p.code limit 50`
	stockTotalSQL = "select count(*) from (select 1 from quant where on_hand > 0 limit 10001) t"
	mostCounted   = 10_000
)

type lies struct {
	id, product, position, qty, reserved, consignor, warehouse   int64
	productLabel, positionLabel, ownerLabel, houseLabel, quality string
	lot                                                          sql.NullInt64
	lotLabel, expires, since                                     sql.NullString
}

func (h *byHand) listStock(ctx context.Context, _ *call, dst []byte) ([]byte, error) {
	list, total := make([]lies, 0, 50), int64(0)
	err := h.read(ctx, question{statement{stockSQL, nil}, func(scan func(...any) error) error {
		var r lies
		err := scan(&r.id, &r.product, &r.productLabel, &r.position, &r.positionLabel, &r.qty, &r.reserved, &r.quality, &r.lot, &r.lotLabel, &r.expires,
			&r.consignor, &r.ownerLabel, &r.warehouse, &r.houseLabel, &r.since)
		list = append(list, r)
		return err
	}}, question{statement{stockTotalSQL, nil}, func(scan func(...any) error) error { return scan(&total) }})
	if err != nil {
		return nil, err
	}
	dst = append(dst, `{"rows":[`...)
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].append(dst)
	}
	dst = strconv.AppendInt(append(dst, `],"total":`...), min(total, mostCounted), 10)
	dst = strconv.AppendBool(append(dst, `,"totalIsFloor":`...), total > mostCounted)
	if len(list) == listSize {
		last := list[len(list)-1]
		sku, _, _ := strings.Cut(last.productLabel, " ")
		dst = appendCursor(dst, sku, last.positionLabel, last.id)
	}
	return append(dst, '}'), nil
}

func (r *lies) append(dst []byte) []byte {
	o := begin(dst)
	o.number("id", r.id)
	o.number("product_id", r.product)
	o.text("product_id__label", r.productLabel)
	o.number("position_id", r.position)
	o.text("position_id__label", r.positionLabel)
	o.decimal("on_hand", thousandths(r.qty))
	o.decimal("reserved", thousandths(r.reserved))
	o.text("quality", r.quality)
	o.orNull("lot_id", r.lot)
	o.textOrNull("lot_id__label", r.lotLabel)
	o.textOrNull("exp_date", r.expires)
	o.number("consignor_id", r.consignor)
	o.text("consignor_id__label", r.ownerLabel)
	o.number("warehouse_id", r.warehouse)
	o.text("warehouse_id__label", r.houseLabel)
	o.textOrNull("in_date", r.since)
	return o.end()
}
