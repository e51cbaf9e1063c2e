import type { Capabilities } from '@lintel/contract/capabilities'
import { READER } from '@lintel/contract/products/parts'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import reader from '../../../../messages/reader/en.json'
import shell from '../../../../messages/shell/en.json'
import { pages } from '../../../app/pages.ts'
import { capabilitiesQuery, parametersQuery } from '../../../app/queries.ts'
import { queryClient } from '../../../app/query-client.ts'
import { history, ParamsContext } from '../../../app/routing/history.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { me } from '../../../app/session/me.ts'
import { setAdvancedSetup } from '../advanced-setup.ts'

/** Shows a page of the reader to an administrator, as the console of an A8307-E does. */
export function showReader(
  element: ReactNode,
  options: {
    at?: string
    params?: Readonly<Record<string, string>>
    capabilities?: Partial<Capabilities>
  } = {},
): void {
  const { at = '/reader/protocol', params = {}, capabilities = READER } = options
  const values = new Map([
    ['root.Brand.ProdType', 'Network Video Door Station'],
    ['root.Brand.ProdNbr', 'A8307-E'],
  ])
  me.set({ user: 'root', groups: ['admin'] })
  queryClient.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  queryClient.setQueryData(capabilitiesQuery.queryKey, capabilities)
  history.navigate(at, { force: true })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        <ParamsContext value={params}>
          {element}
          <ToastRegion />
        </ParamsContext>
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, reader],
  )
}

/** Puts back what a test of the reader leaves behind. */
export function leaveReader(): void {
  cleanup()
  queryClient.clear()
  me.set(undefined)
  setAdvancedSetup(false)
  vi.unstubAllGlobals()
}

const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')

/** The page, or the open dialog in front of it. */
export const front = () => within(dialog() ?? document.body)

export const isDialogOpen = () => dialog() !== null

/** Types into a field, or chooses one of its options. */
export function fill(label: string, value: string): void {
  fireEvent.change(front().getByLabelText(label, { selector: 'input, select' }), {
    target: { value },
  })
}

/** Presses a button or switch by its name. */
export function press(name: string): void {
  const all = Array.from((dialog() ?? document).querySelectorAll<HTMLElement>('button, input'))
  const found = all.findLast(
    (one) =>
      [one.textContent, one.getAttribute('aria-label')].includes(name) ||
      (one instanceof HTMLInputElement && one.labels?.[0]?.textContent === name),
  )
  if (!found) throw new Error(`there is no ${name}`)
  fireEvent.click(found)
}

/** The names of the fields that are shown. */
export const fields = () =>
  Array.from(document.querySelectorAll('main [name], form [name]'), (one) =>
    one.getAttribute('name'),
  ).filter((name) => name !== 'items')

/** The options of a choice. */
export const optionsOf = (label: string) =>
  Array.from(
    front().getByLabelText<HTMLSelectElement>(label, { selector: 'select' }).options,
    ({ text }) => text,
  )
