import type { FromDevice } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { openStatusLed } from './status-led.ts'

function rig() {
  const sent: FromDevice[] = []
  const led = openStatusLed({ wire: { send: (message) => sent.push(message) } })
  const told = () => sent.splice(0).map((one) => (one.type === 'statusLight' ? one.light : one))
  return { led, told }
}

const GREEN = { colour: 'green', interval: null } as const
const RED = { colour: 'red', interval: 250 } as const
const AMBER = { colour: 'amber', interval: null } as const

test('the light is green from the start on, and says nothing before', () => {
  const { led, told } = rig()
  led.show(RED)()
  expect(told()).toEqual([])
  led.start()
  expect(told()).toEqual([GREEN])
  led.stateRestored()
  expect(told()).toEqual([GREEN])
})

test('of several things to show the latest is seen, until it ends', () => {
  const { led, told } = rig()
  led.start()
  const endRed = led.show(RED)
  const endAmber = led.show(AMBER)
  const endOther = led.show(RED)
  expect(told()).toEqual([GREEN, RED, AMBER, RED])
  endAmber()
  expect(told()).toEqual([])
  endOther()
  endOther()
  expect(told()).toEqual([RED])
  endRed()
  expect(told()).toEqual([GREEN])
})
