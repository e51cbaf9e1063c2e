import { firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import storage from '../../../../messages/storage/en.json'
import { firmware } from '../../../app/firmware.ts'
import { queryClient } from '../../../app/query-client.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { deletePicture } from './queries.ts'

const ID = 'SD_DISK/pictures/20261123/140509123.jpg'
const JPEG = new Uint8Array([0xff, 0xd8, 1, 2, 3])
const TIME = '23 Nov 2026, 15:05:09'

/** The device's answers, by method. */
let answers: Record<string, () => Response>
let requests: string[]

beforeEach(() => {
  firmware.set(firmwareOf(new Map([[OWN_CALLS, '1.0']])))
  queryClient.clear()
  requests = []
  answers = { GET: () => new Response(JPEG) }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (!url.startsWith('/lintel/pictures/')) return new Response('{}')
    requests.push(`${method} ${decodeURIComponent(url)}`)
    return answers[method]?.() ?? new Response('{}')
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refused = (status: number, message: string) => () =>
  Response.json({ error: { code: 1, message } }, { status })

function show() {
  const picture = { id: ID, version: '5', diskid: 'SD_DISK', taken: '', size: 5 }
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PictureDialog picture={picture} time={TIME} onDelete={() => {}} onClose={() => {}} />
    </QueryClientProvider>,
    'en',
    [storage],
  )
}

test('a picture is shown, and can be downloaded', async () => {
  show()
  const image = await screen.findByRole('img', { name: `Picture from ${TIME}` })
  expect(image.getAttribute('src')).toBe('blob:picture')
  const link = screen.getByRole('link', { name: 'Download picture' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/lintel/pictures/file?id=${ID}`)
  expect(link.getAttribute('download')).not.toBeNull()
  expect(requests).toEqual([`GET /lintel/pictures/file?id=${ID}`])
})

test('a picture that the browser cannot show is called that', async () => {
  show()
  fireEvent.error(await screen.findByRole('img'))
  expect(screen.getByRole('alert').textContent).toContain("The browser can't show this picture.")
})

test.each([
  [404, 'There is no such picture.', 'The picture is no longer on the disk.'],
  [400, 'The disk is not mounted.', 'The device refused: The disk is not mounted.'],
])(
  'a picture that is refused with %i says why, and can be read again',
  async (status, why, text) => {
    answers['GET'] = refused(status, why)
    show()
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    answers['GET'] = () => new Response(JPEG)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img')).toBeTruthy()
  },
)

test('a deletion whose answer was lost counts if the picture is gone', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  answers = { DELETE: lost, GET: refused(404, 'There is no such picture.') }
  await deletePicture(ID)
  answers['GET'] = () => new Response(JPEG)
  await expect(deletePicture(ID)).rejects.toMatchObject({ kind: 'unreachable' })
  answers = { DELETE: refused(400, 'The disk is write protected.'), GET: answers['GET'] }
  await expect(deletePicture(ID)).rejects.toMatchObject({
    kind: 'refused',
    message: 'The disk is write protected.',
  })
})
