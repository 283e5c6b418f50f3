package meta

// Board shows the records of several lists as cards in columns, one for each value of a
// field.
type Board struct {
	Object
	By      []BoardWay    `json:"by"`
	Sources []BoardSource `json:"sources"`
}

// BoardWay is a way to lay the cards into columns.
type BoardWay struct {
	Key   string     `json:"key"`
	Title Text       `json:"title"`
	None  Text       `json:"none"`           // heads the column of the records without a value
	Also  *BoardAlso `json:"also,omitempty"` // columns that are shown though they hold no card
}

// BoardAlso names a list whose rows refer to what heads a column.
type BoardAlso struct {
	List  string `json:"list"`
	Value string `json:"value"`          // field of the list's table
	Same  string `json:"same,omitempty"` // field of both, that a card must agree in
}

// BoardSource is a list whose rows are cards.
type BoardSource struct {
	Key     string        `json:"key"`
	List    string        `json:"list"`
	Columns []BoardColumn `json:"columns"`
}

// BoardColumn says in which column of a way a card lies, and what a move to another does.
type BoardColumn struct {
	Key    string `json:"key"`              // of the way
	Field  string `json:"field"`            // path
	Action string `json:"action,omitempty"` // that a move takes; none: cards stay
	Param  string `json:"param,omitempty"`  // of the action, that gets the column's value
	Back   string `json:"back,omitempty"`   // action of a move to the column without a value
}
