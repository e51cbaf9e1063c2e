import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import english from '../../../messages/phonebook/en.json'
import { useAvailability } from './availability-field.tsx'

afterEach(cleanup)

const When = ({ ids }: { ids: string[] }) => <p>{useAvailability()(ids)}</p>

function shown(ids: string[], schedules: { id: string; name: string }[] | undefined): string {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  if (schedules) client.setQueryData(['schedules'], schedules)
  renderWithMessages(
    <QueryClientProvider client={client}>
      <When ids={ids} />
    </QueryClientProvider>,
    'en',
    [english],
  )
  const text = screen.getByRole('paragraph').textContent
  cleanup()
  return text
}

test('a schedule that the device does not have is marked, once its schedules are known', () => {
  const office = { id: 'office', name: 'Office hours' }
  expect(shown([], [office])).toBe('Always')
  expect(shown(['office', 'night'], [office])).toBe(
    'Office hours, night (no such schedule, so never active)',
  )
  expect(shown(['night'], [])).toBe('night (no such schedule, so never active)')
  expect(shown(['office', 'night'], undefined)).toBe('office, night')
})
