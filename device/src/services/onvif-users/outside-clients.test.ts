import { curl } from '@lintel/front-door/testing/curl'
import onvif from 'onvif'
import type { CamUser } from 'onvif'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { onvifUserService } from './onvif-users.ts'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([onvifUserService])
  device.makeAccounts()
  device.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'digest' })
})
afterEach(() => device.close())

interface User {
  username: string
  password: string
  userLevel: string
}

/** The npm package `onvif`: first a WS-UsernameToken, and HTTP Digest if that is refused. */
async function clientOf(username: string, password: string) {
  const { hostname, port } = new URL(device.url)
  const cam = new onvif.Cam({
    hostname,
    port: Number(port),
    username,
    password,
    autoconnect: false,
    timeout: 5000,
  })
  // Skips its query for the services, which this device does not answer.
  Object.assign(cam, { uri: { device: { path: '/onvif/device_service' } } })
  const answer = <T>(start: (done: (error: Error | null, found: unknown) => void) => void) =>
    new Promise<T>((resolve, reject) => {
      start((error, found) => {
        if (error) reject(error)
        else resolve(found as T)
      })
    })
  const users = (input: User[]) => input as unknown as CamUser[]
  // It dates its tokens by the device's clock.
  await answer((done) => cam.getSystemDateAndTime(done))
  type Listed = { username: string; userLevel: string }[]
  return {
    get: () => answer<Listed>((done) => cam.getUsers(done)),
    create: (input: User[]) => answer<Listed>((done) => cam.createUsers(users(input), done)),
    set: (input: User[]) => answer<Listed>((done) => cam.setUsers(users(input), done)),
    remove: (names: string[]) => answer<Listed>((done) => cam.deleteUsers(names, done)),
  }
}

const nvr = { username: 'nvr', password: 'a password', userLevel: 'Administrator' }

test('an ONVIF client manages the accounts with its own, by token (DEVICE-12, DEVICE-13, DEVICE-15)', async () => {
  device.onvifAccounts.add([{ name: 'nvr', level: 'Administrator', password: 'a password' }])
  const client = await clientOf('nvr', 'a password')
  const guest = { username: 'guest', password: 'x', userLevel: 'User' }
  expect(await client.create([guest])).toMatchObject([
    { username: 'nvr', userLevel: 'Administrator' },
    { username: 'guest', userLevel: 'User' },
  ])
  await client.set([{ ...guest, password: 'y', userLevel: 'Operator' }])
  expect(device.onvifAccounts.credentials('guest')).toEqual({ password: 'y', groups: ['operator'] })
  await expect(client.create([guest])).rejects.toThrow('A username exists already.')
  await expect((await clientOf('guest', 'y')).get()).rejects.toThrow('Sender not authorized')
  await client.remove(['guest'])
  expect(device.onvifAccounts.all()).toEqual([{ name: 'nvr', level: 'Administrator' }])
})

test('an ONVIF client with a device account signs in by Digest after its token is refused, any number of times', async () => {
  const client = await clientOf('root', 'pass-root')
  expect(await client.create([nvr])).toMatchObject([{ username: 'nvr' }])
  for (let n = 0; n < 12; n += 1) expect(await client.get()).toHaveLength(1)
  await expect((await clientOf('root', 'wrong')).get()).rejects.toThrow('401')
})

const ENVELOPE =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">' +
  '<soap:Body><GetUsers xmlns="http://www.onvif.org/ver10/device/wsdl"/></soap:Body></soap:Envelope>'

test('curl posts its own envelope with Digest, and reads the WSDL (DEVICE-10, DEVICE-14)', async () => {
  const root = ['--digest', '--user', 'root:pass-root']
  const type = ['--header', 'content-type: application/soap+xml; charset=utf-8']
  await (await clientOf('root', 'pass-root')).create([nvr])
  const response = await curl(...root, ...type, '--data', ENVELOPE, `${device.url}/vapix/services`)
  expect(response.status).toBe(200)
  expect(response.text).toContain(
    '<tds:GetUsersResponse><tds:User><tt:Username>nvr</tt:Username><tt:UserLevel>Administrator</tt:UserLevel></tds:User></tds:GetUsersResponse>',
  )
  const description = await curl(...root, `${device.url}/wsdl/onvif/devicemgmt.wsdl`)
  expect(description.text).toContain(`location="${device.url}/vapix/services"`)
})
