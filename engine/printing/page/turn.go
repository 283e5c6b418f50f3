package page

// Turn turns everything on the page by quarters clockwise about its upper left corner.
func (p *Page) Turn(quarters int) {
	for i := range p.Bars {
		p.Bars[i] = p.Bars[i].turned(quarters)
	}
	for i := range p.Texts {
		t := &p.Texts[i]
		t.X, t.Y = turned(t.X, t.Y, quarters)
		t.Turn = (t.Turn + quarters) % 4
	}
	for i := range p.Codes {
		c := &p.Codes[i]
		c.X, c.Y = turned(c.X, c.Y, quarters)
		c.Turn = (c.Turn + quarters) % 4
	}
	for i := range p.Images {
		m := &p.Images[i]
		room := Bar{X: m.X, Y: m.Y, Width: m.Width, Height: m.Height}.turned(quarters)
		m.X, m.Y, m.Width, m.Height = room.X, room.Y, room.Width, room.Height
		m.Picture = m.Picture.Turned(quarters)
	}
}

// turned turns a point by quarters clockwise about the upper left corner.
func turned(x, y, quarters int) (int, int) {
	for range quarters % 4 {
		x, y = -y, x
	}
	return x, y
}

func (b Bar) turned(quarters int) Bar {
	for range quarters % 4 {
		b.X, b.Y, b.Width, b.Height = -b.Y-b.Height, b.X, b.Height, b.Width
	}
	return b
}

func (b Bar) moved(dx, dy int) Bar {
	b.X, b.Y = b.X+dx, b.Y+dy
	return b
}
