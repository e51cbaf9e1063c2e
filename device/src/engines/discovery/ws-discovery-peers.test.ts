/** WS-Discovery over real multicast, with a client in a network namespace of its own. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { canMakeNamespace, makeNamespace } from '../../testing/namespace.ts'
import type { Namespace } from '../../testing/namespace.ts'
import { openWsDiscovery } from './ws-discovery.ts'

const ENDPOINT = 'urn:uuid:00000000-0000-5000-8000-000000000000'
const SCOPES = ['onvif://www.onvif.org/type/video_encoder', 'onvif://www.onvif.org/name/Gate']

/** Finds a device with the npm package `onvif`, and prints what it announces. */
const CLIENT = `
  const { Discovery } = require('onvif')
  Discovery.on('error', (error) => { throw error })
  Discovery.on('device', (found) => {
    console.log(JSON.stringify(found.probeMatches.probeMatch))
    process.exit()
  })
  Discovery.probe({ timeout: 5000, resolve: false, device: process.argv[1] })
`

/** Prints what the group hears as lines of JSON, and sends what it reads to the group. */
const LISTENER = `
  const socket = require('node:dgram').createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (bytes) => console.log(JSON.stringify(bytes.toString())))
  socket.bind(3702, () => {
    socket.addMembership('239.255.255.250', process.argv[1])
    socket.setMulticastInterface(process.argv[1])
    process.stdin.on('data', (text) => socket.send(text, 3702, '239.255.255.250'))
    console.log('""')
  })
`

async function openListener({ within, inside }: Namespace) {
  const child = spawn('env', [...within, process.execPath, '-e', LISTENER, inside], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  const heard: string[] = []
  createInterface(child.stdout).on('line', (line) => heard.push(JSON.parse(line) as string))
  await expect.poll(() => heard).toEqual([''])
  const count = (name: string) => heard.filter((text) => text.includes(`<d:${name}>`)).length
  return { count, heard, send: (text: string) => child.stdin.write(text) }
}

test.skipIf(!canMakeNamespace())(
  'a client on the network hears the device come and go, and finds and resolves it',
  async () => {
    const namespace = makeNamespace()
    onTestFinished(() => namespace.remove())
    const listener = await openListener(namespace)
    const discovery = await openWsDiscovery({
      endpoint: ENDPOINT,
      xaddr: `http://${namespace.outside}:8080/onvif/device_service`,
      scopes: SCOPES,
      place: { address: namespace.outside, subnetMask: '255.255.255.248' },
      clock: startClock(),
      log: openLog('silent'),
    })
    onTestFinished(() => discovery.close())
    await expect.poll(() => listener.count('Hello')).toBe(2)

    const { stdout } = await promisify(execFile)(
      'env',
      [...namespace.within, process.execPath, '-e', CLIENT, `${namespace.name}i`],
      { cwd: import.meta.dirname },
    )
    expect(JSON.parse(stdout)).toMatchObject({
      endpointReference: { address: ENDPOINT },
      types: 'dn:NetworkVideoTransmitter tds:Device',
      scopes: SCOPES.join(' '),
      XAddrs: `http://${namespace.outside}:8080/onvif/device_service`,
    })

    listener.send(
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing">' +
        '<s:Header><a:MessageID>urn:uuid:1</a:MessageID></s:Header>' +
        '<s:Body><d:Resolve xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery">' +
        `<a:EndpointReference><a:Address>${ENDPOINT}</a:Address></a:EndpointReference></d:Resolve></s:Body></s:Envelope>`,
    )
    await expect.poll(() => listener.count('ResolveMatch')).toBe(1)
    expect(listener.heard.at(-1)).toContain('<a:RelatesTo>urn:uuid:1</a:RelatesTo>')

    await discovery.close()
    await expect.poll(() => listener.count('Bye')).toBe(2)
  },
)
