package meta

// ExportTemplate says what a file of a table's records holds and for whom it is.
type ExportTemplate struct {
	Object
	Table     string         `json:"table"`
	Order     int            `json:"order,omitempty"`
	Lists     []string       `json:"lists,omitempty"`   // that offer it; none: every list of the table
	Granted   bool           `json:"granted,omitempty"` // takes ExportRight in place of the table's
	Columns   []ExportColumn `json:"columns"`
	Lines     *ExportLines   `json:"lines,omitempty"`
	Sort      []string       `json:"sort,omitempty"`
	Formats   []string       `json:"formats,omitempty"` // none: all
	Encoding  string         `json:"encoding,omitempty"`
	Delimiter string         `json:"delimiter,omitempty"`
	Most      int            `json:"most,omitempty"` // records; 0: as many as any export has
}

// ExportLines gives a row to each line of a document.
type ExportLines struct {
	Set     string         `json:"set"`
	Columns []ExportColumn `json:"columns"`
}

// ExportColumn is a column of the file.
type ExportColumn struct {
	Shown
	Title  *Text  `json:"title,omitempty"`
	Format string `json:"format,omitempty"` // of dates and times
	Digits *int32 `json:"digits,omitempty"` // behind the point; nil: as stored
	Stored bool   `json:"stored,omitempty"` // the value in place of its words
	Mask   *Mask  `json:"mask,omitempty"`
}

// Mask says how much of a text stays; what lies between is hidden.
type Mask struct {
	First int `json:"first,omitempty"` // characters
	Last  int `json:"last,omitempty"`  // characters
}

// ExportRight is the right to a template that roles are granted by itself.
func ExportRight(template string) string { return template + "." + Export }

// Offers reports whether a list offers the template.
func (x *ExportTemplate) Offers(list *List) bool {
	if list.Table != x.Table || len(list.Group) > 0 {
		return false
	}
	for _, key := range x.Lists {
		if key == list.Key {
			return true
		}
	}
	return len(x.Lists) == 0
}
