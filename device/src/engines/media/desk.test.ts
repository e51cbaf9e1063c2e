import { expect, onTestFinished, test, vi } from 'vitest'
import { openDesk } from './desk.ts'
import type { FromWorker } from './orders.ts'

function open() {
  const messages: FromWorker[] = []
  const desk = openDesk((message) => void messages.push(message))
  onTestFinished(() => desk.close())
  const openAt = (id: number, startPort: number) =>
    desk.order({ type: 'open', id, startPort, address: '127.0.0.1' })
  const types = () => messages.map(({ type }) => type).filter((type) => type !== 'statistics')
  return { desk, openAt, types }
}

test('a session that could not be opened is forgotten when it is closed', async () => {
  const { desk, openAt, types } = open()
  openAt(1, 65_536)
  await vi.waitFor(() => expect(types()).toEqual(['failed']))
  desk.order({ type: 'close', id: 1 })
  openAt(1, 43_000)
  await vi.waitFor(() => expect(types()).toEqual(['failed', 'opened']))
})

test('a session that is closed before it is open does not open', async () => {
  const { desk, openAt, types } = open()
  openAt(1, 43_000)
  desk.order({ type: 'close', id: 1 })
  openAt(2, 65_536)
  await vi.waitFor(() => expect(types()).toEqual(['failed']))
})
