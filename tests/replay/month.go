package main

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// sale is a goods line of an order.
type sale struct {
	SKU   string
	Qty   int64
	Price string
	Line  int // index in its invoice's order
}

// invoice is an order, or a cancellation if its number begins with C.
type invoice struct {
	No       string
	Customer string
	Country  string
	At       time.Time
	Lines    []sale
}

// month is what a file of orders holds.
type month struct {
	Names    map[string]string // name by SKU
	SKUs     []string          // in order of first appearance
	Orders   []*invoice
	Returns  []*invoice
	Rejected map[string]int // rows by reason
	rows     [][]string     // of the file, headers first
}

var goodsCode = regexp.MustCompile(`^\d{5}`)

// readMonth reads a file of the retail month. Services, negative lines without a
// cancellation and rows that say nothing are counted with their reason.
func readMonth(path string, days int) (*month, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var reader io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if reader, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", path, err)
		}
	}
	rows := csv.NewReader(reader)
	headers, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("read header of %s: %w", path, err)
	}
	m := &month{Names: map[string]string{}, Rejected: map[string]int{}, rows: [][]string{headers}}
	byNo := map[string]*invoice{}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if err := m.add(byNo, row); err != nil {
			return nil, err
		}
		m.rows = append(m.rows, row)
	}
	m.cut(days)
	return m, nil
}

// add takes one row: InvoiceNo, StockCode, Description, Quantity, InvoiceDate,
// UnitPrice, CustomerID, Country.
func (m *month) add(byNo map[string]*invoice, row []string) error {
	no, sku := row[0], strings.ToUpper(row[1])
	qty, err := strconv.ParseInt(row[3], 10, 64)
	if err != nil {
		return fmt.Errorf("invoice %s: %w", no, err)
	}
	back := strings.HasPrefix(no, "C")
	switch {
	case !goodsCode.MatchString(sku):
		m.Rejected["not goods"]++
		return nil
	case qty < 0 != back || qty == 0:
		m.Rejected["negative without cancellation"]++
		return nil
	}
	if _, known := m.Names[sku]; !known {
		m.SKUs = append(m.SKUs, sku)
	}
	if m.Names[sku] == "" {
		m.Names[sku] = row[2]
	}
	in := byNo[no]
	if in == nil {
		at, err := time.Parse(time.DateTime, row[4])
		if err != nil {
			return fmt.Errorf("invoice %s: %w", no, err)
		}
		in = &invoice{No: no, Customer: strings.TrimSuffix(row[6], ".0"), Country: row[7], At: at}
		byNo[no] = in
		if back {
			m.Returns = append(m.Returns, in)
		} else {
			m.Orders = append(m.Orders, in)
		}
	}
	in.Lines = append(in.Lines, sale{SKU: sku, Qty: max(qty, -qty), Price: row[5], Line: len(in.Lines)})
	return nil
}

// again is the month as it comes once more after n others: the same goods and customers,
// with numbers of their own.
func (m *month) again(n int) *month {
	if n == 0 {
		return m
	}
	number := func(no string) string { return fmt.Sprintf("%s-%d", no, n+1) }
	renumber := func(list []*invoice) []*invoice {
		later := make([]*invoice, len(list))
		for i, in := range list {
			one := *in
			one.No = number(in.No)
			later[i] = &one
		}
		return later
	}
	later := *m
	later.Orders, later.Returns = renumber(m.Orders), renumber(m.Returns)
	later.rows = [][]string{m.rows[0]}
	for _, row := range m.rows[1:] {
		later.rows = append(later.rows, append([]string{number(row[0])}, row[1:]...))
	}
	return &later
}

// cut keeps the first days only; 0 keeps all.
func (m *month) cut(days int) {
	if days == 0 || len(m.Orders) == 0 {
		return
	}
	end := m.Orders[0].At.Truncate(24*time.Hour).AddDate(0, 0, days)
	keep := func(list []*invoice) []*invoice {
		n := sort.Search(len(list), func(i int) bool { return !list[i].At.Before(end) })
		return list[:n]
	}
	m.Orders, m.Returns = keep(m.Orders), keep(m.Returns)
	last := end.Format(time.DateTime)
	m.rows = append(m.rows[:1:1], slices.DeleteFunc(m.rows[1:], func(row []string) bool { return row[4] >= last })...)
	used := map[string]bool{}
	for _, list := range [][]*invoice{m.Orders, m.Returns} {
		for _, in := range list {
			for _, l := range in.Lines {
				used[l.SKU] = true
			}
		}
	}
	var skus []string
	for _, sku := range m.SKUs {
		if used[sku] {
			skus = append(skus, sku)
		}
	}
	m.SKUs = skus
}

// demand is how many pieces of each product the orders ask for.
func (m *month) demand() map[string]int64 {
	sums := map[string]int64{}
	for _, in := range m.Orders {
		for _, l := range in.Lines {
			sums[l.SKU] += l.Qty
		}
	}
	return sums
}
