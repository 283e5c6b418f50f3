package main

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
)

// lister reads the moves of four positions; the labels come after the page.
const (
	listColumns = "id, move_no, leg, code, quality, qty, at, position_id, product_id"
	listFrom    = " from stock_move where position_id in (?, ?, ?, ?) and qty > ? and quality = 'ZP'"
	listSize    = 50
	listSQL     = "select " + listColumns + listFrom + " order by at desc, id desc limit 50"
	totalSQL    = "select count(*)" + listFrom
	getSQL      = `select s.id, s.version, s.move_no, s.leg, s.code, s.doc_type, s.doc_id, s.line_id, s.warehouse_id, w.code || ' ' || w.name,
			s.position_id, p.code, s.lpn_id, n.barcode, s.consignor_id, c.code || ' ' || c.name, s.product_id, g.sku || ' ' || g.name, s.lot_id, l.lot_no,
			s.quality, s.qty, s.net_qty, s.net_lines, s.balance, s.in_date, s.quant_id, s.quant_seq, s.unit_cost, s.currency, s.reason, s.device, s.at,
			s.reverse_of, s.digest, s.created_at, s.created_by, u.true_name
		from stock_move s left join position p on p.id = s.position_id left join product g on g.id = s.product_id
			left join warehouse w on w.id = s.warehouse_id left join consignor c on c.id = s.consignor_id
			left join lpn n on n.id = s.lpn_id left join lot l on l.id = s.lot_id
			left join "user" u on u.id = s.created_by
		where s.id = ? and s.quality = 'ZP'`
)

type listedMove struct {
	id, no, leg, qty, at, position, product int64
	code, quality                           string
}

type listQuestion struct {
	Filter struct {
		And []struct {
			Value json.RawMessage `json:"value"`
		} `json:"and"`
	} `json:"filter"`
}

// parameters are the four positions and the least quantity.
func (q listQuestion) parameters() ([]any, error) {
	var positions []int64
	var qty thousandths
	if err := json.Unmarshal(q.Filter.And[0].Value, &positions); err != nil {
		return nil, err
	}
	err := json.Unmarshal(q.Filter.And[1].Value, &qty)
	return []any{positions[0], positions[1], positions[2], positions[3], int64(qty)}, err
}

func (h *byHand) listMoves(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	var asked listQuestion
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return nil, err
	}
	args, err := asked.parameters()
	if err != nil {
		return nil, err
	}
	list, total := make([]listedMove, 0, 50), int64(0)
	err = h.read(ctx, question{statement{listSQL, args}, func(scan func(...any) error) error {
		var r listedMove
		err := scan(&r.id, &r.no, &r.leg, &r.code, &r.quality, &r.qty, &r.at, &r.position, &r.product)
		list = append(list, r)
		return err
	}}, question{statement{totalSQL, args}, func(scan func(...any) error) error { return scan(&total) }})
	if err != nil {
		return nil, err
	}
	positions, products, err := h.labels(ctx, list)
	if err != nil {
		return nil, err
	}
	dst = append(dst, `{"rows":[`...)
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].append(dst, positions, products)
	}
	dst = append(dst, `],"total":`...)
	dst = append(strconv.AppendInt(dst, total, 10), `,"totalIsFloor":false`...)
	if len(list) == listSize {
		last := list[len(list)-1]
		dst = appendCursor(dst, last.at, last.id)
	}
	return append(dst, '}'), nil
}

// appendCursor says where the next page begins.
func appendCursor(dst []byte, keys ...any) []byte {
	text, _ := json.Marshal(keys)
	return append(base64.RawURLEncoding.AppendEncode(append(dst, `,"nextCursor":"`...), text), '"')
}

// labels are those of a page.
func (h *byHand) labels(ctx context.Context, list []listedMove) (positions, products map[int64]string, err error) {
	positions, products = map[int64]string{}, make(map[int64]string, len(list))
	for i := range list {
		positions[list[i].position], products[list[i].product] = "", ""
	}
	err = h.read(ctx, h.labelled("select id, code from position where ", positions), h.labelled("select id, sku || ' ' || name from product where ", products))
	return positions, products, err
}

// labelled asks for the labels of the ids in a map.
func (h *byHand) labelled(text string, labels map[int64]string) question {
	ids := make([]int64, 0, len(labels))
	for id := range labels {
		ids = append(ids, id)
	}
	return question{statement{text + h.among("id"), []any{h.list(ids)}}, func(scan func(...any) error) error {
		var id int64
		var label string
		err := scan(&id, &label)
		labels[id] = label
		return err
	}}
}

func (r *listedMove) append(dst []byte, positions, products map[int64]string) []byte {
	o := begin(dst)
	o.number("id", r.id)
	o.number("move_no", r.no)
	o.number("leg", r.leg)
	o.text("code", r.code)
	o.text("quality", r.quality)
	o.decimal("qty", thousandths(r.qty))
	o.instant("at", r.at)
	o.number("position_id", r.position)
	o.text("position_id__label", positions[r.position])
	o.number("product_id", r.product)
	o.text("product_id__label", products[r.product])
	return o.end()
}

type gotMove struct {
	listedMove
	version, warehouse, consignor, created                         int64
	doc, line, lpn, lot, quant, seq, netLines, reverse, digest, by sql.NullInt64
	net, balance, cost                                             sql.NullInt64 // thousandths
	docType, since, currency, reason, device                       sql.NullString
	lpnLabel, lotLabel, byLabel                                    sql.NullString
	positionLabel, productLabel, warehouseLabel, ownerLabel        string
}

func (h *byHand) getMove(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	var asked struct{ ID int64 }
	if err := json.Unmarshal(c.body, &asked); err != nil {
		return nil, err
	}
	var r gotMove
	err := h.read(ctx, question{statement{getSQL, []any{asked.ID}}, func(scan func(...any) error) error {
		return scan(&r.id, &r.version, &r.no, &r.leg, &r.code, &r.docType, &r.doc, &r.line, &r.warehouse, &r.warehouseLabel,
			&r.position, &r.positionLabel, &r.lpn, &r.lpnLabel, &r.consignor, &r.ownerLabel, &r.product, &r.productLabel, &r.lot, &r.lotLabel,
			&r.quality, &r.qty, &r.net, &r.netLines, &r.balance, &r.since, &r.quant, &r.seq, &r.cost, &r.currency, &r.reason, &r.device, &r.at,
			&r.reverse, &r.digest, &r.created, &r.by, &r.byLabel)
	}})
	if err == nil && r.id == 0 {
		err = errors.New("there is no such move")
	}
	return r.append(dst), err
}

func (r *gotMove) append(dst []byte) []byte {
	o := begin(dst)
	o.number("id", r.id)
	o.number("version", r.version)
	o.number("move_no", r.no)
	o.number("leg", r.leg)
	o.text("code", r.code)
	o.textOrNull("doc_type", r.docType)
	o.orNull("doc_id", r.doc)
	o.orNull("line_id", r.line)
	o.number("warehouse_id", r.warehouse)
	o.text("warehouse_id__label", r.warehouseLabel)
	o.number("position_id", r.position)
	o.text("position_id__label", r.positionLabel)
	o.orNull("lpn_id", r.lpn)
	o.textOrNull("lpn_id__label", r.lpnLabel)
	o.number("consignor_id", r.consignor)
	o.text("consignor_id__label", r.ownerLabel)
	o.number("product_id", r.product)
	o.text("product_id__label", r.productLabel)
	o.orNull("lot_id", r.lot)
	o.textOrNull("lot_id__label", r.lotLabel)
	o.text("quality", r.quality)
	o.decimal("qty", thousandths(r.qty))
	o.decimalOrNull("net_qty", r.net)
	o.orNull("net_lines", r.netLines)
	o.decimalOrNull("balance", r.balance)
	o.textOrNull("in_date", r.since)
	o.orNull("quant_id", r.quant)
	o.orNull("quant_seq", r.seq)
	o.decimalOrNull("unit_cost", r.cost)
	o.textOrNull("currency", r.currency)
	o.textOrNull("reason", r.reason)
	o.textOrNull("device", r.device)
	o.instant("at", r.at)
	o.orNull("reverse_of", r.reverse)
	o.orNull("digest", r.digest)
	o.instant("created_at", r.created)
	o.orNull("created_by", r.by)
	o.textOrNull("created_by__label", r.byLabel)
	o.text("_label", strconv.FormatInt(r.no, 10)+" "+r.code)
	o.asIs("_can", "[]")
	return o.end()
}
