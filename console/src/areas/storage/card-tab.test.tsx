/** The page of the SD card: what it shows and offers, and what it then asks of the device. */
import type { Disk } from '@lintel/contract/disks'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoragePage } from './storage-page.tsx'
import { cardWith, fakeDisks, jobWith } from './testing/fake-disks.ts'
import type { FakeDisks } from './testing/fake-disks.ts'
import {
  alerts,
  control,
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

const showCard = (more: Partial<Disk> = {}) => {
  device.card = cardWith(more)
  return showStorage(<StoragePage />)
}

/** The tools of the page, those that can't be used in brackets. */
const tools = () =>
  ['check', 'repair', 'format', 'encrypt', 'passphrase', 'decrypt']
    .filter((name) => control(name) !== null)
    .map((name) => (control(name)?.hasAttribute('disabled') ? `(${name})` : name))

test('storage has a header and a tab each for the card and the share (STORAGE-01, STORAGE-02, STORAGE-03)', async () => {
  await showCard()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Storage')
  const tabs = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(tabs.slice(0, 2)).toEqual([
    ['Onboard storage', '#/storage'],
    ['Network storage', '#/storage/network'],
  ])
  // What it shows is the card's.
  expect(screen.getByRole('region', { name: 'SD card' })).toBeDefined()
})

test('a product without a slot has no tab for cards (STORAGE-03, STORAGE-04)', async () => {
  device.card = undefined
  await showStorage(<StoragePage />, { product: 'C1410' })
  expect(page()).toContain('Add network share')
  expect(page()).not.toContain('Onboard storage')
})

describe('the states of a card', () => {
  test.each([
    [
      'foreign',
      { status: 'no passphrase', filesystem: 'illegal' },
      'Another device has encrypted this card.',
      'format it',
    ],
    [
      'wrong',
      { status: 'wrong passphrase', filesystem: 'illegal' },
      'Another device has encrypted this card.',
      'format it',
    ],
    [
      'illegal',
      { status: 'failed', filesystem: 'illegal' },
      "The device can't use the file system of this card.",
      'format it',
    ],
    [
      'plain',
      { status: 'not encrypted' },
      "This card isn't encrypted, but the device encrypts its cards.",
      'Format it',
    ],
  ] as const)(
    'a card that is %s has its warning and can only be formatted (STORAGE-74, STORAGE-49, STORAGE-50)',
    async (_, more, title, next) => {
      await showCard(more)
      const [alert] = alerts()
      expect(alert).toContain(title)
      expect(alert).toContain(next)
      expect(tools()).toEqual(['format'])
      expect(control('mount')).toBeNull()
    },
  )

  test('a card that failed keeps the tools, and the warning has the status (STORAGE-48, OPEN-83, OPEN-116)', async () => {
    await showCard({ status: 'on fire' })
    expect(alerts()).toEqual([
      "The card can't be used. Check it, and repair it if there are errors. The device reports: on fire.",
    ])
    expect(tools()).toEqual(['check', 'repair', 'format', 'encrypt'])
  })

  test.each([
    [{ status: 'failed' }],
    [{ status: 'failed', filesystem: 'illegal' }],
    [{ status: 'no passphrase', filesystem: 'illegal' }],
  ])(
    'what the device said about a card with %o stands in place of the warning (STORAGE-75)',
    async (more) => {
      device.lastJobs = [jobWith({ result: 'ERROR', description: 'The superblock is gone.' })]
      await showCard(more)
      expect(alerts()[0]).toMatch(/The superblock is gone\.$/)
      device.lastJobs = [
        jobWith({ diskid: 'NetworkShare', result: 'ERROR', description: 'No route.' }),
      ]
      await told()
      expect(alerts()[0]).not.toMatch(/gone|route/)
      device.lastJobs = [jobWith({ description: 'Nothing was wrong.' })]
      await told()
      expect(alerts()[0]).not.toMatch(/gone|wrong/)
    },
  )

  test('a card that is full says so', async () => {
    await showCard({ full: true, freesize: 4 })
    expect(alerts()[0]).toContain('The disk is full.')
    expect(page()).toContain('0.4% of 1 MB free')
  })

  test('a card that can only be read says so', async () => {
    await showCard()
    expect(page()).not.toContain('Read only')
    device.card = cardWith({ readonly: true })
    await told()
    expect(page()).toContain('Read only')
  })

  test('with ext4 there are check and repair, with vfat there are not (FIX-20, STORAGE-17, STORAGE-18)', async () => {
    await showCard()
    expect(tools()).toEqual(['check', 'repair', 'format', 'encrypt'])
    device.card = cardWith({ filesystem: 'vfat' })
    await told()
    expect(tools()).toEqual(['format', 'encrypt'])
    device.card = cardWith({ filesystem: 'illegal', status: 'failed' })
    await told()
    expect(tools()).toEqual(['format'])
  })

  test('a card that is away or not mounted says so (STORAGE-46, STORAGE-47)', async () => {
    await showCard({ status: 'connected', totalsize: 0, freesize: 0 })
    expect(control('mount')?.textContent).toBe('Mount')
    expect(page()).toContain('Not mounted')
    expect(page()).not.toContain('free')
    await operate('mount')
    await later(5_000)
    expect(device.sent).toEqual(['mount action=mount&diskid=SD_DISK'])
    await press('Close')
    device.card = cardWith({ status: 'disconnected' })
    await told()
    expect(page()).toContain('There is no SD card in the device.')
    expect(tools()).toEqual([])
  })

  test('an encrypted card is decrypted or gets another passphrase (STORAGE-51)', async () => {
    await showCard({ diskencrypted: true })
    expect(tools()).toEqual(['check', 'repair', 'format', 'passphrase', 'decrypt'])
    device.card = cardWith({ diskencrypted: true, status: 'connected' })
    await told()
    expect(tools()).toEqual(['check', 'repair', 'format', '(passphrase)', 'decrypt'])
    device.card = cardWith({ diskencrypted: true, locked: true })
    await told()
    expect(tools()).toEqual(['(check)', '(repair)', '(format)', '(passphrase)', '(decrypt)'])
  })
})

const AFTER_CHECK = [
  'mount action=unmount&diskid=SD_DISK',
  'checkdisk diskid=SD_DISK',
  'mount action=mount&diskid=SD_DISK',
]

describe('the tools of a card', () => {
  test.each([
    ['check', 'STORAGE-15', 'Check', AFTER_CHECK],
    ['repair', 'STORAGE-16', 'Repair', AFTER_CHECK.with(1, 'repair diskid=SD_DISK')],
  ])('a %s asks first (%s)', async (tool, _id, verb, calls) => {
    await showCard()
    await operate(tool)
    expect(dialog()?.getAttribute('role')).toBe('alertdialog')
    await press('Cancel')
    await later(10_000)
    expect(device.sent).toEqual([])
    await operate(tool)
    await press(verb)
    await later(10_000)
    expect(device.sent).toEqual(calls)
  })

  test('decrypting asks first, and formats with ext4 (STORAGE-34)', async () => {
    await showCard({ diskencrypted: true })
    await operate('decrypt')
    expect(device.sent).toEqual([])
    await press('Decrypt')
    await later(10_000)
    expect(device.sent).toEqual([
      'mount action=unmount&diskid=SD_DISK',
      'properties/disablediskencryption schemaversion=1&diskid=SD_DISK',
      'format diskid=SD_DISK&filesystem=ext4',
      'mount action=mount&diskid=SD_DISK',
    ])
  })

  test('formatting takes the chosen file system, one of those that the device can make (STORAGE-19, OPEN-83)', async () => {
    device.capabilities = { ...device.capabilities, filesystems: ['vfat'] }
    await showCard({ status: 'failed', filesystem: 'illegal' })
    await operate('format')
    const options = Array.from(dialog()?.querySelectorAll('option') ?? [], ({ value }) => value)
    expect(options).toEqual(['vfat'])
    await press('Cancel')
    expect(device.sent).toEqual([])
    device.capabilities = { ...device.capabilities, filesystems: ['ext4', 'vfat'] }
    await told()
    await operate('format')
    fill('File system', 'vfat')
    await press('Format')
    await later(10_000)
    expect(device.sent).toEqual([
      'format diskid=SD_DISK&filesystem=vfat',
      'mount action=mount&diskid=SD_DISK',
    ])
  })

  test.each([
    [{ requiredfssupported: false }, ['format']],
    [{ encryptionsupported: false }, ['format']],
    [{}, ['format', 'encrypt']],
  ])('a device with %o offers %j (STORAGE-32)', async (more, offered) => {
    device.capabilities = { ...device.capabilities, ...more }
    await showCard({ filesystem: 'vfat' })
    expect(tools()).toEqual(offered)
  })
})
