/**
 * Clients of many makers against running devices, with factory settings and in the forms in which
 * such clients send their calls. Together they make every call of the contract.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { SoapCall } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import * as audio from '@lintel/contract/calls/audio'
import * as certificates from '@lintel/contract/calls/certificates'
import { applicationConditions } from '@lintel/contract/calls/applications'
import * as callLog from '@lintel/contract/calls/call-log'
import { followSystemLog } from '@lintel/contract/calls/log'
import { getWaveform } from '@lintel/contract/calls/clips'
import * as triggers from '@lintel/contract/calls/dtmf-triggers'
import { eventSocket } from '@lintel/contract/calls/events'
import * as firmware from '@lintel/contract/calls/firmware'
import { getHealth } from '@lintel/contract/calls/health'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import * as phonebookLists from '@lintel/contract/calls/phonebook-lists'
import * as onvif from '@lintel/contract/calls/onvif-users'
import { listParameters } from '@lintel/contract/calls/parameters'
import * as session from '@lintel/contract/calls/session'
import { getUnusedSipSettings } from '@lintel/contract/calls/sip'
import { getDiskJobs } from '@lintel/contract/calls/storage'
import { addressAfterReset } from '@lintel/contract/calls/system'
import * as time from '@lintel/contract/calls/time'
import * as trial from '@lintel/contract/calls/trial'
import * as users from '@lintel/contract/calls/users'
import * as video from '@lintel/contract/calls/video'
import * as web from '@lintel/contract/calls/web-server'
import { subscribeMessage } from '@lintel/contract/events'
import { missingPrograms } from '@lintel/disk-image/programs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeImage } from '../device/src/engines/firmware/testing/make-image.ts'
import { openOpenSsl } from '../device/src/services/testing/openssl.ts'
import { makePairs } from '../device/src/services/testing/certificate-calls.ts'
import { buildDevice } from '../device/src/testing/fake-board.ts'
import type { Account } from '../front-door/src/testing/clients/client.ts'
import { execute } from '../front-door/src/testing/clients/client.ts'
import { md5Fetch } from '../front-door/src/testing/clients/md5-fetch.ts'
import { curl, ffmpeg, wget } from '../front-door/src/testing/clients/programs.ts'
import { httpx, lwp, requests, urllib } from '../front-door/src/testing/clients/scripts.ts'
import { useDoorController } from './outside-clients/access-steps.ts'
import { useApplications } from './outside-clients/app-steps.ts'
import { useClips } from './outside-clients/clip-steps.ts'
import { useDisplay } from './outside-clients/display-steps.ts'
import { OWN_EVENT_STEPS, useActionService } from './outside-clients/event-steps.ts'
import { OWN_MQTT_STEPS } from './outside-clients/mqtt-steps.ts'
import { useNetworkShare, useNewCard, useStoredPicture } from './outside-clients/disk-steps.ts'
import { browser, firstMessage } from './outside-clients/browser.ts'
import { audioSiteSteps, SPEAKER } from './outside-clients/audio-site-steps.ts'
import { changeSchedule, makeScheduleCalls } from './outside-clients/schedule-steps.ts'
import { testLoudspeaker } from './outside-clients/speaker-steps.ts'
import { made, openStation, ROOT } from './outside-clients/station.ts'
import type { Station } from './outside-clients/station.ts'
import { does, missingZeep, zeep } from './outside-clients/zeep.ts'
import type { ZeepCall } from './outside-clients/zeep.ts'
import { ONVIF_STEPS, makeOnvifCalls } from './outside-clients/onvif-steps.ts'
import { usePhonebookFiles } from './outside-clients/phonebook-steps.ts'
import { callStep, followSteps, SIP_STEPS } from './outside-clients/sip-steps.ts'
import { useActionRules } from './outside-clients/rule-steps.ts'
import { RESTARTS, STEPS } from './outside-clients/steps.ts'

const FIRMWARE = {
  running: { slot: 'B', version: '9.80.4', buildDate: 'Nov 20 2026 09:12' },
  inactive: { slot: 'A', version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  committed: false,
  upgradedAt: Date.UTC(2026, 10, 20),
} as const

let door: Station
let speaker: Station
beforeAll(async () => {
  buildDevice()
  ;[door, speaker] = await Promise.all([
    openStation('A8307-E', FIRMWARE),
    openStation('C1410', undefined, SPEAKER),
  ])
  // It was made without credentials, by `fetch`, as `text/plain`.
  made.add(users.addUser.id)
}, 120_000)
afterAll(async () => {
  await Promise.all([door, speaker].map((station) => station.close()))
})

type Skip = (condition: boolean, note: string) => void
const need = (skip: Skip, missing: string | undefined): void =>
  skip(missing !== undefined, `${missing} is not installed`)

test.for(STEPS)(
  '$client.name',
  { timeout: 60_000 },
  async ({ client, atDoor, atSpeaker }, { skip }) => {
    need(skip, client.missing)
    await door.makes(client, atDoor)
    if (atSpeaker.length > 0) await speaker.makes(client, atSpeaker)
  },
)

test.for([curl, wget, ffmpeg, urllib, requests, httpx])(
  '$name signs in over https',
  { timeout: 60_000 },
  async (client, { skip }) => {
    need(skip, client.missing)
    const query = { action: 'list', group: 'root.Brand' }
    const step = { call: listParameters, query, find: /^root\.Brand\.Brand=/ }
    await door.makes(client, [step, step], 'https')
  },
)

test.for([
  [video.liveVideo, 'resolution=320x240&fps=30'],
  [video.previewVideo, 'resolution=320x240&fps=30&brightness=80'],
] as const)(
  'ffmpeg reads the stream of $0.path',
  { timeout: 60_000 },
  async ([call, query], { skip }) => {
    need(skip, ffmpeg.missing)
    const url = new URL(`${door.url()}${call.path}?${query}`)
    Object.assign(url, { username: ROOT.user, password: ROOT.password })
    const shown = '-v error -nostdin -f mpjpeg -i'.split(' ')
    const kept = '-frames:v 3 -c copy -f image2pipe pipe:1'.split(' ')
    const { stdout, stderr } = await execute('ffmpeg', [...shown, url.href, ...kept])
    const pictures = stdout.toString('latin1').split('\xff\xd8\xff').length - 1
    expect([pictures, stderr]).toEqual([3, ''])
    made.add(call.id)
  },
)

test('ffmpeg takes a picture', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, ffmpeg.missing)
  await door.makes(ffmpeg, [{ call: video.getImage }])
})

test('the loudspeaker is calibrated and tested', { timeout: 60_000 }, () =>
  testLoudspeaker(speaker, md5Fetch),
)

/** Calls with zeep that are known by their operation. */
async function zeepMakes(
  wsdl: string,
  calls: readonly (ZeepCall & { call: SoapCall })[],
  token?: Account,
): Promise<unknown[]> {
  const results = await zeep(door.url() + wsdl, ROOT, calls, token)
  for (const { call } of calls) made.add(call.id)
  return results
}

test('zeep', { timeout: 120_000 }, async ({ skip }) => {
  need(skip, missingZeep)
  const openssl = openOpenSsl()
  onTestFinished(() => openssl.close())
  await makePairs(openssl)
  await openssl.run('pkcs12 -export -in rsa.crt -inkey rsa.key -out rsa.p12 -passout pass:secret')
  const base64 = (name: string) => openssl.read(name).toString('base64')
  const file = (name: string) => ({ Data: base64(name) })
  const { deviceManagement } = onvif
  const [, , , , , , request] = await zeepMakes(deviceManagement.description, [
    does(getOnvifTime),
    does(onvif.createOnvifUsers, {
      User: [{ Username: 'nvr', Password: 'Recorder 1', UserLevel: 'Administrator' }],
    }),
    does(certificates.loadCertificateWithKey, {
      CertificateWithPrivateKey: [
        { CertificateID: 'mine', Certificate: file('ec.crt'), PrivateKey: file('ec.key') },
      ],
    }),
    does(certificates.loadCaCertificates, {
      CACertificate: [{ CertificateID: 'authority', Certificate: file('ca.crt') }],
    }),
    does(certificates.createCertificate, { CertificateID: 'made', Subject: 'door.example' }),
    does(certificates.getCertificateInformation, { CertificateID: 'made' }),
    does(certificates.getPkcs10Request, { CertificateID: 'made', Subject: 'door.example' }),
    does(certificates.getCertificates),
    does(certificates.getCaCertificates),
    does(certificates.getCertificatesStatus),
  ])
  openssl.write('request.der', Buffer.from(String(request), 'base64'))
  await openssl.run(
    'x509 -req -inform DER -in request.der -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -out signed.crt',
  )
  // Its second account signs its messages itself.
  await zeepMakes(
    deviceManagement.description,
    [
      does(certificates.loadCertificates, {
        NVTCertificate: [{ CertificateID: 'made', Certificate: file('signed.crt') }],
      }),
      does(onvif.setOnvifUser, {
        User: [{ Username: 'nvr', Password: 'Recorder 1', UserLevel: 'Administrator' }],
      }),
      does(onvif.getOnvifUsers),
    ],
    { user: 'nvr', password: 'Recorder 1' },
  )
  await zeepMakes(certificates.certificateService.description, [
    does(certificates.makeCertificate, {
      CertificateID: 'strong',
      KeyType: 'EC-P256',
      Subject: { CommonName: 'door.example', AlternativeName: ['192.0.2.7'] },
    }),
    does(certificates.requestSigning, { CertificateID: 'strong' }),
    does(certificates.loadPkcs12, {
      CertificateID: 'packed',
      Pkcs12: file('rsa.p12'),
      Password: 'secret',
    }),
    does(certificates.listCertSets),
    does(certificates.setCertSet, {
      CertSetName: 'AUDIOSITE',
      CertSet: { Certificates: { Id: ['strong'] }, CACertificates: { Id: ['authority'] } },
    }),
    does(certificates.getCertSet, { CertSetName: 'AUDIOSITE' }),
  ])
  await makeScheduleCalls(zeepMakes)
  await useActionService(door, zeepMakes, curl)
  const [configuration] = await zeepMakes(web.webServer.description, [does(web.getWebServerTls)])
  await zeepMakes(web.webServer.description, [
    does(web.setWebServerTls, { Configuration: configuration }),
  ])
  for (const [described, steps] of ONVIF_STEPS) await zeepMakes(described, steps)
  await zeepMakes(deviceManagement.description, [
    does(certificates.deleteCertificates, { CertificateID: ['mine', 'packed'] }),
    does(onvif.deleteOnvifUsers, { Username: ['nvr'] }),
  ])
})

test('requests uses the call service', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, requests.missing)
  await door.makes(requests, SIP_STEPS)
  // A phone that rings until the call ends.
  const phone = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void phone.close())
  await once(phone, 'listening')
  const [called] = await door.makes(requests, [callStep(`sip:127.0.0.1:${phone.address().port}`)])
  const { CallId } = JSON.parse(called?.text ?? '{}') as { CallId: string }
  await door.makes(requests, followSteps(CallId))
})

test(
  'Chromium reads the call log, and sets what calls do',
  { timeout: 60_000 },
  async ({ skip }) => {
    need(skip, browser.missing)
    const trigger = { name: 'Door', account: '', port: 3, pulse: 5000 }
    const [added] = await door.makes(browser, [
      { call: triggers.addDtmfTrigger, json: { ...trigger, code: '*12' }, find: /"code":"\*12"/ },
      { call: triggers.getDtmfTriggers, query: { sort: 'name' }, find: /"total":1/ },
      { call: callLog.getCallLog, query: { sort: 'started' }, find: /"items":\[/ },
      { call: callLog.getCallsPerDay, query: { days: '7' }, find: /"days":\[/ },
      { call: callLog.exportCallLog, find: /^started,direction,/ },
      { call: callLog.clearCallLog, json: {} },
      { call: followSystemLog, query: {}, find: /"cursor":/ },
      { call: getHealth, query: { range: 'hour' }, find: /"latest":\{"temperature":/ },
      { call: phonebookLists.listOrganisations, find: /"items":\[/ },
      { call: phonebookLists.listContacts, query: { sort: 'lastName' }, find: /"items":\[/ },
      { call: phonebookLists.listCallGroups, query: { onDisplay: 'true' }, find: /"items":\[/ },
      { call: getUnusedSipSettings, find: /"StreamParameters"/ },
      { call: callLog.getSipLadder, query: { accountId: 'sip_account_0' }, find: /"lines":/ },
    ])
    const { id, version } = JSON.parse(added?.text ?? '{}') as { id: string; version: string }
    const [changed] = await door.makes(browser, [
      { call: triggers.updateDtmfTrigger, json: { ...trigger, code: '9', id, version } },
    ])
    const now = JSON.parse(changed?.text ?? '{}') as { version: string }
    await door.makes(browser, [
      { call: triggers.removeDtmfTrigger, json: { id, version: now.version } },
    ])
  },
)

test('Chromium changes a schedule', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, browser.missing)
  await changeSchedule(door)
})

test('curl uses a network share and a new card', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, curl.missing)
  await useNetworkShare(door, curl, '127.61.0.9')
  const missing = missingPrograms(['mkfs.ext4', 'e2fsck', 'dumpe2fs', 'debugfs', 'cryptsetup'])
  need(skip, missing[0])
  await useNewCard(door, curl)
  await useStoredPicture(door, curl)
})

test('Chromium makes an action rule', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, browser.missing)
  await useActionRules(door, browser)
})

test('Chromium', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, browser.missing)
  await door.makes(browser, [
    { call: users.getUserGroups, find: /^root\n/ },
    { call: certificates.listCertificates, find: /"id":"device"/ },
    { call: time.getTimeStatus },
    { call: trial.tryAddress, query: { ip: '127.0.0.1' }, find: /"onHost":true/ },
    { call: trial.getTrial, find: /"none"/ },
    { call: trial.dismissTrial, json: {} },
    { call: addressAfterReset, find: /"moves":/ },
    { call: firmware.rollbackSettings, find: /"settings":/ },
    { call: getDiskJobs, find: /"jobs":/ },
    { call: applicationConditions, find: /"allowed":true/ },
    ...OWN_EVENT_STEPS,
    ...OWN_MQTT_STEPS,
    { call: session.signIn, json: ROOT, find: /"user":"root"/ },
    { call: session.signOut, json: {} },
  ])
  const message = subscribeMessage(['Device/Trigger/DigitalInput'], '1')
  const socket = { path: eventSocket.path, message }
  expect(JSON.parse(await firstMessage(door.url(), ROOT, socket))).toBeDefined()
  made.add(eventSocket.id)
  await speaker.makes(browser, [
    ...audioSiteSteps(new URL(door.url()).host),
    { call: audio.playClip, query: { clip: '0', repeat: '-1' } },
    { call: audio.setVolume, json: { volume: 20 } },
    { call: audio.getPlaying, find: /"volume":20/ },
    { call: getWaveform, path: '/lintel/clips/0', find: /"factory":true/ },
  ])
})

test('Chromium confirms a change on trial', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, browser.missing)
  const [started] = await door.makes(browser, [
    {
      call: trial.startWebServerTrial,
      json: {
        policy: 'HttpAndHttps',
        certificate: 'strong',
        ciphers: ['ECDHE-ECDSA-AES256-GCM-SHA384'],
      },
      find: /"ticket"/,
    },
  ])
  const { ticket } = JSON.parse(started?.text ?? '{}') as { ticket: string }
  await door.makes(browser, [
    { call: trial.confirmTrial, json: { ticket }, find: /"user":"root"/ },
    { call: trial.startTrial, json: { values: { 'root.Network.HostName': 'gate' } } },
  ])
})

test.for(RESTARTS)(
  '$client.name restarts the device',
  { timeout: 60_000 },
  async ({ client, steps }, { skip }) => {
    need(skip, client.missing)
    await door.makes(client, steps)
    await door.restarted()
  },
)

test.for([curl, requests, httpx, lwp, md5Fetch])(
  '$name uploads firmware',
  { timeout: 60_000 },
  async (client, { skip }) => {
    need(skip, client.missing)
    const base64 = (await makeImage({ version: '9.80.5' })).toString('base64')
    const file = { field: 'fileData', name: 'door.img', base64 }
    const call = firmware.upgradeFirmware
    await door.makes(client, [{ call, path: `${call.path}?type=normal`, file }])
    await door.restarted()
  },
)

test.for([curl, requests, httpx, lwp, md5Fetch])(
  '$name imports a phonebook with an image, exports it again, and sets display and HDMI output',
  { timeout: 60_000 },
  async (client, { skip }) => {
    need(skip, client.missing)
    await usePhonebookFiles(door, client)
    await useDisplay(door, client)
  },
)

test.for([curl, requests, httpx, lwp, md5Fetch])(
  '$name uses clips and applications',
  { timeout: 60_000 },
  async (client, { skip }) => {
    need(skip, client.missing)
    await useClips(speaker, client)
    await useApplications(door, client)
  },
)

test('requests uses a door controller and ONVIF', { timeout: 60_000 }, async ({ skip }) => {
  need(skip, requests.missing)
  await makeOnvifCalls(door, requests)
  await useDoorController(door, requests)
})

test('together they make every call', ({ skip }) => {
  const all = [curl, wget, ffmpeg, urllib, requests, httpx, lwp, browser]
  need(
    skip,
    [...all.map(({ missing }) => missing), missingZeep].find((one) => one !== undefined),
  )
  expect(deviceCalls.map(({ id }) => id).filter((id) => !made.has(id))).toEqual([])
})
