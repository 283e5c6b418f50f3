package meta

// PrintKind is the kind of print templates.
const PrintKind = "print"

// Print is a template of paper: records of a table become labels or pages. Its bands
// stand below each other, its elements lie within their band.
type Print struct {
	Object
	Table string   `json:"table"`
	Order int      `json:"order,omitempty"` // among the templates of a table
	Paper Paper    `json:"paper"`
	Lines string   `json:"lines,omitempty"` // set of the document that bands go over
	Sort  []string `json:"sort,omitempty"`  // of the lines

	Related *PrintRelated `json:"related,omitempty"` // in place of Lines
	Act     string        `json:"act,omitempty"`     // action on what is printed for good
	Copies  Expression    `json:"copies,omitempty"`
	Prefer  Expression    `json:"prefer,omitempty"` // over a record: it is meant for it
	Bands   []PrintBand   `json:"bands,omitempty"`
	File    string        `json:"file,omitempty"` // in place of bands: field whose file is printed as others drew it
}

// PrintRelated is records of another table that refer to what is printed; bands go over
// them as over lines.
type PrintRelated struct {
	Key   string `json:"key"` // what expressions call them
	Table string `json:"table"`
	Field string `json:"field"`
}

// Paper is what is printed on, in mm.
type Paper struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Margin Margin  `json:"margin,omitempty"`
	Labels *Labels `json:"labels,omitempty"` // of a sheet; none: each page or label by itself
}

// Margin is what stays white at the edges, in mm.
type Margin struct {
	Top    float64 `json:"top,omitempty"`
	Right  float64 `json:"right,omitempty"`
	Bottom float64 `json:"bottom,omitempty"`
	Left   float64 `json:"left,omitempty"`
}

// Labels lie on a sheet in rows, within its margin.
type Labels struct {
	Across int     `json:"across"`
	Down   int     `json:"down"`
	GapX   float64 `json:"gap_x,omitempty"` // mm
	GapY   float64 `json:"gap_y,omitempty"` // mm
}

// Kinds of bands. Those from BandTableHead on make the table of the lines.
const (
	BandHead      = "head" // of each page
	BandFoot      = "foot"
	BandBody      = "body"
	BandTableHead = "table_head" // on each page that the table reaches
	BandGroupHead = "group_head" // before lines that have the same Group
	BandLine      = "line"
	BandGroupFoot = "group_foot"
)

// PrintBand is a stripe of a page.
type PrintBand struct {
	Key      string         `json:"key"`
	Kind     string         `json:"kind"`
	Height   float64        `json:"height"`          // mm, at least
	Group    string         `json:"group,omitempty"` // of groups: field of the lines
	When     Expression     `json:"when,omitempty"`
	Break    bool           `json:"break,omitempty"` // begins a new page
	Elements []PrintElement `json:"elements"`
}

// OverLines reports whether the band is there once for each line.
func (b *PrintBand) OverLines() bool { return b.Kind == BandLine }

// OfTable reports whether the band is part of the table of the lines.
func (b *PrintBand) OfTable() bool {
	return b.Kind == BandTableHead || b.Kind == BandLine || b.OfGroup()
}

// OfGroup reports whether the band stands before or after a group of lines.
func (b *PrintBand) OfGroup() bool { return b.Kind == BandGroupHead || b.Kind == BandGroupFoot }

// Types of elements.
const (
	ElementText = "text"
	ElementCode = "code"
	ElementLine = "line"
	ElementBox  = "box"
	ElementPage = "page" // number of the page and of how many

	ElementImage = "image" // of a field of files, or of the template itself
)

// What becomes of a text that is too long.
const (
	FitTell   = "tell"   // it is drawn, and told
	FitShrink = "shrink" // down to Least
	FitWrap   = "wrap"   // within the element, smaller where that does not do
	FitGrow   = "grow"   // the band grows
	FitCut    = "cut"    // ends with an ellipsis
)

// PrintElement is a thing on paper; its place is within its band.
type PrintElement struct {
	Key    string     `json:"key"`
	Type   string     `json:"type"`
	X      float64    `json:"x"` // mm
	Y      float64    `json:"y"` // mm
	Width  float64    `json:"width"`
	Height float64    `json:"height"`
	When   Expression `json:"when,omitempty"`
	Low    bool       `json:"low,omitempty"`  // keeps its distance from the lower edge when the band grows
	Turn   int        `json:"turn,omitempty"` // degrees clockwise, of what is within its box: 0, 90, 180, 270

	Text  *Text      `json:"text,omitempty"`  // words that are always the same
	Field string     `json:"field,omitempty"` // of the record, or of the line
	Value Expression `json:"value,omitempty"`

	Size     float64 `json:"size,omitempty"`  // pt
	Least    float64 `json:"least,omitempty"` // pt
	Bold     bool    `json:"bold,omitempty"`
	Align    string  `json:"align,omitempty"`    // left (default), center, right
	Vertical string  `json:"vertical,omitempty"` // top (default), middle, bottom
	Fit      string  `json:"fit,omitempty"`
	Colour   string  `json:"colour,omitempty"`
	Stroke   float64 `json:"stroke,omitempty"` // mm, of a box; 0: it is filled

	Code   string  `json:"code,omitempty"`   // kind of code
	Module float64 `json:"module,omitempty"` // mm, the widest; none: as wide as there is room
	Human  bool    `json:"human,omitempty"`  // its text below a bar code

	Image string `json:"image,omitempty"` // a picture of the template's own: PNG or JPEG, base64
}
