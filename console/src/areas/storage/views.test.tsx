/** What the storage page says in each state of a disk. */
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import storage from '../../../messages/storage/en.json'
import { capabilitiesQuery, parametersQuery } from '../../app/queries.ts'
import { me } from '../../app/session/me.ts'
import { CardTab } from './card-tab.tsx'
import { CardTools } from './card-tools.tsx'
import { DiskCard } from './disk-card.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { cardCapabilitiesQuery, jobsQuery } from './queries.ts'
import { sequences } from './running-sequence.ts'
import { JobFailed } from './sequence.ts'
import { SequenceFailed } from './sequence-failed.tsx'
import { ShareTools } from './share-tools.tsx'
import { cardWith, SHARE } from './testing/fake-disks.ts'

const CARD = cardWith()

function show(element: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(jobsQuery.queryKey, [])
  client.setQueryData(parametersQuery('admin').queryKey, {
    values: new Map([['root.Brand.ProdType', 'Network Speaker']]),
    missing: [],
  })
  client.setQueryData(capabilitiesQuery.queryKey, {})
  client.setQueryData(cardCapabilitiesQuery.queryKey, {
    diskid: SD_CARD,
    encryptionsupported: true,
    requiredfssupported: true,
    filesystems: ['ext4', 'vfat'],
  })
  me.set({ user: 'root', groups: ['admin'] })
  renderWithMessages(<QueryClientProvider client={client}>{element}</QueryClientProvider>, 'en', [
    storage,
  ])
}

afterEach(() => {
  me.set(undefined)
  act(() => sequences.state.set(undefined))
})

test.each([
  ['failed', 'ext4', /Check it, and repair it/],
  ['failed', 'vfat', /To use the card here, format it/],
  ['on fire', 'ext4', /The device reports: on fire/],
])('a card that is %s with %s comes with what helps (STORAGE-48)', (status, filesystem, said) => {
  show(<CardTab card={{ ...CARD, status, filesystem }} />)
  expect(screen.getByRole('alert').textContent).toMatch(said)
})

test('why a job failed is told once, and has the focus (STORAGE-27, STORAGE-75)', () => {
  sequences.state.set({
    name: 'check',
    diskid: SD_CARD,
    phase: 'failed',
    step: 'check',
    percent: 33,
    fault: new JobFailed('It is damaged.'),
  })
  show(
    <>
      <SequenceFailed />
      <CardTab card={{ ...CARD, status: 'failed' }} />
    </>,
  )
  const failure = screen.getByRole('alert')
  expect(failure.textContent).toContain('It is damaged.')
  expect(document.activeElement).toBe(failure)
})

test.each([
  ['check', SD_CARD, /remove the card/],
  ['erase', NETWORK_SHARE, /the device or the server/],
] as const)('during %s of %s, people are told what not to do', (name, diskid, said) => {
  sequences.state.set({ name, diskid, phase: 'running', step: 'check', percent: 0 })
  show(<ProgressDialog />)
  expect(screen.getByRole('dialog').textContent).toMatch(said)
})

test('when a sequence has ended, Close has the focus (STORAGE-44, STORAGE-45)', async () => {
  const state = { name: 'check', diskid: SD_CARD, step: 'mount' } as const
  sequences.state.set({ ...state, phase: 'running', percent: 90 })
  show(<ProgressDialog />)
  expect(screen.queryByRole('button')).toBeNull()
  const said = screen.getByRole('status')
  act(() => sequences.state.set({ ...state, phase: 'done', percent: 100 }))
  // The same element: what appears with its text is not read out.
  expect(screen.getByRole('status')).toBe(said)
  expect(said.textContent).toMatch(/The check has finished/)
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Close' }).at(-1))
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a full disk is a warning', () => {
  show(<DiskCard disk={{ ...CARD, full: true }} title="SD card" />)
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.')
})

test('tools that are off say why (STORAGE-25)', () => {
  show(
    <>
      <CardTools card={{ ...CARD, locked: true }} />
      <CardTools card={{ ...CARD, diskencrypted: true, status: 'connected' }} />
      <ShareTools share={SHARE} disk={{ ...CARD, locked: true }} />
      <ShareTools share={SHARE} disk={{ ...CARD, status: 'connected' }} />
    </>,
  )
  for (const reason of [
    'Switch write protection off to use the tools.',
    'Switch write protection off to change the encryption.',
    'Mount the card to change its passphrase.',
    'Switch write protection off to erase the data.',
    'Mount the share to erase its data.',
  ]) {
    expect(screen.getByText(reason)).toBeTruthy()
  }
  const erase = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Erase' })
  expect(erase.map(({ disabled }) => disabled)).toEqual([true, true])
})

test('each passphrase has a button of its own name that shows it', () => {
  show(<PassphraseDialog onClose={() => undefined} />)
  for (const which of ['old', 'new', 'repeated']) {
    expect(screen.getByRole('button', { name: `Show ${which} passphrase` })).toBeTruthy()
  }
})
