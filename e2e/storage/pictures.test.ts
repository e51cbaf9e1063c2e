/** The stored pictures in the console, and what other programs find on the disks. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { advanceClock, insertSdCard, removeSdCard } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getPicture, getPictures } from '@lintel/contract/calls/pictures'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { Page } from '@playwright/test'
import {
  HAS_SAMBA,
  openSamba,
  SHARE_PASSWORD,
  SHARE_USER,
} from '../../device/src/engines/storage/testing/samba.ts'
import { expect, test } from '../fixture.ts'
import { parameter } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { askDisks, expectDisk } from './disks.ts'
import { picturesIn, pressCallButton, rowsOf } from './stored-pictures.ts'

needs(getPictures)

const ROUTE = '/storage/pictures'

/** What debugfs reads from the card in the slot. */
function readCard(rig: Rig, command: string): Buffer {
  const folder = join(rig.dataFolder, 'cards')
  const outputs = readdirSync(folder)
    .filter((name) => name.endsWith('.img'))
    .map((name) =>
      execFileSync('debugfs', ['-R', command, join(folder, name)], {
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1 << 24,
        env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
      }),
    )
  return outputs.find((output) => output.length > 0) ?? Buffer.alloc(0)
}

/** Adds the share of the file server, and mounts it. */
async function addShare(rig: Rig, address: string): Promise<void> {
  const ask = (call: string, query: Record<string, string>) =>
    askDisks(
      rig,
      `networkshare/${call}.cgi?${new URLSearchParams({ schemaversion: '1', ...query }).toString()}`,
    )
  const login = { user: SHARE_USER, pass: SHARE_PASSWORD }
  const added = await ask('add', { nicename: 'rec', address, share: 'rec', ...login })
  const shareid = /shareid="([^"]+)"/i.exec(added)?.[1] ?? ''
  await ask('bind', { automaticmount: 'yes', shareid })
}

const press = (page: Page, name: RegExp) => rowsOf(page).getByRole('button', { name })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete the picture?' })

test('who rings is stored, shown, downloaded and deleted, unless the card is write protected', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/400|pictures\/file/)
  await open(ROUTE)
  await expect(page.getByText('No pictures are stored yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'SD card: kept for 7 days' })).toHaveAttribute(
    'href',
    '#/storage',
  )
  await pressCallButton(rig)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('SD card')
  const [stored] = await picturesIn(rig)
  const { id = '', taken = '' } = stored ?? {}
  const jpeg = await rig.root.call(getPicture, { id })
  const onCard = () => readCard(rig, `cat "${id.slice(SD_CARD.length)}"`)
  // debugfs may look while the device writes to the card.
  await expect.poll(() => onCard().equals(Buffer.from(jpeg))).toBe(true)

  await press(page, /^Show the picture from/).click()
  const dialog = page.getByRole('dialog', { name: /^Picture from/ })
  // The device's zone is that of Stockholm, an hour or two ahead of UTC.
  await expect(dialog).toContainText(taken.slice(16, 19))
  const image = dialog.getByRole('img')
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(100)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download picture' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(id.replaceAll('/', '-'))
  expect(readFileSync(await download.path()).equals(Buffer.from(jpeg))).toBe(true)

  await rig.root.call(updateParameters, { 'root.Storage.S0.Locked': 'yes' })
  await dialog.getByRole('button', { name: 'Delete picture' }).click()
  await question(page).getByRole('button', { name: 'Delete picture' }).click()
  await expect(page.getByText(/The device refused: The disk is write protected\./)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(1)

  await rig.root.call(updateParameters, { 'root.Storage.S0.Locked': 'no' })
  await press(page, /^Delete the picture from/).click()
  await question(page).getByRole('button', { name: 'Delete picture' }).click()
  await expect(page.getByText('No pictures are stored yet.')).toBeVisible()
  expect(await picturesIn(rig)).toEqual([])
  expect(onCard()).toHaveLength(0)
})

test('a card that is gone or not mounted says so, and its pictures come back with it', async ({
  page,
  open,
  rig,
}) => {
  await pressCallButton(rig)
  await open(ROUTE)
  await expect(rowsOf(page)).toHaveCount(1)
  await askDisks(rig, 'mount.cgi?action=unmount&diskid=SD_DISK')
  await expect(page.getByText('The SD card is not mounted')).toBeVisible()
  await expect(page.getByText("the device can't read any disk")).toBeVisible()
  await expectAccessible(page)
  await askDisks(rig, 'mount.cgi?action=mount&diskid=SD_DISK')
  await expect(rowsOf(page)).toHaveCount(1)
  await rig.bench.call(removeSdCard, {})
  await expect(page.getByText('it has no disk. Insert an SD card')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add network share' })).toHaveAttribute(
    'href',
    '#/storage/network',
  )
  await rig.bench.call(insertSdCard, { card: 'damaged' })
  await expect(page.getByText("The pictures on the SD card can't be read.")).toBeVisible()
})

test('a share whose server is gone does not hide the pictures on the card', async ({
  page,
  open,
  rig,
}) => {
  test.skip(!HAS_SAMBA, 'needs Samba, and root for its port')
  const samba = await openSamba()
  try {
    // Devices that use the same share have a folder each.
    const serial = (await parameter(rig, 'root.Properties.System.SerialNumber')) ?? ''
    const folder = join(samba.files, serial, 'pictures/20261122')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '080910111.jpg'), 'x'.repeat(12_345))
    await pressCallButton(rig)
    await addShare(rig, samba.address)
    await expectDisk(rig, { status: 'OK' }, NETWORK_SHARE)
    await open(ROUTE)
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(page.getByRole('row', { name: /Network share/ })).toContainText('12.3 kB')
    await page.getByRole('button', { name: 'Size' }).click()
    await expect(rowsOf(page).first()).toContainText('Network share')
    await samba.kill()
    await rig.bench.call(advanceClock, { milliseconds: 60_000 })
    await expect(page.getByText("The pictures on the network share can't be read.")).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText('SD card')
  } finally {
    await samba.close()
  }
})
