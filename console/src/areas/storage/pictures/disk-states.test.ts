import type { Disk } from '@lintel/contract/disks'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import { expect, test } from 'vitest'
import { emptyReasonOf, mountedDisks, troublesOf } from './disk-states.ts'
import type { PictureDisks } from './queries.ts'

const disk = (diskid: string, change: Partial<Disk> = {}): Disk => ({
  diskid,
  name: '',
  totalsize: 1000,
  freesize: 500,
  cleanuplevel: 99,
  cleanupmaxage: 7,
  cleanuppolicy: 'fifo',
  locked: false,
  full: false,
  readonly: false,
  status: 'OK',
  filesystem: diskid === SD_CARD ? 'ext4' : 'cifs',
  group: 'S0',
  requiredfilesystem: 'none',
  encryptionenabled: false,
  diskencrypted: false,
  ...change,
})

const found = (
  card: Partial<Disk> | undefined,
  share: Partial<Disk> | undefined,
  unreadable: PictureDisks['unreadable'] = [],
): PictureDisks => ({
  disks: new Map([
    ...(card ? [[SD_CARD, disk(SD_CARD, card)] as const] : []),
    ...(share ? [[NETWORK_SHARE, disk(NETWORK_SHARE, share)] as const] : []),
  ]),
  unreadable,
})

const NONE = { status: 'disconnected' }
const MOUNTED = {}
const LOCKED = { locked: true }
const FAILED = { status: 'failed' }
const UNMOUNTED = { status: 'connected' }
const UNREADABLE = [{ diskid: NETWORK_SHARE, reason: 'The user may not read this share.' }]

test('each disk whose pictures are missing is named, with the reason if it has one', () => {
  expect(troublesOf(found(MOUNTED, NONE))).toEqual([])
  expect(troublesOf(found(undefined, undefined))).toEqual([])
  expect(troublesOf(found(UNMOUNTED, FAILED))).toEqual([
    { disk: 'card', kind: 'unmounted', reason: '' },
    { disk: 'share', kind: 'unreadable', reason: '' },
  ])
  expect(troublesOf(found(MOUNTED, MOUNTED, UNREADABLE))).toEqual([
    { disk: 'share', kind: 'unreadable', reason: 'The user may not read this share.' },
  ])
  // Its own status says more.
  expect(troublesOf(found({ status: 'no passphrase' }, UNMOUNTED, UNREADABLE))).toEqual([
    { disk: 'card', kind: 'unreadable', reason: '' },
    { disk: 'share', kind: 'unmounted', reason: '' },
  ])
})

test.each([
  ['noDisk', found(NONE, NONE)],
  ['noDisk', found(undefined, NONE)],
  ['notReadable', found(UNMOUNTED, NONE)],
  ['notReadable', found(NONE, FAILED)],
  ['none', found(MOUNTED, NONE)],
  ['none', found(FAILED, MOUNTED)],
  ['protected', found(LOCKED, NONE)],
  // The device stores on the other one.
  ['none', found(LOCKED, MOUNTED)],
  ['protected', found(LOCKED, { readonly: true })],
  ['full', found({ full: true }, MOUNTED)],
  ['none', found(MOUNTED, { full: true })],
] as const)('an empty list says %s', (reason, disks) => {
  expect(emptyReasonOf(disks)).toBe(reason)
})

test('the mounted disks are in the order in which the device stores on them', () => {
  expect(mountedDisks(found(MOUNTED, MOUNTED)).map(({ name }) => name)).toEqual(['card', 'share'])
  expect(mountedDisks(found(UNMOUNTED, MOUNTED)).map(({ name }) => name)).toEqual(['share'])
})
