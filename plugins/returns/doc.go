// Package returns takes goods back from customers: received at a return position,
// graded, and put back to stock. The document is metadata; posting it is here.
package returns
