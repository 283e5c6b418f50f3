// Package report answers the reports of metadata: figures of groups of records,
// with their totals, what the chart draws and, for every row, the filter of the
// records behind it. It also turns the short way in which metadata and people say
// what they want to see, values by field, into the filter of a query.
package report
