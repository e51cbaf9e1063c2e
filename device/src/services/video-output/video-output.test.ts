import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { TOPICS } from '@lintel/contract/events'
import { PRODUCTS } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ToWorker } from '../../engines/video/orders.ts'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { videoOutputService, videoOutputServiceWith } from './video-output.ts'

let device: TestDevice
let workers: { orders: ToWorker[]; ended: boolean; worker: EventEmitter }[]
beforeEach(async () => {
  workers = []
  device = await openTestDevice([videoOutputServiceWith(startWorker)])
  onTestFinished(() => device.close())
  device.makeAccounts()
})

function startWorker(): Worker {
  const started = { orders: [] as ToWorker[], ended: false, worker: new EventEmitter() }
  workers.push(started)
  return Object.assign(started.worker, {
    postMessage: (order: ToWorker) => started.orders.push(order),
    terminate() {
      started.ended = true
      return Promise.resolve(0)
    },
  }) as unknown as Worker
}

const call = (name: string, query = '', as = 'oper') =>
  device.fetch(`/axis-cgi/videooutput/${name}.cgi?schemaversion=1${query}`, { as })
const text = async (name: string, query = '') => (await call(name, query)).text()
const output = () =>
  device.sent.flatMap((message) => (message.type === 'hdmi' ? [message.output] : [])).at(-1)

const document = (content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<VideoOutputResponse xmlns="http://www.axis.com/vapix/http_cgi/videooutput1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xsi:schemaLocation="http://www.axis.com/vapix/http_cgi/videooutput1 http://www.axis.com/vapix/http_cgi/videooutput1" SchemaVersion="1.0">' +
  `${content}</VideoOutputResponse>\n`
const error = (code: number, description: string) =>
  document(
    `<Error><GeneralError><ErrorCode>${code}</ErrorCode><ErrorDescription>${description}</ErrorDescription></GeneralError></Error>`,
  )
const SUCCESS = document('<Success><GeneralSuccess/></Success>')
const INVALID = error(20, 'Invalid value.')
const QUAD = error(60, 'Invalid quad view rotation.')

const sourcesWith = (active: string) =>
  document(
    `<Success><GetVideoSourcesSuccess>${[
      ['View Area 1', '1'],
      ['Display', '2'],
      ['All views', '5'],
    ]
      .map(
        ([name, id]) =>
          `<VideoSource><Name>${name}</Name><Id>${id}</Id><Active>${id === active}</Active></VideoSource>`,
      )
      .join('')}</GetVideoSourcesSuccess></Success>`,
  )

test('a source is chosen, byte for byte as documented, and shown at once (DEVICE-141, DEVICE-142, HDMI-04)', async () => {
  const answer = await call('getvideosources')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  expect(await answer.text()).toBe(sourcesWith('1'))
  expect(output()).toEqual({ source: 'camera', degrees: 0, mirrored: false })
  expect(await text('setvideosource', '&id=5')).toBe(SUCCESS)
  expect(await text('getvideosources')).toBe(sourcesWith('5'))
  expect(output()).toEqual({ source: 'all', degrees: 0, mirrored: false })
  expect(await text('setvideosource', '&id=2')).toBe(SUCCESS)
  expect(output()?.source).toBe('display')
  for (const id of ['', '3', '01', '-1']) {
    expect(await text('setvideosource', `&id=${id}`), id).toBe(INVALID)
  }
  expect(output()?.source).toBe('display')
})

test('the picture is turned and mirrored (DEVICE-143, DEVICE-144, DEVICE-145)', async () => {
  const rotations = (active: number) =>
    document(
      `<Success><GetRotationSuccess>${[0, 90, 180, 270]
        .map(
          (degrees) =>
            `<Rotation><Degrees>${degrees}</Degrees><QuadViewSupport>${degrees % 180 === 0}</QuadViewSupport><Active>${degrees === active}</Active></Rotation>`,
        )
        .join('')}</GetRotationSuccess></Success>`,
    )
  const mirrored = (is: boolean) =>
    document(
      `<Success><GetMirroringSuccess><MirroringEnabled>${is}</MirroringEnabled></GetMirroringSuccess></Success>`,
    )
  expect(await text('getrotation')).toBe(rotations(0))
  expect(await text('setrotation', '&rotation=270')).toBe(SUCCESS)
  expect(await text('getrotation')).toBe(rotations(270))
  expect(await text('setrotation', '&rotation=45')).toBe(INVALID)
  expect(await text('getmirroring')).toBe(mirrored(false))
  expect(await text('setmirroring', '&mirroringenabled=true')).toBe(SUCCESS)
  expect(await text('getmirroring')).toBe(mirrored(true))
  expect(await text('setmirroring', '&mirroringenabled=1')).toBe(INVALID)
  expect(output()).toEqual({ source: 'camera', degrees: 270, mirrored: true })
})

test('all views are not turned by a quarter', async () => {
  expect(await text('setrotation', '&rotation=90')).toBe(SUCCESS)
  expect(await text('setvideosource', '&id=5')).toBe(QUAD)
  expect(await text('setrotation', '&rotation=180')).toBe(SUCCESS)
  expect(await text('setvideosource', '&id=5')).toBe(SUCCESS)
  expect(await text('setrotation', '&rotation=270')).toBe(QUAD)
  expect(output()).toEqual({ source: 'all', degrees: 180, mirrored: false })
})

test('the version has to be one of the device, and a full disk changes nothing', async () => {
  const get = (query: string) =>
    device.text(`/axis-cgi/videooutput/getrotation.cgi${query}`, { as: 'oper' })
  expect(await get('')).toBe(INVALID)
  expect(await get('?schemaversion=2')).toBe(error(40, 'Specified version is not supported.'))
  expect((await call('getrotation', '', 'view')).status).toBe(403)
  device.fillDisk(true)
  expect(await text('setrotation', '&rotation=90')).toBe(
    error(10, 'Error while processing the request.'),
  )
  device.fillDisk(false)
  expect(output()?.degrees).toBe(0)
})

test('consoles learn of a change, and the settings are stored at once (DEVICE-146)', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.changed) areas.push(data['Area'])
  })
  await text('setvideosource', '&id=5')
  await text('setmirroring', '&mirroringenabled=true')
  expect(areas).toEqual(['hdmi', 'hdmi'])
  const stored = device.database.get("SELECT value FROM records WHERE name = 'videoOutput'")
  expect(JSON.parse(String(stored?.['value']))).toEqual({
    source: '5',
    degrees: 0,
    mirrored: true,
  })
})

test('the camera runs only while somebody looks at its picture on the output', async () => {
  expect(workers).toEqual([])
  device.receive({ type: 'watchHdmi', on: true })
  const [first] = workers
  const [encoding] =
    first?.orders.flatMap((order) => (order.type === 'encode' ? [order.encoding] : [])) ?? []
  expect(encoding).toMatchObject({ width: 640, height: 360, fps: 10 })
  first?.worker.emit('message', { key: encoding?.key, jpeg: Uint8Array.of(255, 216) })
  expect(device.sent.at(-1)).toEqual({ type: 'hdmiPicture', jpeg: '/9g=' })
  await text('setvideosource', '&id=2')
  await device.clock.advance(5_000)
  expect(first?.ended).toBe(true)
  await text('setvideosource', '&id=5')
  expect(workers).toHaveLength(2)
  device.receive({ type: 'watchHdmi', on: false })
  await device.clock.advance(5_000)
  expect(workers[1]?.ended).toBe(true)
})

test('the camera’s view has the name of its parameter, and a restored state is shown', async () => {
  device.parameters.set({ 'root.Image.I0.Name': 'Front <door>' })
  expect(await text('getvideosources')).toContain('<Name>Front &lt;door&gt;</Name><Id>1</Id>')
  const folder = mkdtempSync(join(tmpdir(), 'lintel-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  device.database.save(join(folder, 'state.db'))
  await text('setrotation', '&rotation=180')
  device.database.restore(join(folder, 'state.db'), true)
  expect(output()?.degrees).toBe(0)
})

test('the camera ends with the device', async () => {
  device.receive({ type: 'watchHdmi', on: true })
  expect(workers).toHaveLength(1)
  await device.close()
  expect(workers[0]?.ended).toBe(true)
})

test('only products with the output have its calls (FIX-01, FIX-02)', () => {
  const having = PRODUCTS.filter((one) => servicesOf(one).includes(videoOutputService))
  expect(having.map(({ number }) => number)).toEqual(['A8307-E'])
})
