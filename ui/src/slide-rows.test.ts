import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slideRows } from './slide-rows.ts'

let list: HTMLElement
let end: () => void
/** What has moved: its text and from where. */
let moved: [text: string, start: unknown][]

beforeEach(() => {
  moved = []
  list = document.createElement('ol')
  list.append(...['a', 'b', 'c'].map(row))
  document.body.append(list)
  end = slideRows(list)
})
afterEach(() => {
  end()
  list.remove()
})

/** A row, 20 px high. */
function row(text: string): HTMLElement {
  const element = document.createElement('li')
  element.textContent = text
  Object.defineProperty(element, 'offsetTop', {
    get: () => 20 * Array.from(list.children).indexOf(element),
  })
  element.animate = (frames) => {
    moved.push([text, (frames as Keyframe[])[0]])
    return {} as Animation
  }
  return element
}

test('a new row fades in, and those below it slide', async () => {
  list.children[1]?.before(row('new'))
  await expect.poll(() => moved).toHaveLength(3)
  expect(moved).toEqual([
    ['new', { opacity: 0 }],
    ['b', { translate: '0 -20px' }],
    ['c', { translate: '0 -20px' }],
  ])
})

test('the rows below one that is removed slide up', async () => {
  list.firstElementChild?.remove()
  await expect.poll(() => moved).toHaveLength(2)
  expect(moved[0]).toEqual(['b', { translate: '0 20px' }])
})

test('nothing moves for those who want no motion, or after the end', async () => {
  const still = vi
    .spyOn(globalThis, 'matchMedia')
    .mockReturnValue({ matches: true } as MediaQueryList)
  list.firstElementChild?.remove()
  await expect.poll(() => still.mock.calls).toEqual([['(prefers-reduced-motion: reduce)']])
  still.mockRestore()
  list.firstElementChild?.remove()
  end()
  await new Promise(requestAnimationFrame)
  expect(moved).toEqual([])
})
