import { fork } from 'node:child_process'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FromDevice, Plugged, ToDevice } from '@lintel/contract/wire'
import type { Figure } from './figure.ts'
import { atMost, median } from './figure.ts'

const CHECKOUT = join(import.meta.dirname, '..', '..')
const MAIN = join(CHECKOUT, 'device', 'dist', 'main.js')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Whether a device responds to a call on this port. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/axis-cgi/rootpwdsetvalue.cgi' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).on('error', () => resolve(false))
  })

/** Seconds from process start to the first HTTP response. Acts as the device's board. */
async function bootSeconds(dataFolder: string): Promise<number> {
  const http = await freePort()
  const plugged: Plugged = {
    product: 'A8307-E',
    serial: 'B8A44F000001',
    address: '127.0.0.1',
    ports: { http, https: 0, sip: 0, snmp: 0, rtsp: 0 },
    dataFolder,
    cardFolder: join(dataFolder, 'cards'),
    logFile: join(dataFolder, 'device.log'),
    reason: 'power',
    bootSeconds: 0,
    clockOffset: 0,
    world: PLAIN_WORLD,
    faults: [],
    persona: 'own',
    consoleFolder: join(CHECKOUT, 'console', 'dist'),
    pagesFolder: join(CHECKOUT, 'device-pages', 'dist'),
    firmware: {
      running: { slot: 'A', version: '9.80.3', buildDate: '' },
      inactive: null,
      committed: true,
      upgradedAt: null,
    },
    trustedKeys: [],
  }
  const began = performance.now()
  const device = fork(MAIN, { serialization: 'json', silent: true, execArgv: [] })
  device.on('message', (message: FromDevice) => {
    if (message.type !== 'hello') return
    const answer: ToDevice = { type: 'plugged', plugged }
    device.send(answer)
  })
  const ended = once(device, 'exit')
  try {
    while (!(await answers(http))) {
      if (performance.now() - began > 30_000) throw new Error('The device does not answer.')
      if (device.exitCode !== null) throw new Error(`The device ended with ${device.exitCode}.`)
      await wait(3)
    }
    return (performance.now() - began) / 1000
  } finally {
    if (device.connected) device.disconnect()
    const forced = setTimeout(() => device.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(forced)
  }
}

/** First and later boots of the device alone, without the simulated boot time. */
export async function bootFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-boot-'))
  try {
    const first = await bootSeconds(folder)
    const later: number[] = []
    for (let turn = 0; turn < 5; turn += 1) later.push(await bootSeconds(folder))
    return [
      atMost('device: spawn to first answer, first boot', first, 1, 's'),
      atMost('device: spawn to first answer, later boots', median(later), 0.6, 's'),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
