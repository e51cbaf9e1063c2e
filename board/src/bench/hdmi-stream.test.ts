import { expect, test } from 'vitest'
import { createHdmiMonitor } from '../hdmi-monitor.ts'
import { openHdmiStream } from './hdmi-stream.ts'
import { Client } from './testing/client.ts'

/** Streams of a device that runs, what the device is asked for, and a picture of it. */
function rig() {
  const asked: unknown[] = []
  const monitor = createHdmiMonitor((message) => asked.push(message))
  const streams = openHdmiStream(monitor)
  const picture = (...bytes: number[]) =>
    monitor.receive({ type: 'hdmiPicture', jpeg: Buffer.from(bytes).toString('base64') })
  return { asked, monitor, streams, picture }
}

const watch = (on: boolean) => ({ type: 'watchHdmi', on })

test('the device sends pictures while there is a client, each client gets all, and a new device is asked again', () => {
  const { asked, monitor, streams, picture } = rig()
  monitor.started()
  picture(0)
  expect(asked).toEqual([])
  const [one, other] = [new Client(), new Client()]
  streams.connect(one.response)
  streams.connect(other.response)
  expect(asked).toEqual([watch(true)])
  picture(1, 2)
  const sent = [
    '--hdmi\r\nContent-Type: image/jpeg\r\nContent-Length: 2\r\n\r\n',
    Buffer.of(1, 2),
    '\r\n',
  ]
  expect([one.written, other.written]).toEqual([sent, sent])
  one.emit('close')
  picture(3)
  expect([one.written.length, other.written.length]).toEqual([3, 6])
  monitor.started()
  expect(asked).toEqual([watch(true), watch(true)])
  other.emit('close')
  expect(asked.slice(2)).toEqual([watch(false)])
  monitor.started()
  expect(asked).toHaveLength(3)
})

test('a slow client gets no picture that it has no room for, and the next one in whole', () => {
  const { streams, picture } = rig()
  const client = new Client()
  streams.connect(client.response)
  client.writableLength = 200_001
  picture(1)
  client.writableLength = 200_000
  picture(2)
  expect(client.written.filter((one) => Buffer.isBuffer(one))).toEqual([Buffer.of(2)])
  expect(client.written).toHaveLength(3)
})

test('clients are cut off when the bench closes, and only those that are left', () => {
  const { streams } = rig()
  const [gone, left] = [new Client(), new Client()]
  streams.connect(gone.response)
  streams.connect(left.response)
  gone.emit('close')
  streams.close()
  expect([gone.destroyed, left.destroyed]).toEqual([false, true])
})
