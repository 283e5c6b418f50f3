import type { Preview } from './previews'

/** A node of the menu tree, as the shell draws it. */
export interface MenuNode {
  path: string
  redirect?: string
  hidden?: boolean
  alwaysShow?: boolean
  meta: {
    title: string
    icon?: string
    menu_Id: number
    menuName: string
    level: number
    noCache?: boolean
    screen?: string // <kind>:<key>, on leaves
    module?: string // must be licensed before the entry opens
  }
  children?: MenuNode[]
}

/** What the shell needs once after login. */
export interface AppMeta {
  release: number
  menus: MenuNode[]
  languages: string[]
  theme: string
  settings: Record<string, unknown>
  places?: { id: number; label: string }[] // where the person may work
  place?: number | null // where he does
  stand?: Stand | null // the workstation that he stands at; null where there are none
  zone?: string // by whose clock days and times are told; '' for the server's own
  preview?: Preview | null // the role that the person looks as
  user: {
    id: number
    account: string
    userTrueName: string
    userType: string
    ownerId?: number
    language: string | null
  }
}

/** A workstation; one without a code is none. */
export interface Stand {
  id: number
  code: string
  name: string
}
