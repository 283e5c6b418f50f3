// Package view keeps the saved views of lists: columns, filters and order under a
// name. A view is personal, or shared with a role by who may change roles; one of
// each place may open by itself. What a view holds is the browser's business: it
// gives no right to rows or fields.
package view
