// Package weighing keeps what lies on the scales of workstations, as their agents tell it,
// and takes weights from them: what a person typed although there is a scale has a reason.
package weighing
