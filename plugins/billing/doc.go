// Package billing charges consignors: rules make fees of what happened, once for each
// cause, and statements gather them.
package billing
