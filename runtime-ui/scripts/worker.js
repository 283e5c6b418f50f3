// Opens the app without a network. The build fills in its name and its files and
// serves this as /sw.js; a new build takes over at once, and the files of the one
// before stay for pages that are still open.
/* global self, caches, fetch, Request, URL, clients */

const build = '__BUILD__'
const files = __FILES__
const prefix = 'build-'
const generations = 2 // whose files are kept

self.addEventListener('install', (event) => {
  event.waitUntil(store())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => stored('/')))
  else if (pathname.startsWith('/api/i18n/')) event.respondWith(newest(request))
  else if (files.includes(pathname)) event.respondWith(keptOrFetched(request))
})

/** The page only answers who asks for a page. */
async function store() {
  const page = new Request('/', { headers: { Accept: 'text/html' } })
  const cache = await caches.open(prefix + build)
  await cache.addAll([page, ...files])
  await self.skipWaiting()
}

async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(names.slice(0, -generations).map((name) => caches.delete(name)))
  await clients.claim()
}

/** Without a network and without a copy the browser says so in its own words. */
async function stored(request) {
  return (await caches.match(request)) ?? Response.error()
}

async function keptOrFetched(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** Texts change without a build, so the network comes first. */
async function newest(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(prefix + build)).put(request, answer.clone())
    return answer
  } catch {
    return stored(request)
  }
}
