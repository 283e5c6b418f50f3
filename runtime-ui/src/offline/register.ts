/**
 * Makes this browser keep the app, so that it opens without a network. Browsers allow it over HTTPS
 * only; a device that cannot keep it works on as long as its page is open.
 */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
