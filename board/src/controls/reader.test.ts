import type { PresentedCard } from '@lintel/contract/cards'
import { expect, test, vi } from 'vitest'
import { productCalled } from '@lintel/contract/products/products'
import { readerControls } from './reader.ts'

const CARD: PresentedCard = { type: 'UID/CSN', uid: '04A1B2C3', contents: [] }
const LIGHT = { kind: 'led', colour: 'Red' } as const

function openRig(product: string, runs = true) {
  const ask = vi.fn(() => Promise.resolve())
  const controls = readerControls({
    product: productCalled(product),
    power: { wire: () => (runs ? { ask } : undefined) } as never,
  })
  return { ask, controls }
}

test('cards and the controller reach a running device that has a reader', async () => {
  const { ask, controls } = openRig('A8307-E')
  await controls.presentCard(CARD)
  await controls.controlReader(LIGHT)
  expect(ask.mock.calls).toEqual([
    [{ type: 'card', card: CARD }, 60_000],
    [{ type: 'controller', action: LIGHT }, 60_000],
  ])
})

test.each([
  ['C1410', true, 'has no card reader'],
  ['A8307-E', false, 'does not run'],
])('a %s (running: %s) refuses a card: it %s', (product, runs, reason) => {
  const { ask, controls } = openRig(product, runs)
  expect(() => controls.presentCard(CARD)).toThrow(reason)
  expect(() => controls.controlReader(LIGHT)).toThrow(reason)
  expect(ask).not.toHaveBeenCalled()
})

test('PINs are typed at the readers of a door controller alone', async () => {
  const { ask, controls } = openRig('A1601')
  await controls.enterPin({ keys: '2468', reader: 2 })
  expect(ask.mock.calls).toEqual([[{ type: 'pin', keys: '2468', reader: 2 }, 60_000]])
  expect(() => controls.enterPin({ keys: '2468', reader: 3 })).toThrow('has no card reader 3')
  expect(() => openRig('A8307-E').controls.enterPin({ keys: '2468', reader: 1 })).toThrow(
    'no keypads',
  )
})
