package meta

import "slices"

// The verbs of the rights on a table's records.
const (
	Read    = "read"    // see records
	Lookup  = "lookup"  // see id and label, to choose a reference
	Create  = "create"  // make records
	Update  = "update"  // change records
	Delete  = "delete"  // delete and restore records
	Export  = "export"  // take records out as a file
	Import  = "import"  // bring records in from a file
	History = "history" // see who changed what

	PrintVerb = "print" // put records on paper, of tables that have a template
)

// Verbs lists the verbs of every table.
func Verbs() []string {
	return []string{Read, Lookup, Create, Update, Delete, Export, Import, History}
}

// UseRight is the right to work at a station.
func UseRight(station string) string { return station + ".use" }

// LeadRight is the right to let others pass refusals at a station and to take their
// tasks over.
func LeadRight(station string) string { return station + "." + Override }

// Override is the button of a station's screen that grants its LeadRight.
const Override = "override"

// RightKeys is the right to manage the keys of other systems, which no table has.
const RightKeys = "api_key.manage"

// RightOwnKeys is the right to have keys by which other systems act as oneself, which no
// table has.
const RightOwnKeys = "own_key.manage"

// RightPeople is the right of somebody whom an owner bounds to make further persons of
// that owner, which no table has.
const RightPeople = "people.manage"

// RightDevices is the right to enrol devices for badges and to revoke them, which no
// table has.
const RightDevices = "device.manage"

// RightLog is the right to see who signed in, what was refused, what failed and what
// changed, which no table has.
const RightLog = "log.read"

// RightCutover is the right to see what keeps the house from going live, which no table
// has.
const RightCutover = "cutover.read"

// RightSchedules is the right to see the jobs that come by themselves, RightScheduling to
// run, pause and resume them. No table has them.
const (
	RightSchedules  = "schedule.read"
	RightScheduling = "schedule.manage"
)

// RightDev is the right to change what the product is while it runs, which no table
// has.
const RightDev = "dev"

// Rights lists, sorted, every right that the model itself has: the verbs of each
// table that is not a line table, printing where there is a template, the actions that
// people take, the templates of files that are granted by themselves, the stations, and those that
// no table has.
func (m *Model) Rights() []string {
	rights := []string{RightKeys, RightOwnKeys, RightPeople, RightDevices, RightLog, RightCutover, RightSchedules, RightScheduling, RightDev}
	for key, table := range m.Tables {
		if table.Head != nil {
			continue
		}
		for _, verb := range table.verbs() {
			rights = append(rights, key+"."+verb)
		}
	}
	for key, document := range m.Documents {
		for _, action := range document.Actions {
			if !action.System {
				rights = append(rights, key+"."+action.Key)
			}
		}
	}
	for _, template := range m.Prints {
		rights = append(rights, template.Table+"."+PrintVerb)
	}
	for key, template := range m.Exports {
		if template.Granted {
			rights = append(rights, ExportRight(key))
		}
	}
	for key := range m.Stations {
		rights = append(rights, UseRight(key), LeadRight(key))
	}
	slices.Sort(rights)
	return slices.Compact(rights)
}
