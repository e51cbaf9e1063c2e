/** The form that encrypts the card, and the dialog that changes its passphrase. */
import { screen } from '@testing-library/react'
import * as properties from '@lintel/contract/calls/disk-properties'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '../../app/routing/history.ts'
import { EncryptPage } from './encrypt-page.tsx'
import { StoragePage } from './storage-page.tsx'
import { cardWith, fakeDisks, jobWith } from './testing/fake-disks.ts'
import type { FakeDisks } from './testing/fake-disks.ts'
import {
  button,
  dialog,
  fill,
  later,
  leaveStorage,
  operate,
  page,
  press,
  showStorage,
  told,
} from './testing/render-storage.tsx'

let device: FakeDisks
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeDisks()
})
afterEach(leaveStorage)

const showForm = () => showStorage(<EncryptPage />, { at: '/storage/encrypt' })

function type(passphrase: string, repeat = passphrase): void {
  fill('Passphrase', passphrase)
  fill('Repeat passphrase', repeat)
}

test.each([
  ['', '', 'Fill this in'],
  ['open', 'sesame', 'don’t match'],
  ['x'.repeat(513), 'x'.repeat(513), '512'],
])(
  'a passphrase is required, at most 512 characters long, and typed twice (OPEN-89, STORAGE-37)',
  async (typed, repeat, problem) => {
    await showForm()
    type(typed, repeat)
    await press('Encrypt')
    expect(page().replaceAll("'", '’')).toContain(problem)
    await later(10_000)
    expect(device.sent).toEqual([])
    expect(history.path.get()).toBe('/storage/encrypt')
  },
)

test('the passphrase is sent once, in the query of its call, and kept nowhere (DEVICE-105, STORAGE-33, OPEN-86)', async () => {
  const kept: string[] = []
  await showForm()
  type('open & sesame')
  fill('File system', 'vfat')
  await press('Encrypt')
  for (let seconds = 0; seconds < 10; seconds += 1) {
    kept.push(JSON.stringify(Object.entries(sessionStorage)))
    await later(1_000)
  }
  expect(device.sent).toEqual([
    'mount action=unmount&diskid=SD_DISK',
    'properties/enablediskencryption schemaversion=1&diskid=SD_DISK&passphrase=open+&+sesame',
    'format diskid=SD_DISK&filesystem=vfat',
    'mount action=mount&diskid=SD_DISK',
  ])
  expect(history.path.get()).toBe('/storage')
  expect(kept.join(' ')).toContain('"step\\":2')
  expect(kept.join(' ')).not.toContain('sesame')
  expect(location.href).not.toContain('sesame')
})

test('Cancel goes back, and nothing is sent (STORAGE-05)', async () => {
  await showForm()
  type('open sesame')
  await press('Cancel')
  expect(history.path.get()).toBe('/storage')
  expect(device.sent).toEqual([])
})

test.each([[{ requiredfssupported: false }], [{ encryptionsupported: false }]])(
  'a device with %o says that it can’t encrypt (STORAGE-32)',
  async (more) => {
    device.capabilities = { ...device.capabilities, ...more }
    await showForm()
    expect(page()).toContain("This device can't encrypt SD cards.")
    expect(screen.queryByLabelText('Repeat passphrase')).toBeNull()
  },
)

test('what is typed stays while the card is away, protected or busy, and can’t be sent (STORAGE-25)', async () => {
  await showForm()
  type('open sesame')
  const blocked = () => button('Encrypt').hasAttribute('disabled')
  expect(blocked()).toBe(false)
  device.card = cardWith({ locked: true })
  await told()
  expect([page().includes('Switch write protection off'), blocked()]).toEqual([true, true])
  device.card = cardWith({ status: 'disconnected' })
  await told()
  expect([page().includes('There is no SD card'), blocked()]).toEqual([true, true])
  device.card = cardWith()
  device.lastJobs = [jobWith({ progress: 10 })]
  await told()
  expect([page().includes('A job is running on the card.'), blocked()]).toEqual([true, true])
  device.lastJobs = []
  await told()
  expect(blocked()).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Repeat passphrase').value).toBe('open sesame')
})

async function changeTo(passphrase: string, old: string): Promise<void> {
  fill('Old passphrase', old)
  fill('New passphrase', passphrase)
  fill('Repeat passphrase', passphrase)
  await press('Change passphrase')
}

test('a wrong old passphrase is told in its field, any other failure in the form (STORAGE-35, STORAGE-36, DEVICE-105)', async () => {
  device.card = cardWith({ diskencrypted: true })
  await showStorage(<StoragePage />)
  await operate('passphrase')
  await changeTo('new', '')
  expect(dialog()?.textContent).toContain('Fill this in')
  expect(device.sent).toEqual([])
  const { refuse = () => '' } = properties.changeDiskPassphrase.format
  device.answers['properties/changediskpassphrase'] = refuse('Wrong.', ['130'])
  await changeTo('new', 'old')
  expect(device.sent).toEqual([
    'properties/changediskpassphrase schemaversion=1&diskid=SD_DISK&newpassphrase=new&oldpassphrase=old',
  ])
  expect(dialog()?.textContent).toContain('This is not the old passphrase.')
  device.answers['properties/changediskpassphrase'] = refuse('The card is busy.', ['10'])
  await press('Change passphrase')
  expect(dialog()?.textContent).not.toContain('This is not the old passphrase.')
  expect(dialog()?.textContent).toContain('The card is busy.')
  device.answers = {}
  await press('Change passphrase')
  expect(dialog()).toBeNull()
  expect(page()).toContain('The passphrase is changed.')
})
