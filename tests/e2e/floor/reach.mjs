// What a hand in a glove needs of a small screen.
import { equal } from '../shell/expect.mjs'
import { pause } from '../stage.mjs'

const finger = 44 // px

/** On the smallest handheld the refusal and the field are in view, and nothing is too small to touch. */
export async function reachOnSmallScreen({ page }) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 568 })
  await pause(300) // it is drawn anew
  const found = await page.evaluate((least) => {
    const box = (element) => element.getBoundingClientRect()
    const outside = ['.station-refusal', '.station-entry'].filter((name) => {
      const { top, bottom } = box(document.querySelector(name))
      return top < 0 || bottom > innerHeight
    })
    const shown = [...document.querySelectorAll('.station button, .station input')]
    const small = shown.filter((one) => box(one).height < least || box(one).width < least)
    return [...outside, ...small.map((one) => `${one.ariaLabel ?? one.textContent} is too small`)]
  }, finger)
  await page.setViewportSize(before)
  equal(found, [])
}
