import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { isEventFilter, isRetained, messagesFor } from './event-messages.ts'

const at = '2026-11-20T13:07:32.500Z'
const port: DeviceEvent = {
  topic: RULE_TOPICS.virtualInput,
  at,
  source: { port: '1' },
  data: { active: 'true' },
}
const SENDER = { serial: 'ACCC8E012345', prefix: 'axis/ACCC8E012345' }
const publication = (...filters: string[]) => ({
  topicPrefix: 'default' as const,
  customTopicPrefix: '',
  appendEventTopic: true,
  includeTopicNamespaces: true,
  includeSerialNumberInPayload: false,
  eventFilterList: filters.map((topicFilter) => ({
    topicFilter,
    qos: 1 as const,
    retain: 'property' as const,
  })),
})

test('topic and payload are as devices send them', () => {
  expect(messagesFor(port, true, publication('//.'), SENDER)).toEqual([
    {
      topic: 'axis/ACCC8E012345/event/tns:onvif/Device/tns:axis/IO/VirtualInput/$source/port/1',
      payload:
        '{"topic":"onvif:Device/axis:IO/VirtualInput","timestamp":1795180052500,"message":{"source":{"port":"1"},"key":{},"data":{"active":"true"}}}',
      qos: 1,
      retain: true,
    },
  ])
  const disk: DeviceEvent = {
    topic: TOPICS.storageDisruption,
    at,
    source: { disk_id: 'SD_DISK' },
    data: { disruption: '0' },
  }
  expect(messagesFor(disk, false, publication('//.'), SENDER)[0]).toMatchObject({
    topic: 'axis/ACCC8E012345/event/tns:axis/Storage/Disruption/$source/disk_id/SD_DISK',
    retain: false,
  })
})

test.each([
  ['onvif:Device/axis:IO/VirtualInput', 1],
  ['tns1:Device/tnsaxis:IO/VirtualInput', 1],
  ['Device/IO/VirtualInput', 1],
  ['onvif:Device/axis:IO//.', 1],
  ['onvif:Device//.', 1],
  ['//.', 1],
  ['onvif:Device/axis:IO', 0],
  ['onvif:Device/axis:IO/VirtualPort', 0],
  ['axis:Storage//.', 0],
  ['onvif:Device/axis:I//.', 0],
])('the filter %s lets %d through', (filter, count) => {
  expect(isEventFilter(filter)).toBe(true)
  expect(messagesFor(port, true, publication(filter), SENDER)).toHaveLength(count)
  expect(isRetained(port, publication(filter))).toBe(count === 1)
})

test.each(['', 'a b', 'a/#', '+', 'a//b', '/a', 'a|b', 'onvif:', 'a//.//.', 'ü'])(
  '%j is no filter',
  (filter) => expect(isEventFilter(filter)).toBe(false),
)
