package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

const (
	listSQL = `select s.id, s.move_no, s.leg, s.code, s.quality, s.qty, s.at, s.position_id, p.code, s.product_id, g.sku, g.name
		from stock_move s left join position p on p.id = s.position_id left join product g on g.id = s.product_id
		where s.position_id in (?, ?, ?, ?) and s.qty > ? and s.quality = 'ZP' order by s.at desc, s.id desc limit 50`
	totalSQL = "select count(*) from stock_move s where s.position_id in (?, ?, ?, ?) and s.qty > ? and s.quality = 'ZP'"
	getSQL   = `select s.id, s.version, s.move_no, s.leg, s.code, s.doc_type, s.doc_id, s.line_id, s.warehouse_id, w.code, w.name,
			s.position_id, p.code, s.lpn_id, s.consignor_id, c.code, c.name, s.product_id, g.sku, g.name, s.lot_id, s.quality, s.qty,
			s.balance, s.quant_id, s.quant_seq, s.reason, s.device, s.at, s.reverse_of, s.created_at, s.created_by, s.updated_at, s.updated_by
		from stock_move s left join position p on p.id = s.position_id left join product g on g.id = s.product_id
			left join warehouse w on w.id = s.warehouse_id left join consignor c on c.id = s.consignor_id
			left join lpn l on l.id = s.lpn_id left join lot o on o.id = s.lot_id
		where s.id = ? and s.quality = 'ZP'`
)

// thousandths is a decimal of three places, as it is stored.
type thousandths int64

// MarshalJSON writes exact digits without zeros at the end.
func (t thousandths) MarshalJSON() ([]byte, error) {
	if t%1000 == 0 {
		return strconv.AppendInt(nil, int64(t)/1000, 10), nil
	}
	return []byte(strings.TrimRight(strconv.FormatFloat(float64(t)/1000, 'f', 3, 64), "0")), nil
}

func (t *thousandths) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 64)
	*t = thousandths(value * 1000)
	return err
}

// instant is a time in milliseconds, as it is stored.
type instant int64

// MarshalJSON writes RFC 3339.
func (i instant) MarshalJSON() ([]byte, error) {
	return time.UnixMilli(int64(i)).UTC().AppendFormat(nil, `"2006-01-02T15:04:05.999Z"`), nil
}

type listedMove struct {
	ID            int64       `json:"id"`
	MoveNo        int64       `json:"move_no"`
	Leg           int64       `json:"leg"`
	Code          string      `json:"code"`
	Quality       string      `json:"quality"`
	Qty           thousandths `json:"qty"`
	At            instant     `json:"at"`
	PositionID    int64       `json:"position_id"`
	PositionLabel string      `json:"position_id__label"`
	ProductID     int64       `json:"product_id"`
	ProductLabel  string      `json:"product_id__label"`
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

func (h *byHand) listMoves(ctx context.Context, body []byte) (any, error) {
	var question listQuestion
	if err := json.Unmarshal(body, &question); err != nil {
		return nil, err
	}
	args, err := question.parameters()
	if err != nil {
		return nil, err
	}
	rows, err := h.list.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list, err := scanMoves(rows)
	if err != nil {
		return nil, err
	}
	var total int
	err = h.total.QueryRowContext(ctx, args...).Scan(&total)
	return map[string]any{"rows": list, "total": total, "totalIsFloor": false}, err
}

func scanMoves(rows *sql.Rows) ([]listedMove, error) {
	list := make([]listedMove, 0, 50)
	for rows.Next() {
		var r listedMove
		var sku, name string
		err := rows.Scan(&r.ID, &r.MoveNo, &r.Leg, &r.Code, &r.Quality, &r.Qty, &r.At, &r.PositionID, &r.PositionLabel, &r.ProductID, &sku, &name)
		if err != nil {
			return nil, err
		}
		r.ProductLabel = sku + " " + name
		list = append(list, r)
	}
	return list, rows.Err()
}

type gotMove struct {
	listedMove
	Version        int64        `json:"version"`
	DocType        *string      `json:"doc_type"`
	DocID          *int64       `json:"doc_id"`
	LineID         *int64       `json:"line_id"`
	WarehouseID    int64        `json:"warehouse_id"`
	WarehouseLabel string       `json:"warehouse_id__label"`
	LpnID          *int64       `json:"lpn_id"`
	ConsignorID    int64        `json:"consignor_id"`
	ConsignorLabel string       `json:"consignor_id__label"`
	LotID          *int64       `json:"lot_id"`
	Balance        *thousandths `json:"balance"`
	QuantID        *int64       `json:"quant_id"`
	QuantSeq       *int64       `json:"quant_seq"`
	Reason         *string      `json:"reason"`
	Device         *string      `json:"device"`
	ReverseOf      *int64       `json:"reverse_of"`
	CreatedAt      instant      `json:"created_at"`
	CreatedBy      *int64       `json:"created_by"`
	UpdatedAt      instant      `json:"updated_at"`
	UpdatedBy      *int64       `json:"updated_by"`
}

func (h *byHand) getMove(ctx context.Context, body []byte) (any, error) {
	var question struct{ ID int64 }
	if err := json.Unmarshal(body, &question); err != nil {
		return nil, err
	}
	var r gotMove
	var warehouse, consignor, sku, name string
	err := h.get.QueryRowContext(ctx, question.ID).Scan(&r.ID, &r.Version, &r.MoveNo, &r.Leg, &r.Code, &r.DocType, &r.DocID, &r.LineID,
		&r.WarehouseID, &r.WarehouseLabel, &warehouse, &r.PositionID, &r.PositionLabel, &r.LpnID, &r.ConsignorID, &r.ConsignorLabel, &consignor,
		&r.ProductID, &sku, &name, &r.LotID, &r.Quality, &r.Qty, &r.Balance, &r.QuantID, &r.QuantSeq, &r.Reason, &r.Device, &r.At, &r.ReverseOf,
		&r.CreatedAt, &r.CreatedBy, &r.UpdatedAt, &r.UpdatedBy)
	r.WarehouseLabel, r.ConsignorLabel, r.ProductLabel = r.WarehouseLabel+" "+warehouse, r.ConsignorLabel+" "+consignor, sku+" "+name
	return r, err
}
