import { firmwareOf, OWN_CALLS } from '@lintel/contract/firmware'
import { FIXTURES } from '@lintel/contract/testing/console-routes'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import shell from '../../../../messages/shell/en.json'
import storage from '../../../../messages/storage/en.json'
import { firmware } from '../../../app/firmware.ts'
import { pages } from '../../../app/pages.ts'
import { capabilitiesQuery, parametersQuery } from '../../../app/queries.ts'
import { queryClient } from '../../../app/query-client.ts'
import { history } from '../../../app/routing/history.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { me } from '../../../app/session/me.ts'
import { GONE_RETRY } from '../../../app/timing.ts'
import { sequences } from '../running-sequence.ts'

/** Lets this many milliseconds of the page's time pass, and what follows from them happen. */
export async function later(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  // What was read may make parts of the page read more.
  for (let times = 0; times < 3; times += 1) await act(() => vi.advanceTimersByTimeAsync(1))
}

/**
 * Shows a page of the storage to an administrator, as the console of a product does. It needs the
 * fake clock of vitest.
 */
export async function showStorage(
  element: ReactNode,
  { product = 'A8307-E', at = '/storage' } = {},
): Promise<void> {
  const { type = '', sdCard } = FIXTURES.find(({ number }) => number === product) ?? {}
  const values = new Map([
    ['root.Brand.ProdType', type],
    ['root.Brand.ProdNbr', product],
    ['root.Storage.S0.DiskID', sdCard ? 'SD_DISK' : 'NetworkShare'],
    [OWN_CALLS, '1.0'],
  ])
  firmware.set(firmwareOf(values))
  me.set({ user: 'root', groups: ['admin'] })
  queryClient.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  queryClient.setQueryData(capabilitiesQuery.queryKey, {})
  history.navigate(at, { force: true })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        {element}
        <ToastRegion />
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, storage],
  )
  await later()
}

/** Puts back what a test of the storage leaves behind, once its sequence has ended. */
export async function leaveStorage(): Promise<void> {
  cleanup()
  for (let left = 60; left > 0 && sequences.state.get()?.phase === 'running'; left -= 1) {
    await vi.advanceTimersByTimeAsync(1_000)
  }
  await vi.advanceTimersByTimeAsync(GONE_RETRY)
  sequences.dismiss()
  sessionStorage.clear()
  queryClient.clear()
  me.set(undefined)
  firmware.set(firmwareOf(new Map()))
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** Reads again what the device tells, as after its event. */
export async function told(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['storage'] })
  await later()
}

/** The text of the page. */
export const page = () => document.body.textContent

/** The texts of its warnings. */
export const alerts = () =>
  Array.from(document.querySelectorAll('[role="alert"]'), ({ textContent }) => textContent)

/** The dialog that is open. */
export const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')

/** The button of this name, in the open dialog if there is one. */
export function button(name: string): HTMLButtonElement {
  // Looking for roles takes long.
  const all = Array.from((dialog() ?? document).querySelectorAll('button'))
  const found = all.findLast((one) =>
    [one.textContent, one.getAttribute('aria-label')].includes(name),
  )
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Presses a button by its name. */
export async function press(name: string): Promise<void> {
  fireEvent.click(button(name))
  await later()
}

/** A control of the page by its field: `format`. */
export const control = (field: string) =>
  document.querySelector<HTMLButtonElement | HTMLInputElement>(`[data-field="${field}"]`)

/** Whether a switch is on. */
export function isOn(field: string): boolean {
  const found = control(field)
  return found instanceof HTMLInputElement && found.checked
}

/** Presses a control of the page. */
export async function operate(field: string): Promise<void> {
  const found = control(field)
  if (!found) throw new Error(`there is no ${field}`)
  fireEvent.click(found)
  await later()
}

/** Types into a field, or chooses one of its options. */
export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, select' }), {
    target: { value },
  })
}
