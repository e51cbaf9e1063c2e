import { qualified } from '@lintel/contract/events'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import { portEventService } from './port-events.ts'

test('inputs and outputs are events of ONVIF, at once and at each change', async () => {
  // Two inputs, two outputs.
  const device = await openTestDevice([portEventService])
  const heard: string[] = []
  const brief = ({ topic, source, data }: ReturnType<typeof device.events.current>[number]) =>
    [qualified(topic), ...Object.entries(source).flat(), data['LogicalState']].join(' ')
  device.events.subscribe((event) => {
    if (event.topic.startsWith('Device/Trigger')) heard.push(brief(event))
  })
  const states = () =>
    device.events
      .current()
      .filter(({ topic }) => topic.startsWith('Device/Trigger'))
      .map(brief)
  try {
    expect(states()).toEqual([
      'tns1:Device/Trigger/DigitalInput InputToken 1 false',
      'tns1:Device/Trigger/DigitalInput InputToken 2 false',
      'tns1:Device/Trigger/Relay RelayToken 3 inactive',
      'tns1:Device/Trigger/Relay RelayToken 4 inactive',
    ])
    device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts: [2] } })
    device.ioPorts.order(3, [{ active: true, wait: 0 }])
    expect(heard.splice(0)).toEqual([
      'tns1:Device/Trigger/DigitalInput InputToken 2 true',
      'tns1:Device/Trigger/Relay RelayToken 3 active',
    ])
    device.parameters.set({ 'root.IOPort.I2.Direction': 'input' })
    expect(states().filter((state) => / 3 /.test(state))).toEqual([
      expect.stringContaining('tns1:Device/Trigger/DigitalInput InputToken 3'),
    ])
  } finally {
    await device.close()
  }
})
