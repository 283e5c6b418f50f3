import { siteDataWorks } from '../data/siteData'

const stored = 'trial'
const param = 'try'

/**
 * The change set under which this tab shows the product, as its first address said (`?try=5`);
 * undefined for the release in force. A browser that keeps nothing for this site shows that only,
 * and says on the login page what is missing.
 */
export function trialOf(address: URL = new URL(location.href)): number | undefined {
  if (!siteDataWorks()) return undefined
  const asked = address.searchParams.get(param)
  if (asked !== null) sessionStorage.setItem(stored, asked)
  const change = Number(sessionStorage.getItem(stored) ?? '')
  return Number.isSafeInteger(change) && change > 0 ? change : undefined
}

/** Opens the product in a tab of its own as under a change set. */
export function openTrial(change: number, base: string) {
  open(`${base}?${param}=${change}`, '_blank', 'noopener')
}

/** Shows the release in force again. */
export function endTrial(base: string) {
  sessionStorage.removeItem(stored)
  location.assign(base)
}
