package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Print is a compiled template of paper.
type Print struct {
	Key    string
	Meta   *meta.Print
	Table  *Table
	Lines  *LineSet // of its document, or records that refer to it; nil: none
	Copies *expression.Program
	Prefer *expression.Program // over a record: the template is meant for it; nil: it says nothing
	Bands  []PrintBand
}

// PrintBand is a compiled band.
type PrintBand struct {
	Meta     *meta.PrintBand
	When     *expression.Program
	Group    Path // of the lines
	Elements []PrintElement
}

// PrintElement is a compiled element; Field is of the line where the band is over lines.
type PrintElement struct {
	Meta        *meta.PrintElement
	Field       Path
	When, Value *expression.Program
}

// groupName is what a band of a group calls its lines.
const groupName = "group"

// Right is the right to print the template.
func (p *Print) Right() string { return p.Table.Right(meta.PrintVerb) }

// Reads is the right to read what its lines are of; "" where they go with the record.
func (p *Print) Reads() string {
	if p.Meta.Related == nil {
		return ""
	}
	return p.Lines.Table.Right(meta.Read)
}

// Tables are those whose records the template shows.
func (p *Print) Tables() []*Table {
	if p.Lines == nil {
		return []*Table{p.Table}
	}
	return []*Table{p.Table, p.Lines.Table}
}

// Paths are the fields that its elements show, and by which its lines are grouped.
func (p *Print) Paths() (paths []Path) {
	for i := range p.Bands {
		paths = append(paths, p.Bands[i].Group)
		for j := range p.Bands[i].Elements {
			paths = append(paths, p.Bands[i].Elements[j].Field)
		}
	}
	return paths
}

// PrintsOf lists the templates of a table in their order.
func (r *Release) PrintsOf(table string) []*Print { return r.printsOf[table] }

func (c *compiler) makePrints() {
	for _, m := range c.model.PrintsInOrder() {
		made := c.print(m)
		c.rel.Prints[m.Key] = made
		c.rel.printsOf[m.Table] = append(c.rel.printsOf[m.Table], made)
	}
}

func (c *compiler) print(m *meta.Print) *Print {
	t := c.rel.Tables[m.Table]
	p := &Print{Key: m.Key, Meta: m, Table: t}
	for _, set := range t.Sets {
		if set.Key == m.Lines {
			p.Lines = set
		}
	}
	head := c.rel.recordVars(t)
	if m.Related != nil {
		of := c.rel.Tables[m.Related.Table]
		field, _ := of.Field(m.Related.Field)
		p.Lines = &LineSet{Key: m.Related.Key, Table: of, Field: field}
		head = head.with(m.Related.Key, expression.List{Of: expression.Record{Of: of.shape}})
	}
	p.Copies = c.program(&m.Object, "copies", m.Copies, c.rel.env(head, expression.Server), expression.Int)
	p.Prefer = c.program(&m.Object, "prefer", m.Prefer, c.rel.env(c.rel.rowVars(t), expression.Server), expression.Bool)
	for i := range m.Bands {
		p.Bands = append(p.Bands, c.printBand(m, i, p, head))
	}
	return p
}

func (c *compiler) printBand(m *meta.Print, i int, p *Print, names vars) PrintBand {
	path := "bands/" + number(i)
	band := PrintBand{Meta: &m.Bands[i]}
	of := p.Table
	if p.Lines != nil && (band.Meta.OverLines() || band.Meta.OfGroup()) {
		of = p.Lines.Table
		names = names.with(lineName, expression.Record{Of: of.shape}).with(groupName, expression.List{Of: expression.Record{Of: of.shape}})
	}
	if band.Meta.Group != "" {
		band.Group = of.mustPath(band.Meta.Group)
	}
	env := c.rel.env(names, expression.Server)
	band.When = c.program(&m.Object, path+"/when", band.Meta.When, env, expression.Bool)
	for j := range band.Meta.Elements {
		e := PrintElement{Meta: &band.Meta.Elements[j]}
		where := path + "/elements/" + number(j)
		if e.Meta.Field != "" {
			e.Field = of.mustPath(e.Meta.Field)
		}
		e.When = c.program(&m.Object, where+"/when", e.Meta.When, env, expression.Bool)
		e.Value = c.program(&m.Object, where+"/value", e.Meta.Value, env, nil)
		band.Elements = append(band.Elements, e)
	}
	return band
}
