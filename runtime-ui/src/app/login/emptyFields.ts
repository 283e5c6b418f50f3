import { createContext } from 'react'

/** The fields of a form that were sent empty and must not be, by name. */
export const EmptyFields = createContext<ReadonlySet<string>>(new Set())
