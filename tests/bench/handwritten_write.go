package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	lineCount = 20
	brandSQL  = `insert into brand (id, version, code, code__fold, name, name__fold, enabled, created_at, created_by, updated_at, updated_by)
		values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	orderSQL = `insert into sale_order (id, version, doc_no, doc_no__fold, warehouse_id, consignor_id, status, source, order_type, ext_no, ext_no__fold,
		ship_policy, priority, receiver, receiver__fold, country, line_count, total_qty, created_at, created_by, updated_at, updated_by)
		values (?, 1, ?, ?, ?, ?, 'new', 'manual', 'JYCK', ?, ?, 'complete', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// callSQL keeps the answer with what makes the call known; a call that came before
	// fails on it, and with it all that the transaction wrote.
	callSQL   = "insert into auth_call (id, user_id, part, nonce, call_key, digest, answer, created_at) values (?, ?, '', ?, ?, ?, ?, ?)"
	linesInto = `sale_order_line (id, version, sale_order_id, line_no, product_id, qty, base_qty, quality, allocated_qty, picked_qty, packed_qty,
		shipped_qty, returned_qty, created_at, created_by, updated_at, updated_by)`
	lineRow   = "?, 1, ?, ?, ?, ?, ?, 'ZP', 0, 0, 0, 0, 0, ?, ?, ?, ?"
	auditInto = "record_audit (id, table_key, record_id, action, changes, user_id, let_by, reason, source, release_number, at)"
	auditRow  = "?, ?, ?, 'insert', ?, ?, 0, '', 'call', 1, ?"
	auditSQL  = "insert into " + auditInto + " values (" + auditRow + ")"
)

// once is the row of a call with its answer.
func (h *byHand) once(c *call, answer []byte, now int64) statement {
	return statement{callSQL, []any{h.lastID.Add(1), c.by.id, c.nonce, c.key, sum(c.body), answer, now}}
}

type brand struct {
	Code    string `json:"code"`
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

func (h *byHand) saveBrand(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	var b brand
	if err := json.Unmarshal(c.body, &b); err != nil {
		return nil, err
	}
	if b.Code == "" || len(b.Code) > 64 || b.Name == "" || len(b.Name) > 200 {
		return nil, errors.New("a brand has a code and a name")
	}
	id, now := h.lastID.Add(1), time.Now().UnixMilli()
	dst = b.append(dst, c.by, id, now)
	return dst, h.write(ctx,
		statement{brandSQL, []any{id, b.Code, strings.ToLower(b.Code), b.Name, strings.ToLower(b.Name), b.Enabled, now, c.by.id, now, c.by.id}},
		statement{auditSQL, []any{h.lastID.Add(1), "brand", id, string(b.changes()), c.by.id, now}},
		h.once(c, dst, now))
}

func (b *brand) append(dst []byte, by person, id, now int64) []byte {
	o := begin(dst)
	o.number("id", id)
	o.number("version", 1)
	o.text("code", b.Code)
	o.text("name", b.Name)
	o.truth("enabled", b.Enabled)
	o.nulls("remark")
	o.made(by, now)
	o.text("_label", b.Code+" "+b.Name)
	o.asIs("_can", `["update","delete"]`)
	return o.end()
}

func (b *brand) changes() []byte {
	o := begin(nil)
	o.became("code", appendText(nil, b.Code))
	o.became("name", appendText(nil, b.Name))
	o.became("enabled", strconv.AppendBool(nil, b.Enabled))
	return o.end()
}

// became appends the change of a field from nothing.
func (o *object) became(name string, value []byte) {
	o.name(name)
	*o = append(append(append(*o, "[null,"...), value...), ']')
}

func (o *object) becameNumber(name string, value int64) {
	o.became(name, strconv.AppendInt(nil, value, 10))
}

// saleOrder is what is asked for, and what is found and made for it.
type saleOrder struct {
	Consignor referred   `json:"consignor_id"`
	Warehouse referred   `json:"warehouse_id"`
	Receiver  string     `json:"receiver"`
	Country   string     `json:"country"`
	ExtNo     string     `json:"ext_no"`
	Lines     []saleLine `json:"lines"`

	id, now int64
	by      person
	no      string
	total   thousandths
}

// referred is a record that an order refers to by its code.
type referred struct {
	Code  string `json:"code"`
	id    int64
	label string
}

type saleLine struct {
	ProductID int64       `json:"product_id"`
	Qty       thousandths `json:"qty"`
	id        int64
	label     string
}

func (h *byHand) saveOrder(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	var o saleOrder
	if err := json.Unmarshal(c.body, &o); err != nil {
		return nil, err
	}
	if o.Receiver == "" || o.Country == "" || len(o.Lines) != lineCount {
		return nil, errors.New("an order has a receiver, a country and its lines")
	}
	if err := h.find(ctx, &o); err != nil {
		return nil, err
	}
	o.id, o.now, o.by = h.lastID.Add(1), time.Now().UnixMilli(), c.by
	o.no = "BN" + strconv.FormatInt(o.id, 10)
	for i := range o.Lines {
		if o.Lines[i].Qty <= 0 {
			return nil, errors.New("a quantity is above zero")
		}
		o.Lines[i].id = h.lastID.Add(1)
		o.total += o.Lines[i].Qty
	}
	dst = o.append(dst)
	return dst, h.write(ctx, o.insert(), o.insertLines(h), o.audit(h), h.once(c, dst, o.now))
}

// find looks up in one go what an order refers to.
func (h *byHand) find(ctx context.Context, o *saleOrder) error {
	type product struct {
		owner int64
		label string
	}
	known, ids := make(map[int64]product, lineCount), make([]int64, lineCount)
	for i := range o.Lines {
		ids[i] = o.Lines[i].ProductID
	}
	party := func(text string, r *referred) question {
		return question{statement{text, []any{r.Code}}, func(scan func(...any) error) error { return scan(&r.id, &r.label) }}
	}
	err := h.read(ctx,
		party("select id, code || ' ' || name from consignor where code = ?", &o.Consignor),
		party("select id, code || ' ' || name from warehouse where code = ?", &o.Warehouse),
		question{statement{"select id, consignor_id, sku || ' ' || name from product where " + h.among("id"), []any{h.list(ids)}}, func(scan func(...any) error) error {
			var id int64
			var p product
			err := scan(&id, &p.owner, &p.label)
			known[id] = p
			return err
		}})
	if err != nil || o.Consignor.id == 0 || o.Warehouse.id == 0 {
		return errors.Join(err, errors.New("an order has a consignor and a warehouse"))
	}
	for i := range o.Lines {
		p := known[o.Lines[i].ProductID]
		if p.owner != o.Consignor.id {
			return fmt.Errorf("the consignor has no product %d", o.Lines[i].ProductID)
		}
		o.Lines[i].label = p.label
	}
	return nil
}

func (o *saleOrder) insert() statement {
	return statement{orderSQL, []any{
		o.id, o.no, strings.ToLower(o.no), o.Warehouse.id, o.Consignor.id, o.ExtNo, strings.ToLower(o.ExtNo),
		o.Receiver, strings.ToLower(o.Receiver), o.Country, int64(len(o.Lines)), int64(o.total), o.now, o.by.id, o.now, o.by.id,
	}}
}

func (o *saleOrder) insertLines(db database) statement {
	columns := make([][]int64, 10)
	for i, line := range o.Lines {
		row := []int64{line.id, o.id, int64(i+1) * 10, line.ProductID, int64(line.Qty), int64(line.Qty), o.now, o.by.id, o.now, o.by.id}
		for c := range columns {
			columns[c] = append(columns[c], row[c])
		}
	}
	args := make([]any, len(columns))
	for c := range columns {
		args[c] = columns[c]
	}
	return db.many(linesInto, lineRow, args...)
}

func (o *saleOrder) audit(h *byHand) statement {
	ids, tables, records, changes := []int64{h.lastID.Add(1)}, []string{"sale_order"}, []int64{o.id}, []string{string(o.changes())}
	users, times := []int64{o.by.id}, []int64{o.now}
	for i := range o.Lines {
		ids, tables, records = append(ids, h.lastID.Add(1)), append(tables, "sale_order_line"), append(records, o.Lines[i].id)
		changes, users, times = append(changes, string(o.lineChanges(i))), append(users, o.by.id), append(times, o.now)
	}
	return h.many(auditInto, auditRow, ids, tables, records, changes, users, times)
}

func (o *saleOrder) changes() []byte {
	was := begin(nil)
	was.became("doc_no", appendText(nil, o.no))
	was.became("status", []byte(`"new"`))
	was.becameNumber("consignor_id", o.Consignor.id)
	was.becameNumber("warehouse_id", o.Warehouse.id)
	was.became("receiver", appendText(nil, o.Receiver))
	was.became("country", appendText(nil, o.Country))
	was.became("ext_no", appendText(nil, o.ExtNo))
	was.becameNumber("line_count", int64(len(o.Lines)))
	was.became("total_qty", o.total.append(nil))
	return was.end()
}

func (o *saleOrder) lineChanges(i int) []byte {
	was := begin(nil)
	was.becameNumber("sale_order_id", o.id)
	was.becameNumber("line_no", int64(i+1)*10)
	was.becameNumber("product_id", o.Lines[i].ProductID)
	was.became("qty", o.Lines[i].Qty.append(nil))
	was.became("base_qty", o.Lines[i].Qty.append(nil))
	was.became("quality", []byte(`"ZP"`))
	return was.end()
}

func (o *saleOrder) append(dst []byte) []byte {
	out := begin(dst)
	out.number("id", o.id)
	out.number("version", 1)
	out.text("doc_no", o.no)
	out.number("warehouse_id", o.Warehouse.id)
	out.text("warehouse_id__label", o.Warehouse.label)
	out.number("consignor_id", o.Consignor.id)
	out.text("consignor_id__label", o.Consignor.label)
	out.text("status", "new")
	out.text("source", "manual")
	out.text("ext_no", o.ExtNo)
	out.text("order_type", "JYCK")
	out.nulls("carrier_id", "carrier_id__label", "tracking_no")
	out.text("ship_policy", "complete")
	out.number("priority", 0)
	out.nulls("ordered_at", "ship_by", "shop", "customer_code")
	out.text("receiver", o.Receiver)
	out.nulls("phone")
	out.text("country", o.Country)
	out.nulls("province", "city", "district", "detail", "zip", "id_type", "id_no", "buyer_note", "seller_note", "held_at", "hold_reason", "hold_place",
		"intercepted_at", "short_reason", "waits_in", "unfit", "split_from_id", "split_from_id__label", "merged_into_id", "merged_into_id__label", "wave_id")
	out.number("line_count", int64(len(o.Lines)))
	out.decimal("total_qty", o.total)
	out.nulls("shipped_at", "audited_by", "audited_by__label", "audited_at", "remark")
	out.made(o.by, o.now)
	out.text("_label", o.no)
	out.name("lines")
	out = append(out, '[')
	for i := range o.Lines {
		if i > 0 {
			out = append(out, ',')
		}
		out = o.appendLine(out, i)
	}
	out = append(out, ']')
	out = append(out, newOrderMay...)
	return out.end()
}

// newOrderMay is what this person may do with an order that is new, why not the rest, and
// what comes next; a server written by hand has it ready for each state.
const newOrderMay = `,"_can":["update","delete","audit","split","merge","change_carrier","hold","cancel"],"_cannot":{"unaudit":"state","revise":"state",` +
	`"allocate":"state","why_short":"state","unallocate":"state","wave":"state","match_number":"state","unmatch_number":"state","unhold":"guard",` +
	`"intercept":"state","let_go":"state","take_apart":"state","set_aside":"state","ship_without":"state"},"_next":{"key":"audit","action":"audit"}`

func (o *saleOrder) appendLine(dst []byte, i int) []byte {
	line, out := &o.Lines[i], begin(dst)
	out.number("id", line.id)
	out.number("version", 1)
	out.number("sale_order_id", o.id)
	out.text("sale_order_id__label", o.no)
	out.number("line_no", int64(i+1)*10)
	out.number("product_id", line.ProductID)
	out.text("product_id__label", line.label)
	out.decimal("qty", line.Qty)
	out.nulls("unit")
	out.decimal("base_qty", line.Qty)
	out.nulls("lot_no")
	out.text("quality", "ZP")
	out.nulls("price", "currency")
	for _, name := range []string{"allocated_qty", "picked_qty", "packed_qty", "shipped_qty", "returned_qty"} {
		out.number(name, 0)
	}
	out.nulls("short_reason", "shortage", "short_qty", "short_position_id", "short_position_id__label", "short_at")
	out.made(o.by, o.now)
	out.text("_label", strconv.Itoa((i+1)*10))
	return out.end()
}

// made says who made a record and when; nobody has changed it since.
func (o *object) made(by person, now int64) {
	o.instant("created_at", now)
	o.number("created_by", by.id)
	o.text("created_by__label", by.label)
	o.instant("updated_at", now)
	o.number("updated_by", by.id)
	o.text("updated_by__label", by.label)
}
