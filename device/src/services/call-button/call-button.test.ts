import { RULE_TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { callButtonService } from './call-button.ts'

test('a press of the call button is an event, and other keys are not', async () => {
  const device = await openTestDevice([callButtonService])
  const heard: object[] = []
  device.events.subscribe(({ topic, source, data }) => {
    if (topic === RULE_TOPICS.callButton) heard.push({ source, data })
  })
  try {
    device.receive({ type: 'pressed', key: '#' })
    expect(heard).toEqual([])
    device.receive({ type: 'pressed', key: 'callButton' })
    expect(heard).toEqual([{ source: { channel: '1' }, data: {} }])
    expect(device.events.current().some(({ topic }) => topic === RULE_TOPICS.callButton)).toBe(
      false,
    )
  } finally {
    await device.close()
  }
})

test('only products with a call button tell of it', () => {
  const has = (number: string) => servicesOf(productCalled(number)).includes(callButtonService)
  expect([has('A8207-VE'), has('I8016-LVE'), has('C1410'), has('A1601')]).toEqual([
    productCalled('A8207-VE').plate.callButton,
    true,
    false,
    false,
  ])
})
