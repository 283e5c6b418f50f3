// Package workorders makes other goods of goods in the building: kits are built of their
// components or broken into them, goods are relabelled and repacked.
//
// A work order reserves what it takes, all of it or nothing. What is reserved is brought
// to the place of work when work starts, and stays reserved there; each report of work
// takes a part of it and makes the goods, which then stand at the place of work and are
// put away as any others. A report can be undone as long as what it made is still there.
//
// What becomes of the marks of goods:
//
//   - The date of expiry of a kit is the earliest of what went into it by that report, or
//     that of the order (to_exp_date) where it is earlier. A component of which the date is
//     known gives it to the kit also where kits are not under expiry control. Goods out of a
//     broken kit have the kit's date where they are under expiry control.
//   - The lot is the one that the order says (to_lot_no). Else goods under lot control get
//     the order's number with the date of expiry; others have the date as their lot, as
//     everywhere. Relabelled goods that become another product keep their lot and date.
//   - Goods are in the building since the oldest of what they were made of.
//   - Pieces with serial numbers are reserved like others, and stay where they lie until a
//     report says which of what is reserved were taken. What is made gets the numbers that
//     the report gives it; goods that are relabelled or repacked keep theirs, unless they
//     become a product without numbers. The record of the report has both, so that it is
//     known which pieces went into which kit.
//   - Packing material is used as far as the work has come, whole pieces rounded up, of
//     whoever owns it; it is not reserved.
package workorders
