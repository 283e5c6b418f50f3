/** Looking at the product as a role; nothing can be changed while it lasts. */
export interface Previews {
  /** The owner is whose rows are seen, for a role whose users belong to one. */
  start: (role: number, owner: number | undefined, writeKey: string) => Promise<void>
  end: (writeKey: string) => Promise<void>
}

/** The role that is looked as. */
export interface Preview {
  role: number
  name: string
  userType: string
  owner?: string
}
