import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { openHardware } from './hardware.ts'
import { openSdSlot } from './sd-slot.ts'

const BYTES = 16_000_000

/** An empty slot, with what it reports to the device. */
function emptySlot(root = tempFolder()) {
  const hardware = openHardware(join(root, 'board.json'), () => ({
    product: 'A8307-E',
    serial: 'AECC8E0A0B0C',
    clockOffset: 0,
    world: PLAIN_WORLD,
  }))
  const changed = vi.fn()
  const folder = join(root, 'cards')
  const slot = openSdSlot({ hardware, folder, bytes: BYTES, changed })
  const card = () => hardware.state().world.sdCard
  const image = () => join(folder, `${card() ?? ''}.img`)
  return { slot, root, changed, card, image, saved: join(root, 'card.img') }
}

test('a card is put in and removed, and the same card can be put in again', async () => {
  const { slot, card, image, changed } = emptySlot()
  expect(slot.state()).toEqual({ inserted: false, removed: false })
  await slot.insert('blank')
  const first = card()
  expect(readFileSync(image()).equals(Buffer.alloc(BYTES))).toBe(true)
  expect(slot.state()).toEqual({ inserted: true, removed: false })
  slot.remove()
  expect([card(), slot.state()]).toEqual([null, { inserted: false, removed: true }])
  await slot.insert('removed')
  expect([card(), slot.state()]).toEqual([first, { inserted: true, removed: false }])
  expect(changed).toHaveBeenCalledTimes(3)
})

test('a new card takes the place of the one that is there, which can be put in again', async () => {
  const { slot, card, image } = emptySlot()
  await slot.insert('blank')
  const [first, firstImage] = [card(), image()]
  await slot.insert('blank')
  expect(card()).not.toBe(first)
  expect(existsSync(firstImage)).toBe(true)
  await slot.insert('blank')
  expect(existsSync(firstImage)).toBe(false)
  expect(slot.state()).toEqual({ inserted: true, removed: true })
  expect(existsSync(image())).toBe(true)
})

test('what is not there can be neither removed nor put back', async () => {
  const { slot } = emptySlot()
  expect(() => slot.remove()).toThrow('There is no card in the slot.')
  await expect(slot.insert('removed')).rejects.toThrow('There is no card to put back.')
})

test('a saved card comes back as it was; one that has not changed is not copied', async () => {
  const { slot, card, image, saved } = emptySlot()
  expect(await slot.save(saved)).toBeUndefined()
  await slot.insert('blank')
  writeFileSync(image(), 'before')
  const snapshot = await slot.save(saved)
  if (!snapshot) return expect.unreachable()
  expect(await slot.restore(saved, snapshot)).toBe(card())
  writeFileSync(image(), 'after')
  const copy = await slot.restore(saved, snapshot)
  expect(copy).not.toBe(card())
  expect(readFileSync(join(slot.folder, `${copy}.img`), 'utf8')).toBe('before')
  return undefined
})

test('cards that are put in at once, and a removal in the middle, lose none that is in use', async () => {
  const { slot, card, image } = emptySlot()
  await slot.insert('blank')
  const inserted = [slot.insert('blank'), slot.insert('blank')]
  slot.remove()
  await Promise.all(inserted)
  expect(existsSync(image())).toBe(true)
  const last = card()
  slot.remove()
  await slot.insert('removed')
  expect([card(), existsSync(image())]).toEqual([last, true])
})

test('what a killed program has left beside the cards is deleted, and no work in progress', async () => {
  const { slot, root, image } = emptySlot()
  await slot.insert('blank')
  const [leftOfOther, inUse] = [join(slot.folder, 'gone.img.Ab12'), `${image()}.Cd34`]
  for (const folder of [leftOfOther, inUse]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'new'), 'zeros')
  }
  slot.remove()
  expect([existsSync(leftOfOther), existsSync(inUse)]).toEqual([false, true])
  await slot.insert('removed')
  emptySlot(root)
  expect([existsSync(image()), existsSync(inUse)]).toEqual([true, false])
})

test('a card that is written to while it is saved is copied again', async () => {
  const { slot, image, saved } = emptySlot()
  await slot.insert('blank')
  const saving = slot.save(saved)
  writeFileSync(image(), 'written meanwhile')
  const snapshot = await saving
  expect(readFileSync(saved, 'utf8')).toBe('written meanwhile')
  if (!snapshot) return expect.unreachable()
  expect(await slot.restore(saved, snapshot)).toBe(snapshot.id)
  return undefined
})
