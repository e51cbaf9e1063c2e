import { expect, test } from '../fixture.ts'

test.use({ product: 'A1601' })

test('a door controller has neither picture nor sound on its overview', async ({ page, open }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await open('/')
  const panel = page.getByRole('region', { name: 'This device' })
  await expect(panel.getByText('Serial number')).toBeVisible()
  await expect(page.locator('main canvas')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Identify speaker' })).toHaveCount(0)
  expect(requests.filter((path) => /mjpg|audiorelay|axast|audioSite/.test(path))).toEqual([])
})

test('a door controller shows neither player nor camera settings', async ({ rig }) => {
  for (const path of ['/local-player/', '/audio-manager/', '/aca/index.html']) {
    expect((await fetch(rig.addresses.http + path)).status).toBe(404)
  }
})
