import type { ChangedArea } from '@lintel/contract/events'
import { firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, within } from '@testing-library/react'
import { vi } from 'vitest'
import audioclips from '../../../../messages/audioclips/en.json'
import files from '../../../../messages/files/en.json'
import shell from '../../../../messages/shell/en.json'
import { firmware } from '../../../app/firmware.ts'
import { pages } from '../../../app/pages.ts'
import { queryClient } from '../../../app/query-client.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { me } from '../../../app/session/me.ts'
import { AudioclipsPage } from '../audioclips-page.tsx'

/** Lets this many milliseconds of the page's time pass, and what follows from them happen. */
export async function later(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  // What was read may make parts of the page read more.
  for (let times = 0; times < 3; times += 1) await act(() => vi.advanceTimersByTimeAsync(1))
}

/** Shows the page of clips to an administrator. It needs the fake clock of vitest. */
export async function showClips({ ownCalls = true } = {}): Promise<void> {
  firmware.set(firmwareOf(new Map(ownCalls ? [[OWN_CALLS, '1.0']] : [])))
  me.set({ user: 'root', groups: ['admin'] })
  const window = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => window)
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        <AudioclipsPage />
        <ToastRegion />
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, audioclips, files],
  )
  await later()
}

/** Puts back what a test of the page leaves behind. */
export async function leaveClips(): Promise<void> {
  cleanup()
  await vi.advanceTimersByTimeAsync(1_000)
  queryClient.clear()
  me.set(undefined)
  firmware.set(firmwareOf(new Map()))
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** Reads again what the device tells, as after its event. */
export async function told(area: ChangedArea = 'parameters'): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: [area] })
  await later()
}

export const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')

/** The page, or the open dialog in front of it. */
export const front = () => within(dialog() ?? document.body)

/** The names of the buttons and links of a clip, those that can't be pressed in brackets. */
export function actionsOf(clip: string): string[] {
  const row = Array.from(document.querySelectorAll('tbody tr')).find((one) =>
    one.querySelector('td')?.textContent.startsWith(clip),
  )
  return Array.from(row?.querySelectorAll('button, a') ?? [], (one) => {
    const name = one.getAttribute('aria-label') ?? ''
    return one.hasAttribute('disabled') ? `(${name})` : name
  })
}

/** Presses a button by its name, in the open dialog if there is one. */
export async function press(name: string): Promise<void> {
  const all = Array.from((dialog() ?? document).querySelectorAll('button'))
  const found = all.findLast(
    (one) =>
      [one.textContent, one.getAttribute('aria-label')].includes(name) && !one.closest('[hidden]'),
  )
  if (!found) throw new Error(`there is no ${name}`)
  fireEvent.click(found)
  await later()
}

/** Types into a field. */
export function fill(label: string, value: string): void {
  fireEvent.change(front().getByLabelText(label, { selector: 'input' }), { target: { value } })
}

/** Chooses a file of this computer. */
export async function choose(file: File): Promise<void> {
  const input = dialog()?.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no file to choose')
  fireEvent.change(input, { target: { files: [file] } })
  await later()
}

export const alerts = () =>
  Array.from(document.querySelectorAll('[role="alert"]'), ({ textContent }) => textContent)

/** The text of the page. */
export const page = () => document.body.textContent
