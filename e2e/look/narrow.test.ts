/** What a phone, or a window of a small laptop, has room for. */
import { expect, test } from '../fixture.ts'
import { speak } from '../rig/language.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an arrow says that there are more tabs than fit', async ({ page, open }) => {
    await open('/events')
    const tabs = page.getByRole('main').locator('nav', { hasText: 'Recipients' })
    const arrows = () =>
      tabs.evaluate(({ parentElement: place }) =>
        place
          ? ['::before', '::after'].map((at) => getComputedStyle(place, at).content !== 'none')
          : [],
      )
    await expect.poll(arrows).toEqual([false, true])
    await tabs.getByRole('link', { name: 'Manual trigger' }).click()
    await expect.poll(arrows).toEqual([true, false])
  })

  test('the arrow of a sorted column stays on the line of its title', async ({
    page,
    open,
    rig,
  }) => {
    await speak(rig, 'German')
    await open('/phonebook')
    const sorted = page.getByRole('button', { name: 'Kurzwahl' })
    await expect(sorted).toBeVisible()
    const distance = await sorted.evaluate((button) => {
      const text = document.createRange()
      text.selectNodeContents(button.firstChild ?? button)
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2
      const arrow = button.querySelector('svg')?.getBoundingClientRect()
      return arrow ? Math.abs(middle(arrow) - middle(text.getBoundingClientRect())) : Infinity
    })
    expect(distance).toBeLessThan(6)
  })

  test.describe('with the longest names', () => {
    test.use({ state: 'busy' })

    test('lists of the phonebook keep their links to edit in sight', async ({ page, open }) => {
      await open('/phonebook')
      await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible()
      const tables = page.getByRole('main').getByRole('table')
      const over = await tables.evaluateAll((all) =>
        all.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
      )
      expect(Math.max(...over)).toBeLessThanOrEqual(0)
    })
  })
})

test.describe('in a window of 1,360 px', () => {
  test.use({ viewport: { width: 1360, height: 850 }, reuse: 'device' })

  test('what is said about a field has room on a line', async ({ page, open }) => {
    await open('/ioPorts/edit/I2')
    const help = page.getByText('A note about what is connected to this port, and where.')
    expect((await help.boundingBox())?.height).toBeLessThan(20)
  })

  test('what is fixed comes after what can be changed', async ({ page, open }) => {
    const places = async () => {
      const port = page.getByRole('region', { name: 'Port', exact: true })
      const name = await port.getByLabel('Name').boundingBox()
      const direction = await port.getByText('Direction', { exact: true }).boundingBox()
      return (name?.y ?? 0) - (direction?.y ?? 0)
    }
    await open('/ioPorts/edit/I3')
    await expect(page.getByText('Fixed by the hardware.')).toBeVisible()
    expect(await places()).toBeLessThan(0)
    await open('/ioPorts/edit/I2')
    await expect(page.getByRole('heading', { name: 'Edit Output 3' })).toBeVisible()
    expect(await places()).toBeGreaterThan(0)
  })
})
