// Package public asks the product's pages for strangers as strangers do: without a
// session, in three languages, for what is hidden, and too often.
package public
