// What must hold of a page; each throws when it does not.

export function equal(actual, expected) {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== wanted) throw new Error(`is ${is}, not ${wanted}`)
}

/** Waits until the page is at an address, query and all. */
export async function at(page, address) {
  await page
    .waitForURL((url) => url.pathname + url.search === address)
    .catch(() => {
      throw new Error(`is at ${page.url()}, not ${address}`)
    })
}

/** A cookie's value; undefined when it is not set. */
export async function cookie(page, name) {
  const found = (await page.context().cookies()).find((one) => one.name === name)
  return found === undefined ? undefined : decodeURIComponent(found.value)
}

/** Waits until something reads as expected. */
export async function becomes(read, expected) {
  for (let tries = 0; tries < 450; tries++) {
    if (JSON.stringify(await read()) === JSON.stringify(expected)) return
    await new Promise((done) => setTimeout(done, 100))
  }
  equal(await read(), expected)
}
