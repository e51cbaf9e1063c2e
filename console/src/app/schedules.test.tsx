import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSchedules } from './schedules.ts'

const AEV = 'http://www.axis.com/vapix/ws/event1'

/** A response with these schedules, as devices send it. */
const listOf = (...schedules: [id: string, name: string | undefined, calendar?: string][]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:aev="${AEV}"><e:Body><aev:GetScheduledEventsResponse><aev:ScheduledEvents>${schedules
    .map(
      ([id, name, calendar]) =>
        `<aev:ScheduledEvent><aev:EventID>${id}</aev:EventID>${name === undefined ? '' : `<aev:Name>${name}</aev:Name>`}${
          calendar === undefined
            ? ''
            : `<aev:Schedule><aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">${calendar}</aev:ICalendar></aev:Schedule>`
        }</aev:ScheduledEvent>`,
    )
    .join('')}</aev:ScheduledEvents></aev:GetScheduledEventsResponse></e:Body></e:Envelope>`

/** The hook, with a device that sends this response to GetScheduledEvents. */
function opened(answer: () => Response) {
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith('/wsdl/') ? new Response('<definitions/>') : answer(),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result } = renderHook(() => useSchedules(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  return result
}

afterEach(() => vi.unstubAllGlobals())

test('schedules are listed by name in the device’s order, recurrences are not (PHONEBOOK-32, PHONEBOOK-33)', async () => {
  const result = opened(
    () =>
      new Response(
        listOf(
          ['office', 'Office Hours', 'DTSTART:19700101T080000\nDTEND:19700101T180000'],
          ['pulse', 'Each minute', 'DTSTART:19700101T000000\nRRULE:FREQ=MINUTELY'],
          ['day', 'Opening', 'DTSTART;VALUE=DATE:20261224'],
          ['line', 'Lunch', 'DTSTART:20261224T12:00 DTEND:20261224T13:00'],
          ['unknown', undefined],
          ['blank', ' ', 'DTSTART:19700101T080000\nDTEND:19700101T180000'],
        ),
      ),
  )
  expect(result.current).toEqual({ schedules: [], known: false, failed: false })
  await waitFor(() => expect(result.current.schedules).not.toEqual([]))
  expect(result.current).toEqual({
    schedules: [
      { id: 'office', name: 'Office Hours' },
      { id: 'day', name: 'Opening' },
      { id: 'line', name: 'Lunch' },
      { id: 'unknown', name: 'unknown' },
      { id: 'blank', name: 'blank' },
    ],
    known: true,
    failed: false,
  })
})

test('a response that is not valid XML is logged, and a form goes on without schedules (DEVICE-22)', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const result = opened(() => new Response('<aev:GetScheduledEventsResponse>half of'))
  await waitFor(() => expect(result.current.failed).toBe(true))
  expect(result.current).toEqual({ schedules: [], known: false, failed: true })
  expect(warned).toHaveBeenCalledExactlyOnceWith('The answer to schedules.getAll is not valid XML.')
})
