/**
 * True when this browser lets the site keep cookies and local storage. Without them nobody can stay
 * signed in, and merely asking for the storage throws.
 */
export function siteDataWorks(): boolean {
  try {
    return navigator.cookieEnabled && localStorage.length >= 0
  } catch {
    return false
  }
}
