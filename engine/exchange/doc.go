// Package exchange carries records into files and out of them: xlsx and csv, by
// lists on the way out and by mappings on the way in. It owns excelize.
//
// An import reads the whole file, tells every row that is wrong, and saves the
// rest in batches, each in its own transaction. What has a natural key may be
// imported again: it finds its record.
package exchange
