import type { Application } from '@lintel/contract/calls/applications'
import { listApplications } from '@lintel/contract/calls/applications'
import { systemReady } from '@lintel/contract/calls/system'
import { firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import files from '../../../../messages/files/en.json'
import services from '../../../../messages/services/en.json'
import shell from '../../../../messages/shell/en.json'
import { firmware } from '../../../app/firmware.ts'
import { pages } from '../../../app/pages.ts'
import { queryClient } from '../../../app/query-client.ts'
import { ParamsContext } from '../../../app/routing/history.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { me } from '../../../app/session/me.ts'

const BELL: Application = {
  name: 'bell',
  applicationId: '4711',
  niceName: 'Bell',
  vendor: 'Example Ltd',
  vendorHomepage: 'https://example.com/bell',
  version: '2.1.0',
  licence: 'None',
  licenceEnds: '',
  running: false,
  configPage: 'local/bell/index.html',
}

/** Stands for the device in `fetch`, with these applications. */
export function fakeApplications(...changes: Partial<Application>[]) {
  const fake = {
    applications: changes.map((change) => ({ ...BELL, ...change })),
    allowed: true,
    /** The address of the vendor's licence kit. */
    licenceKit: '',
    /** The device tells whether it is allowed, and that address, once this settles. */
    ready: Promise.resolve(),
    /** What answers requests that change something; `OK` by default. */
    answers: [] as string[],
    /** Whether answers get lost once the change is made. */
    loses: false,
    oak: { data: { oak: 'ABCD-EFGH-JKLM' } } as object,
    /** What was sent and changes something, in order: `control start bell`. */
    sent: [] as string[],
  }

  function changed(file: string, fields: URLSearchParams): Response {
    const name = fields.get('package') ?? ''
    const action = fields.get('action') ?? ''
    fake.sent.push(`${file} ${action} ${name}`)
    const answer = fake.answers.shift() ?? 'OK\n'
    const found = fake.applications.find((app) => app.name === name)
    if (found && answer.startsWith('OK')) {
      if (action === 'start' || action === 'stop') found.running = action === 'start'
      if (action === 'removelicensekey') Object.assign(found, { licence: 'Missing' })
      if (action === 'remove') fake.applications = fake.applications.filter((app) => app !== found)
    }
    return new Response(answer)
  }

  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://192.0.2.1')
    const text = typeof body === 'string' ? body : ''
    if (pathname === '/lintel/applications') {
      const { allowed, licenceKit } = fake
      return fake.ready.then(() => Response.json({ allowed, largest: 1000, licenceKit }))
    }
    if (pathname === listApplications.path) {
      return Promise.resolve(new Response(listApplications.format.encode(fake.applications)))
    }
    // Whether the device is back.
    if (pathname === systemReady.path) {
      return Promise.resolve(Response.json({ data: { needsetup: 'no', bootid: '1' } }))
    }
    if (pathname.endsWith('/oak.cgi')) return Promise.resolve(Response.json(fake.oak))
    if (pathname.endsWith('/param.cgi')) {
      return Promise.resolve(
        new Response(
          'root.Properties.System.SerialNumber=ACCC8E012345\nroot.RemoteService.Enabled=no\n',
        ),
      )
    }
    const [, file = ''] = /applications\/(\w+)\.cgi$/.exec(pathname) ?? []
    const fields = new URLSearchParams(`${searchParams}&${text}`)
    const answer = changed(file, fields)
    return fake.loses ? Promise.reject(new TypeError('lost')) : Promise.resolve(answer)
  })
  return fake
}

/** Lets this many milliseconds of the page's time pass, and what follows from them happen. */
export async function later(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  for (let times = 0; times < 3; times += 1) await act(() => vi.advanceTimersByTimeAsync(1))
}

/** Shows a page to an administrator. It needs the fake clock of vitest. */
export async function show(page: ReactNode, params: Record<string, string> = {}): Promise<void> {
  firmware.set(firmwareOf(new Map([[OWN_CALLS, '1.0']])))
  me.set({ user: 'root', groups: ['admin'] })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        <ParamsContext value={params}>
          {page}
          <ToastRegion />
        </ParamsContext>
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, services, files],
  )
  await later()
}

/** Puts back what a test of a page leaves behind. */
export async function leave(): Promise<void> {
  cleanup()
  await vi.advanceTimersByTimeAsync(1_000)
  queryClient.clear()
  me.set(undefined)
  firmware.set(firmwareOf(new Map()))
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')

/** The button or link of this name, in the open dialog if there is one. */
export function named(name: string): HTMLElement {
  const all = (dialog() ?? document).querySelectorAll<HTMLElement>('button, a')
  const found = Array.from(all).findLast((one) =>
    [one.textContent, one.getAttribute('aria-label')].includes(name),
  )
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

export async function press(name: string): Promise<void> {
  fireEvent.click(named(name))
  await later()
}

/** The text of the page. */
export const page = () => document.body.textContent
