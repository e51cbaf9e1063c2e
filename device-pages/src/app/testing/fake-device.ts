import { OWN_CALLS } from '@lintel/contract/firmware'
import { onTestFinished, vi } from 'vitest'
import { setFirmware } from '../device.ts'

/** What the device answers: a status alone, or JSON with 200. `lost` breaks the connection. */
type Answer = object | number | 'lost'

/**
 * A device with these answers by method and path, such as `GET /lintel/recipients`. Returns what it
 * was asked for these, in order. Anything else is answered 404 and not recorded: a test of the
 * console before it in the same worker may still be looking for its device.
 */
export function fakeDevice(
  answers: Record<string, (body: Record<string, unknown>) => Answer>,
): [string, Record<string, unknown>][] {
  const asked: [string, Record<string, unknown>][] = []
  setFirmware(new Map([[OWN_CALLS, '1.0']]))
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://device')
    const key = `${init.method ?? 'GET'} ${pathname}`
    const body = (typeof init.body === 'string' ? JSON.parse(init.body) : {}) as Record<
      string,
      unknown
    >
    const answerTo = answers[key]
    if (answerTo === undefined) return Promise.resolve(Response.json({}, { status: 404 }))
    asked.push([key, body])
    const answer = answerTo(body)
    if (answer === 'lost') return Promise.reject(new TypeError('connection closed'))
    return Promise.resolve(
      typeof answer === 'number' ? Response.json({}, { status: answer }) : Response.json(answer),
    )
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    setFirmware(new Map())
  })
  return asked
}
