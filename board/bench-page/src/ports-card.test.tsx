import type { Terminal } from '@lintel/contract/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
beforeEach(() => {
  bench = renderBench()
})
afterEach(() => vi.unstubAllGlobals())

const terminals: Terminal[] = [
  { port: 1, name: 'Door contact', direction: 'input', closed: false, active: false },
  { port: 2, name: '', direction: 'input', closed: true, active: true },
  { port: 3, name: 'Strike', direction: 'output', closed: false, active: false },
]
const card = () => screen.queryByRole('region', { name: 'Inputs and outputs' })
const contact = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

test("a contact is closed and opened, and shows the bench's state", async () => {
  bench.tell({ terminals })
  expect(contact('Port 1, Door contact: contact').checked).toBe(false)
  expect(contact('Port 2: contact').checked).toBe(true)
  await userEvent.click(contact('Port 1, Door contact: contact'))
  await userEvent.click(contact('Port 2: contact'))
  expect(bench.sent).toEqual([
    ['/bench/contact', { port: 1, closed: true }],
    ['/bench/contact', { port: 2, closed: false }],
  ])
})

test("an output shows whether it is active and closed, under the device's name for it", () => {
  bench.tell({ terminals })
  const output = () => screen.getByRole('status', { name: 'Port 3, Strike' })
  expect(output().textContent).toBe('Inactive, circuit open')
  expect(screen.getByText('Port 3, Strike: output')).toBeTruthy()
  // A lock that a current keeps shut.
  bench.tell({ terminals: terminals.map((one) => ({ ...one, closed: true, door: true })) })
  expect(output().textContent).toBe('Locked, circuit closed')
  expect(screen.getByText('Port 3, Strike: door')).toBeTruthy()
  bench.tell({ terminals: terminals.map((one) => ({ ...one, active: true })) })
  expect(output().textContent).toBe('Active, circuit open')
})

test('a product without terminals has no such card', () => {
  bench.tell({ terminals: [] })
  expect(card()).toBeNull()
  bench.tell({ terminals })
  expect(card()).not.toBeNull()
})
