/** Two sites share this app: addresses under /user are the portal's, all others the back office's. */
const marker = 'user'

export const portal = location.pathname.split('/')[1] === marker

/** Where the other site begins. */
export const otherSite = portal ? '/' : `/${marker}/`

/** What stands before every route of this site. */
export const basePath = portal ? `/${marker}` : '/'

/** A page of this site as a link names it: a browser may open it in a tab of its own. */
export const hrefOf = (path: string) => `${basePath.replace(/\/$/, '')}${path}`
