package store

import _ "modernc.org/sqlite" // the SQLite driver; this file is all that names it

// sqliteDriver is the name under which the driver registers itself.
const sqliteDriver = "sqlite"
