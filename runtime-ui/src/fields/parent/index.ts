import type { Drawn } from '../kit'
import { referenceKit } from '../reference'

/** The record above in the same table: a reference to people, a tree to screens. */
export const parentKit: Drawn = referenceKit
