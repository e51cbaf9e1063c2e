import { expect, test } from 'vitest'
import { powerControls } from './power.ts'

test.each([
  ['a power cycle', (controls: ReturnType<typeof powerControls>) => controls.setPower('cycle')],
  ['another slot', (controls: ReturnType<typeof powerControls>) => controls.setSlot('B')],
])('%s starts the device only when no snapshot is being copied', async (_name, act) => {
  const events: string[] = []
  let copied = () => {}
  const done = act(
    powerControls({
      power: {
        isOn: () => true,
        async off() {
          events.push('off')
        },
        async on() {
          events.push('on')
        },
      } as never,
      slots: { change: () => {} } as never,
      snapshots: {
        idle: () =>
          new Promise<void>((resolve) => {
            copied = resolve
          }),
      } as never,
      happened: () => {},
    }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual(['off'])
  copied()
  await done
  expect(events).toEqual(['off', 'on'])
})
