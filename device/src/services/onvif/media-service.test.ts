/** What the media service refuses, and that nothing is stored then. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEDIA_PROFILES_MAX } from '../../state/media-profiles.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { onvifMediaService } from './media-service.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([onvifMediaService])
  device.makeAccounts()
})
afterEach(() => device.close())

/** The text of the answer to an operation. */
const send = (body: string, as = 'root') =>
  device.text('/onvif/services', {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema"><s:Body>${body}</s:Body></s:Envelope>`,
    as,
  })

const create = (token = '') =>
  send(
    `<trt:CreateProfile><trt:Name>Gate</trt:Name>${token && `<trt:Token>${token}</trt:Token>`}</trt:CreateProfile>`,
  )

const streamUri = (profile: string, protocol = 'RTSP', stream = 'RTP-Unicast') =>
  send(
    `<trt:GetStreamUri><trt:StreamSetup><tt:Stream>${stream}</tt:Stream><tt:Transport><tt:Protocol>${protocol}</tt:Protocol></tt:Transport></trt:StreamSetup><trt:ProfileToken>${profile}</trt:ProfileToken></trt:GetStreamUri>`,
  )

test('a token that is taken or malformed, and a ninth profile are refused', async () => {
  expect(await create('mine')).toContain('token="mine"')
  expect(await create('mine')).toContain('ter:ProfileExists')
  expect(await create('no spaces')).toContain('ter:InvalidArgVal')
  for (let n = 2; n < MEDIA_PROFILES_MAX; n += 1) expect(await create()).toContain('Profile')
  expect(await create()).toContain('ter:MaxNVTProfiles')
  expect(device.mediaProfiles.all()).toHaveLength(MEDIA_PROFILES_MAX)
  expect(await create()).not.toContain('Internal')
})

test('the address of a stream needs a complete profile, unicast and RTSP', async () => {
  expect(await streamUri('profile_1')).toContain('rtsp://127.0.0.1')
  expect(await streamUri('profile_9')).toContain('ter:NoProfile')
  await create('bare')
  expect(await streamUri('bare')).toContain('ter:IncompleteConfiguration')
  expect(await streamUri('profile_1', 'RTSP', 'RTP-Multicast')).toContain('ter:InvalidStreamSetup')
  device.parameters.set({ 'root.Network.RTSP.Enabled': false })
  expect(await streamUri('profile_1')).toContain('ter:StreamConflict')
})

const setEncoder = (change: Record<string, string>) => {
  const { name, size, quality, fps, interval, timeout, encoding } = {
    name: 'Main',
    size: '320x240',
    quality: '70',
    fps: '15',
    interval: '1',
    timeout: 'PT60S',
    encoding: 'JPEG',
    ...change,
  }
  const [width = '', height = ''] = size.split('x')
  return send(
    `<trt:SetVideoEncoderConfiguration><trt:Configuration token="encoder_1"><tt:Name>${name}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution><tt:Quality>${quality}</tt:Quality><tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit><tt:EncodingInterval>${interval}</tt:EncodingInterval><tt:BitrateLimit>0</tt:BitrateLimit></tt:RateControl><tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>1</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast><tt:SessionTimeout>${timeout}</tt:SessionTimeout></trt:Configuration><trt:ForcePersistence>true</trt:ForcePersistence></trt:SetVideoEncoderConfiguration>`,
  )
}

test('an encoder is set, and what it can’t do is refused', async () => {
  expect(await setEncoder({})).toContain('SetVideoEncoderConfigurationResponse')
  const stored = { name: 'Main', resolution: '320x240', compression: 30, fps: 15, timeout: 60 }
  expect(device.mediaProfiles.encoders().get('encoder_1')).toEqual(stored)
  for (const wrong of [
    { name: '' },
    { size: '7x7' },
    { quality: '101' },
    { fps: '0' },
    { fps: '31' },
    { interval: '2' },
    { timeout: 'PT9S' },
    { timeout: 'PT2H' },
    { timeout: 'soon' },
  ]) {
    expect(await setEncoder(wrong), JSON.stringify(wrong)).toContain('ter:')
  }
  expect(device.mediaProfiles.encoders().get('encoder_1')).toEqual(stored)
})
