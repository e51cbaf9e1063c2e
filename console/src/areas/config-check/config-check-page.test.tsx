/** What the page offers on a product without a keypad to check. */
import { FIXTURES } from '@lintel/contract/testing/console-routes'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import configCheck from '../../../messages/config-check/en.json'
import shell from '../../../messages/shell/en.json'
import { capabilitiesQuery, parametersQuery } from '../../app/queries.ts'
import { me } from '../../app/session/me.ts'
import { ConfigCheckPage } from './config-check-page.tsx'
import { pinTimeoutQuery } from './queries.ts'

afterEach(() => {
  cleanup()
  me.set(undefined)
})

function showOn(number: string): void {
  const type = FIXTURES.find((one) => one.number === number)?.type ?? ''
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const values = new Map([
    ['root.Brand.ProdType', type],
    ['root.Brand.ProdNbr', number],
  ])
  client.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  client.setQueryData(capabilitiesQuery.queryKey, {})
  client.setQueryData(pinTimeoutQuery.queryKey, { Configuration: { Version: '1' } })
  me.set({ user: 'root', groups: ['admin'] })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <ConfigCheckPage />
    </QueryClientProvider>,
    'en',
    [shell, configCheck],
  )
}

test.each([
  ['A8105-E', 0],
  ['A8307-E', 0],
  ['I8016-LVE', 1],
  ['A8207-VE', 13],
])('%s offers %i keys, and says so if there are none (OPEN-48)', (number, keys) => {
  showOn(number)
  expect(screen.queryAllByRole('button')).toHaveLength(keys)
  const nothing = screen.queryByText('This product has nothing to check.')
  expect(nothing === null).toBe(keys > 0)
  const next = screen.queryByRole('link', { name: 'SIP accounts' })
  expect(next?.getAttribute('href')).toBe(keys > 0 ? undefined : '#/sip/accounts')
})
