import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGED_AREAS } from '@lintel/contract/events'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { wavFile } from './engines/clips/testing/sound-files.ts'
import { openClipDevice } from './services/testing/clip-device.ts'
import { openTestDevice } from './services/testing/test-device.ts'

const READY = '/axis-cgi/systemready.cgi'

async function composed() {
  const closed: string[] = []
  const device = await openTestDevice([
    () => ({ calls: [], close: () => void closed.push('first') }),
    ({ database }) => ({
      calls: [],
      close() {
        // The state survives.
        database.get('SELECT 1')
        closed.push('second')
      },
    }),
  ])
  return { device, closed }
}

test('a change of the environment reaches the engines and the front door', async () => {
  const { device } = await composed()
  onTestFinished(() => device.close())
  expect((await device.fetch(READY)).status).toBeLessThan(500)
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, temperature: 63, cable: false } })
  expect(device.thermometer.celsius()).toBe(63)
  await expect(device.fetch(READY)).rejects.toThrow('fetch failed')
  device.receive({ type: 'world', world: PLAIN_WORLD })
  expect((await device.fetch(READY)).status).toBeLessThan(500)
})

test('the device has applied a restored state before the board is notified', async () => {
  const { device } = await composed()
  onTestFinished(() => device.close())
  const file = `${device.plugged.dataFolder}/copy.db`
  const answers = () => device.sent.flatMap((one) => (one.type === 'done' ? [one] : []))
  device.receive({ type: 'save', ask: 1, file })
  await expect.poll(answers).toEqual([{ type: 'done', ask: 1 }])
  device.parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Back gate' })
  expect(device.display?.content().subtitle).toBe('Back gate')
  const areas = new Set<string | undefined>()
  device.events.subscribe(({ data }) => areas.add(data['Area']))
  device.receive({ type: 'restore', ask: 2, file, clockOffset: 1000 })
  await expect.poll(answers).toContainEqual({ type: 'done', ask: 2 })
  expect(device.display?.content().subtitle).not.toBe('Back gate')
  expect(device.clock.offset()).toBe(1000)
  // Open consoles read everything again.
  expect([...areas]).toEqual(expect.arrayContaining([...CHANGED_AREAS]))
})

test('a saved state has the files of its clips, which a restore brings back', async () => {
  const open = await openClipDevice()
  const { device } = open
  onTestFinished(() => device.close())
  const copy = join(device.plugged.dataFolder, 'copy')
  mkdirSync(copy)
  const file = join(copy, 'state.db')
  const answers = () => device.sent.flatMap((one) => (one.type === 'done' ? [one] : []))
  await open.upload(wavFile())
  const [name] = open.stored()
  device.receive({ type: 'save', ask: 1, file })
  await expect.poll(answers).toEqual([{ type: 'done', ask: 1 }])
  await open.told('action=remove&clip=3')
  await expect.poll(() => open.stored()).toEqual([])
  device.receive({ type: 'restore', ask: 2, file, clockOffset: 0 })
  await expect.poll(answers).toContainEqual({ type: 'done', ask: 2 })
  expect(open.stored()).toEqual([name])
  expect((await open.told('action=download&clip=3'))[0]).toBe(200)
})

test('closing runs in reverse order and ends with the state', async () => {
  const { device, closed } = await composed()
  await device.close()
  expect(closed).toEqual(['second', 'first'])
  await expect(device.fetch(READY)).rejects.toThrow('fetch failed')
  expect(() => device.database.get('SELECT 1')).toThrow()
})
