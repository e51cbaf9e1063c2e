import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import audio from '../../../../messages/audio/en.json'
import shell from '../../../../messages/shell/en.json'
import { pages } from '../../../app/pages.ts'
import { parametersQuery, timeQuery } from '../../../app/queries.ts'
import { queryClient } from '../../../app/query-client.ts'
import { history } from '../../../app/routing/history.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { paths } from '../../../app/routing/paths.ts'
import { me } from '../../../app/session/me.ts'
import { DOORSTATION } from './fake-audio.ts'

/** Shows a tab of the audio settings, as the console of a doorstation does. */
export function showAudio(
  element: ReactNode,
  groups: readonly string[] = ['admin', 'operator'],
): void {
  me.set({ user: 'root', groups: [...groups] })
  const values = new Map(Object.entries(DOORSTATION))
  queryClient.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  queryClient.setQueryData(timeQuery.queryKey, null)
  history.navigate(paths.audio(), { force: true })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        {element}
        <ToastRegion />
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, audio],
  )
}

/** Puts back what a test leaves behind. */
export function leaveAudio(): void {
  vi.useRealTimers()
  for (const close of screen.queryAllByRole('button', { name: 'Close message', hidden: true })) {
    fireEvent.click(close)
  }
  cleanup()
  queryClient.clear()
  me.set(undefined)
  vi.unstubAllGlobals()
}

export const button = (name: string) => screen.getByRole('button', { name, hidden: true })
export const press = (name: string) => fireEvent.click(button(name))
export const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const slider = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input[type="range"]' })
/** Moves a slider to a place among the values of its definition. */
export const slide = (name: string, place: number) =>
  fireEvent.change(slider(name), { target: { value: String(place) } })
/** A choice whose label has an explanation. */
export const choice = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`), hidden: true })
