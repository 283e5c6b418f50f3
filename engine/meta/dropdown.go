package meta

// Dropdown is a list of values for choices.
type Dropdown struct {
	Object
	Items  []DropdownItem  `json:"items,omitempty"`
	Of     string          `json:"of,omitempty"` // a kind: the values are its objects, of LanguageKind or PrintKind
	Open   bool            `json:"open,omitempty"`
	Public bool            `json:"public,omitempty"`
	Source *DropdownSource `json:"source,omitempty"`
}

// Word is what people read of a stored value; the value itself where it is none of the
// items, as one that was added to an open list.
func (d *Dropdown) Word(value, language string) string {
	for i := range d.Items {
		if d.Items[i].Key == value {
			return d.Items[i].Title.In(language)
		}
	}
	return value
}

// DropdownItem is a closed value.
type DropdownItem struct {
	Key     string   `json:"key"` // the stored value
	Title   Text     `json:"title"`
	Aliases []string `json:"aliases,omitempty"` // other spellings that are taken for the value
	Phase   string   `json:"phase,omitempty"`
}

// Spellings are what people write for the value: its title in any language, and its
// aliases.
func (i *DropdownItem) Spellings() []string {
	return append(i.Title.Words(), i.Aliases...)
}

// DropdownSource takes the values from a table.
type DropdownSource struct {
	Table  string     `json:"table"`
	Value  string     `json:"value,omitempty"`
	Label  []string   `json:"label,omitempty"`
	Where  Expression `json:"where,omitempty"`
	Params []Field    `json:"params,omitempty"`
}
