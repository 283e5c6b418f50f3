package price

import (
	"cmp"
	"slices"
)

// Table is a sheet made ready to be asked often.
type Table struct {
	sheet    Sheet
	brackets map[string][]Rate
	places   [kinds]prefixes
}

// Compile makes a sheet ready. What would leave a weight with two prices or with none is
// a *Mistake that names the place.
func Compile(s Sheet) (*Table, error) {
	t := &Table{sheet: s, brackets: map[string][]Rate{}}
	if !counted(s.Divisor, s.Step, s.MinWeight) || !paid(s.MinCharge) {
		return nil, &Mistake{Kind: "figure"}
	}
	for _, r := range s.Rates {
		t.brackets[r.Zone] = append(t.brackets[r.Zone], r)
	}
	for _, zone := range t.zones() {
		if wrong := contiguous(zone, t.brackets[zone]); wrong != nil {
			return nil, wrong
		}
	}
	if wrong := t.placed(); wrong != nil {
		return nil, wrong
	}
	for _, c := range s.Surcharges {
		if !paid(c.Value, c.Cost) || !counted(c.From) {
			return nil, &Mistake{Kind: "figure", Zone: c.Zone, Text: c.Name}
		}
	}
	return t, nil
}

// zones are the names of the zones with rates, in one order.
func (t *Table) zones() []string {
	names := make([]string, 0, len(t.brackets))
	for name := range t.brackets {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// contiguous sorts the brackets of a zone and finds the first that does not begin where
// the one before ends. The first begins at nothing.
func contiguous(zone string, rates []Rate) error {
	slices.SortFunc(rates, func(a, b Rate) int { return cmp.Compare(a.From, b.From) })
	end := int64(0)
	for _, r := range rates {
		switch {
		case !sound(r):
			return &Mistake{Kind: "figure", Zone: zone, At: r.From, To: r.To}
		case r.From < end:
			return &Mistake{Kind: "overlap", Zone: zone, At: r.From, To: min(end, r.To)}
		case r.From > end:
			return &Mistake{Kind: "gap", Zone: zone, At: end, To: r.From}
		}
		end = r.To
	}
	return nil
}

func sound(r Rate) bool {
	return counted(r.From, r.To) && counted(r.First-1, r.Step-1) && r.To > r.From &&
		paid(r.FirstPrice, r.StepPrice, r.FirstCost, r.StepCost)
}

// placed sorts the prefixes by kind. A prefix twice would be two zones of one place, and
// a zone without rates a place without a price.
func (t *Table) placed() error {
	var of [kinds][]Zone
	for _, z := range t.sheet.Zones {
		if z.Kind < 0 || z.Kind >= kinds {
			return &Mistake{Kind: "figure", Zone: z.Zone, Text: z.Prefix}
		}
		if len(t.brackets[z.Zone]) == 0 {
			return &Mistake{Kind: "no_rates", Zone: z.Zone, Text: z.Prefix}
		}
		z.Prefix = Spelled(z.Prefix)
		of[z.Kind] = append(of[z.Kind], z)
	}
	for kind := range of {
		list, twice := sorted(of[kind])
		if twice != nil {
			return &Mistake{Kind: "twice", Zone: twice.Zone, Text: twice.Prefix}
		}
		t.places[kind] = list
	}
	return nil
}

func counted(weights ...int64) bool { return within(maxWeight, weights) }
func paid(amounts ...int64) bool    { return within(maxAmount, amounts) }

func within(most int64, figures []int64) bool {
	return !slices.ContainsFunc(figures, func(n int64) bool { return n < 0 || n > most })
}
