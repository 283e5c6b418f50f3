/** A menu entry that a role may be granted, with its buttons. */
export interface Grantable {
  id: number
  parent: number // 0 at the top
  title: string
  hidden: boolean
  rights: string[] // what it grants by itself
  buttons: GrantableButton[]
}

/** A button that is granted by itself; one that every table has comes without a title. */
export interface GrantableButton {
  code: string
  title?: string
  rights: string[]
}
