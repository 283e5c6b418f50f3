package meta

import (
	"cmp"
	"encoding/json"
)

// Object is what every object of metadata has. Module, Layer and File come from
// where the file lies and are not part of it.
type Object struct {
	Schema string `json:"$schema,omitempty"` // for editors
	Kind   string `json:"kind"`
	Key    string `json:"key"`
	Title  Text   `json:"title"`
	Module string `json:"-"`
	Layer  string `json:"-"`
	File   string `json:"-"`

	source   source   // as it is written, with what was laid over it
	whole    source   // the same with what its fields have from elements; nil: as source
	overlays []string // files that were laid over it
}

// Field types.
const (
	TypeText       = "text"
	TypeLongText   = "long_text"
	TypeInteger    = "integer"
	TypeDecimal    = "decimal"
	TypeMoney      = "money"
	TypeBoolean    = "boolean"
	TypeDate       = "date"
	TypeInstant    = "instant"
	TypeEnum       = "enum"
	TypeReference  = "reference"
	TypeReferences = "multi_reference"
	TypeParent     = "parent"
	TypeFile       = "file"
	TypeJSON       = "json"
	TypeCode       = "code"
	TypeBarcode    = "barcode"
	TypeWeight     = "weight"
	TypeLength     = "length"
	TypeRichText   = "rich_text"
	TypeColour     = "colour"
	TypeAddress    = "address"
	TypeImage      = "image"
	TypeSecret     = "secret"
)

// What format of a text field says.
const (
	FormatNumber = "number"
	FormatTold   = "told"
)

// Field is a field of a table, of an action's parameters or of a tool.
type Field struct {
	Key       string     `json:"key"`
	Element   string     `json:"element,omitempty"` // that says what the field does not say itself
	Type      string     `json:"type"`
	Title     Text       `json:"title"`
	Help      *Text      `json:"help,omitempty"`
	Required  bool       `json:"required,omitempty"`
	Default   Expression `json:"default,omitempty"`
	Computed  Expression `json:"computed,omitempty"`
	Stored    bool       `json:"stored,omitempty"`
	Rollup    *Rollup    `json:"rollup,omitempty"`
	Scale     int        `json:"scale,omitempty"`
	Format    string     `json:"format,omitempty"` // "", number, told or link
	Min       *float64   `json:"min,omitempty"`
	Max       *float64   `json:"max,omitempty"`
	Dropdown  string     `json:"dropdown,omitempty"`
	To        string     `json:"to,omitempty"`
	OnDelete  string     `json:"on_delete,omitempty"`
	Where     Expression `json:"where,omitempty"`
	Brings    *Brings    `json:"brings,omitempty"`
	Currency  string     `json:"currency,omitempty"`
	Unit      string     `json:"unit,omitempty"`
	CodeRule  string     `json:"code_rule,omitempty"`
	Search    bool       `json:"search,omitempty"`
	Readonly  bool       `json:"readonly,omitempty"`
	Immutable bool       `json:"immutable,omitempty"`
	Unaudited bool       `json:"unaudited,omitempty"`
	Secret    bool       `json:"secret,omitempty"`
	System    bool       `json:"system,omitempty"`
	Rules     []Rule     `json:"rules,omitempty"`
	Accept    []string   `json:"accept,omitempty"`
	Guarded   bool       `json:"guarded,omitempty"` // of files: sealed, and opened for a reason only
	TextRules
	Elements []string `json:"elements,omitempty"` // GS1 application identifiers whose value the field holds
}

// Rule is a condition that must hold, with the words for its breach.
type Rule struct {
	Must    Expression `json:"must"`
	Message Text       `json:"message"`
}

// Rejection is a condition that may not hold, with the words for who meets it.
type Rejection struct {
	Never   Expression `json:"never"`
	Message Text       `json:"message"`
}

// Table is storage and meaning of records, without layout.
type Table struct {
	Object
	Label      []string     `json:"label"`
	Writes     string       `json:"writes,omitempty"`  // all (default), plugin, system
	Adopted    *Adopted     `json:"adopted,omitempty"` // what another program made and writes; nil: it is ours
	InsertOnly bool         `json:"insert_only,omitempty"`
	Shared     bool         `json:"shared,omitempty"`
	OfMaker    bool         `json:"of_maker,omitempty"`    // rows are the owner's whose person made them
	Attach     *bool        `json:"attachments,omitempty"` // files beside its records; by default of documents
	Revertible bool         `json:"revertible,omitempty"`  // people may take an earlier state of a record back
	Offered    Expression   `json:"offered,omitempty"`     // which records may be chosen anew; none: all
	Known      *Known       `json:"known,omitempty"`       // what those see who may look up but not read; none: every record by its label
	Head       *Head        `json:"head,omitempty"`
	Fields     []Field      `json:"fields"`
	Unique     []Unique     `json:"unique,omitempty"`
	Indexes    []Index      `json:"indexes,omitempty"`
	Checks     []Constraint `json:"checks,omitempty"`
	Locks      []Lock       `json:"locks,omitempty"`
	Codes      []Code       `json:"codes,omitempty"`
}

// Code is a field by which a scanned code finds a record: that of the table, or the
// one that the reference of names. Of a reference it is the code of what is referred
// to, which leads on to the record.
type Code struct {
	Key    string     `json:"key"` // the field
	Of     string     `json:"of,omitempty"`
	Counts string     `json:"counts,omitempty"` // field that says for how many the code stands; none: one
	Where  Expression `json:"where,omitempty"`  // of a reference: which rows lead on; none: all
}

// Known is what those see of a table who may look up its records but not read them.
type Known struct {
	Rows  Expression `json:"rows"`  // the records that they find; others are named where a readable record refers to them
	Label []string   `json:"label"` // the fields of the label that they see
}

// Head names the table and field through which a line belongs to its head.
type Head struct {
	Table string `json:"table"`
	Field string `json:"field"`
}

// Unique is a key that a request may use in place of an id.
type Unique struct {
	Key     string     `json:"key"`
	On      []string   `json:"on"`
	Nulls   string     `json:"nulls,omitempty"` // equal (default) or distinct
	Where   Expression `json:"where,omitempty"`
	Message *Text      `json:"message,omitempty"`
}

// Index is an index for speed.
type Index struct {
	Key   string     `json:"key"`
	On    []string   `json:"on"`
	Where Expression `json:"where,omitempty"`
}

// Constraint is a condition that the database itself keeps.
type Constraint struct {
	Key     string     `json:"key"`
	Must    Expression `json:"must"`
	Message Text       `json:"message"`
}

// Shown is a field at a place of a screen or a report, where it is known by the key.
type Shown struct {
	Key   string `json:"key"`             // the path of the field, unless Field says it
	Field string `json:"field,omitempty"` // path
}

// Path leads to the field.
func (s *Shown) Path() string { return cmp.Or(s.Field, s.Key) }

// Column is a column of a list or of a line grid.
type Column struct {
	Shown
	Title  *Text `json:"title,omitempty"`
	Width  int   `json:"width,omitempty"` // px
	Hidden bool  `json:"hidden,omitempty"`
	Total  bool  `json:"total,omitempty"`
	Mono   bool  `json:"mono,omitempty"`

	Visible Expression `json:"visible,omitempty"` // of a grid of lines, over the head
	Beside  *Beside    `json:"beside,omitempty"`  // of a grid of lines
}

// List is a screen of rows.
type List struct {
	Object
	Table    string     `json:"table"`
	Columns  []Column   `json:"columns"`
	Filters  []Filter   `json:"filters,omitempty"`
	Where    Expression `json:"where,omitempty"`
	Sort     []string   `json:"sort,omitempty"`
	Group    []string   `json:"group,omitempty"`
	Measures []Measure  `json:"measures,omitempty"`
	Drill    *Drill     `json:"drill,omitempty"`
	PageSize int        `json:"page_size,omitempty"` // rows
	Open     string     `json:"open,omitempty"`
	Form     string     `json:"form,omitempty"` // that its records open in; see FormKey
	Edit     []string   `json:"edit,omitempty"`
	Actions  []string   `json:"actions,omitempty"`
	Import   []string   `json:"import,omitempty"`
	Export   *bool      `json:"export,omitempty"`
	Create   *bool      `json:"create,omitempty"`
	Empty    Text       `json:"empty,omitempty"` // said while there are no rows

	New   map[string]Expression `json:"new,omitempty"`   // what a record made here begins with, by field
	Makes []Make                `json:"makes,omitempty"` // documents made of selected rows
	Next  bool                  `json:"next,omitempty"`  // each row shows the step that leads on from it
	Scan  bool                  `json:"scan,omitempty"`  // a code ticks its row
}

// Make makes a document of selected rows: a line for each, whose field names it.
type Make struct {
	Key      string `json:"key"`
	Title    Text   `json:"title"`
	Document string `json:"document"`
	Set      string `json:"set"`
	Field    string `json:"field"`
}

// Filter is a filter that a list offers.
type Filter struct {
	Shown
	Title   *Text      `json:"title,omitempty"`
	Op      string     `json:"op,omitempty"`
	Default Expression `json:"default,omitempty"`
	Hidden  bool       `json:"hidden,omitempty"`
}

// Measure is a figure of a group.
type Measure struct {
	Key   string `json:"key"`
	Field string `json:"field,omitempty"`
	Less  string `json:"less,omitempty"` // of a sum: what is taken off
	Fn    string `json:"fn,omitempty"`   // none where a report reckons it
	Title Text   `json:"title"`
	Total bool   `json:"total,omitempty"`
}

// Drill names the list that a group opens.
type Drill struct {
	List string `json:"list"`
}

// Document is a head with lines, states and actions; its key is the head table's.
type Document struct {
	Object
	Lines   []LineSet `json:"lines,omitempty"`
	States  []State   `json:"states"`
	Stages  []Stage   `json:"stages,omitempty"`
	Badges  []Badge   `json:"badges,omitempty"`
	Actions []Action  `json:"actions,omitempty"`
	Next    []Next    `json:"next,omitempty"`
}

// Stage is a part of the way of a document, as people speak of it: one or several
// states. A state of no stage is beside the way.
type Stage struct {
	Key    string   `json:"key"`
	Title  Text     `json:"title"`
	States []string `json:"states"`
}

// Badge says what is special about a document beside its state, while it holds.
type Badge struct {
	Key   string     `json:"key"`
	Title Text       `json:"title"`
	When  Expression `json:"when"`
	Phase string     `json:"phase"`
	Tip   string     `json:"tip,omitempty"` // field with the reason
}

// LineSet is a set of lines of a document.
type LineSet struct {
	Key   string `json:"key"`
	Table string `json:"table"`
	Field string `json:"field"`
	Title *Text  `json:"title,omitempty"`
	Min   int    `json:"min,omitempty"`
	Max   int    `json:"max,omitempty"`
}

// State is a state of a document. Edit is true, false or a list of keys.
type State struct {
	Key   string          `json:"key"`
	Title Text            `json:"title"`
	Phase string          `json:"phase"`
	Edit  json.RawMessage `json:"edit,omitempty"`
}

// Action moves a document or does something with it.
type Action struct {
	Key     string     `json:"key"`
	Title   Text       `json:"title"`
	Icon    string     `json:"icon,omitempty"`
	From    []string   `json:"from,omitempty"`
	To      string     `json:"to,omitempty"`
	Over    string     `json:"over,omitempty"` // each (default) or set
	Sort    []string   `json:"sort,omitempty"` // in which order several records are taken; by id when absent
	Must    Expression `json:"must,omitempty"`
	Message *Text      `json:"message,omitempty"` // for who meets Must
	Needs   []Need     `json:"needs,omitempty"`
	Params  []Field    `json:"params,omitempty"`
	Do      []Effect   `json:"do,omitempty"`
	Confirm *Text      `json:"confirm,omitempty"`
	Primary bool       `json:"primary,omitempty"`
	Danger  bool       `json:"danger,omitempty"`
	Opens   string     `json:"opens,omitempty"` // screen of a menu entry
	System  bool       `json:"system,omitempty"`
}

// Brings says what choosing a record fills in.
type Brings struct {
	With  map[string]Expression `json:"with,omitempty"`
	Lines *BroughtLines         `json:"lines,omitempty"`
}

// BroughtLines are the lines that come along.
type BroughtLines struct {
	Set  string                `json:"set"`
	For  Expression            `json:"for"`
	With map[string]Expression `json:"with"`
}

// Need is something that a document must have before an action.
type Need struct {
	Field   string     `json:"field"` // of the head, or a line set
	When    Expression `json:"when,omitempty"`
	Must    Expression `json:"must,omitempty"` // that the field is filled when Must and None are absent
	None    *None      `json:"none,omitempty"`
	Message *Text      `json:"message,omitempty"`
}

// None names rows of a table that must not be there.
type None struct {
	Table string     `json:"table"`
	Where Expression `json:"where"`
}

// Next is a step of the road that leads on from a record, or from the end of a
// station: an action, or a screen with what is carried along.
type Next struct {
	Key    string                `json:"key"`
	Title  *Text                 `json:"title,omitempty"`
	From   []string              `json:"from,omitempty"` // states of a document
	When   Expression            `json:"when,omitempty"`
	Action string                `json:"action,omitempty"`
	Opens  string                `json:"opens,omitempty"`  // screen of a menu entry
	Record Expression            `json:"record,omitempty"` // id of what a document opens
	With   map[string]Expression `json:"with,omitempty"`
	Input  Expression            `json:"input,omitempty"` // first one of a station
}

// Effect is one thing that an action does.
type Effect struct {
	Effect string                `json:"effect"`
	For    Expression            `json:"for,omitempty"`
	When   Expression            `json:"when,omitempty"` // done only while it holds
	With   map[string]Expression `json:"with,omitempty"`
}

// Tool is a choice of records, a question and one action over all of them.
type Tool struct {
	Object
	List    string `json:"list"`
	Action  string `json:"action"`
	Preview bool   `json:"preview,omitempty"`
	Help    *Text  `json:"help,omitempty"`
}

// Station is a scan workstation.
type Station struct {
	Object
	Flow    string   `json:"flow"`
	Params  []Field  `json:"params,omitempty"`
	Steps   []Step   `json:"steps"`
	Buttons []Button `json:"buttons,omitempty"`
	Undo    bool     `json:"undo,omitempty"`
	Waiting *Waiting `json:"waiting,omitempty"`
	Done    *Figure  `json:"done,omitempty"` // what the person did here, of the records that he made
	// Override lists the codes of refusals that a supervisor may let pass.
	Override []string `json:"override,omitempty"`
	Facts    []Field  `json:"facts,omitempty"` // that the flow knows when a part of the work has ended
	Next     []Next   `json:"next,omitempty"`
	Acts     *Acts    `json:"acts,omitempty"` // of the flow FlowAct
	// Hears is the table whose changes an open task looks at again, such as that of what
	// was pressed on a device beside the person.
	Hears string `json:"hears,omitempty"`
}

// Waiting says which rows wait for a station, and what a tap on one gives to it.
type Waiting struct {
	List  string `json:"list"`
	Code  string `json:"code"`          // column that names a row, and is given as if it were scanned
	Due   string `json:"due,omitempty"` // column with the instant by which a row has to be done
	Title Text   `json:"title"`
	Take  *Text  `json:"take,omitempty"` // nil: a row is only looked at
}

// Step is a step of a station.
type Step struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"`
	Title   Text     `json:"title"`
	Prompt  Text     `json:"prompt"`
	Accept  []string `json:"accept,omitempty"`
	Buttons []string `json:"buttons,omitempty"`
}

// Button is a button of a station.
type Button struct {
	Key      string `json:"key"`
	Label    Text   `json:"label"`
	Shortcut string `json:"shortcut,omitempty"` // key of the keyboard
	Danger   bool   `json:"danger,omitempty"`
}

// Menu is a part of the menu tree.
type Menu struct {
	Object
	Order int        `json:"order,omitempty"` // among menus
	Items []MenuItem `json:"items"`
}

// MenuItem is an entry of the menu; ID is what a role is granted.
type MenuItem struct {
	ID         int          `json:"key"`
	Parent     int          `json:"parent"`
	Route      string       `json:"route"`
	Title      Text         `json:"title"`
	Icon       string       `json:"icon,omitempty"`
	UserType   string       `json:"user_type,omitempty"` // user when empty
	Screen     string       `json:"screen,omitempty"`    // kind:key
	Params     Values       `json:"params,omitempty"`    // what a report begins with here
	Hidden     bool         `json:"hidden,omitempty"`
	AlwaysShow bool         `json:"always_show,omitempty"`
	NoCache    bool         `json:"no_cache,omitempty"`
	Rights     []string     `json:"rights,omitempty"`
	Buttons    []MenuButton `json:"buttons,omitempty"`
	Module     string       `json:"module,omitempty"`
}

// BackOffice is the user type that no owner bounds; menu entries that name no user
// type are its own.
const BackOffice = "user"

// Users is the user type that the entry is for.
func (i *MenuItem) Users() string { return cmp.Or(i.UserType, BackOffice) }

// MenuButton is a button granted by itself.
type MenuButton struct {
	Key    string   `json:"key"`
	Title  *Text    `json:"title,omitempty"`
	Rights []string `json:"rights"`
}

// Mapping says how a file becomes records, or records a file.
type Mapping struct {
	Object
	Direction   string          `json:"direction"`
	Table       string          `json:"table"`
	FileFormat  *MappingFile    `json:"file,omitempty"`
	Params      []Field         `json:"params,omitempty"` // given with the call
	Reject      []Rejection     `json:"reject,omitempty"`
	Where       Expression      `json:"where,omitempty"`
	NaturalKey  []string        `json:"natural_key,omitempty"`
	Group       []string        `json:"group,omitempty"`
	Columns     []MappingColumn `json:"columns"`
	Lines       *MappingLines   `json:"lines,omitempty"`
	OnDuplicate string          `json:"on_duplicate,omitempty"`
	Mode        string          `json:"mode,omitempty"`
	Then        []string        `json:"then,omitempty"`
	Batch       string          `json:"batch,omitempty"`   // field that names the file which a record came by
	Cutover     bool            `json:"cutover,omitempty"` // a house fills it before it goes live
}

// MappingFile says how to read the file.
type MappingFile struct {
	Header    int      `json:"header,omitempty"` // row of the headers, from 1
	Encodings []string `json:"encodings,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"`
}

// MappingColumn fills one field.
type MappingColumn struct {
	From     string     `json:"from,omitempty"`
	Key      string     `json:"key"` // field, or a field of a reference's key
	Value    Expression `json:"value,omitempty"`
	Fallback Expression `json:"fallback,omitempty"` // of head columns
	Required bool       `json:"required,omitempty"`
	Format   string     `json:"format,omitempty"`
}

// MappingLines fills the lines of a document.
type MappingLines struct {
	Set     string          `json:"set"`
	Merge   []string        `json:"merge,omitempty"`
	Sum     []string        `json:"sum,omitempty"`
	Columns []MappingColumn `json:"columns"`
}

// Setting is a value that an administrator sets, at one or more levels.
type Setting struct {
	Object
	Group   string   `json:"group,omitempty"`
	Field   Field    `json:"field"`
	Levels  []string `json:"levels"`
	Default any      `json:"default"`
	Public  bool     `json:"public,omitempty"`
}

// Texts are texts that belong to no object.
type Texts struct {
	Object
	Terms map[string]Text `json:"terms"`
}

// Module declares a folder of metadata, and what the product declares once.
type Module struct {
	Object
	Requires      []string       `json:"requires,omitempty"`
	UserTypes     []UserType     `json:"user_types,omitempty"`
	SettingLevels []SettingLevel `json:"setting_levels,omitempty"`
	WorkingPlace  *WorkingPlace  `json:"working_place,omitempty"`
}

// UserType is a kind of users; one with an owner sees that owner's rows alone.
type UserType struct {
	Key   string `json:"key"`
	Title Text   `json:"title"`
	Owner *Owner `json:"owner,omitempty"`
}

// Owner says who owns rows: the table of owners, the field that names one, and the owner's
// field without which none of his persons may sign in.
type Owner struct {
	Table  string `json:"table"`
	Field  string `json:"field"`
	Active string `json:"active,omitempty"`
}

// SettingLevel is a level at which settings may be set.
type SettingLevel struct {
	Key   string `json:"key"`
	Field string `json:"field,omitempty"`
}
