import type { AnswerOf } from '@lintel/contract/call'
import { getAudioPeers, getAudioSite } from '@lintel/contract/calls/audio'
import {
  AUDIO_SITE_SET,
  getCaCertificates,
  getCertSet,
  setCertSet,
} from '@lintel/contract/calls/certificates'
import type { CallOptions } from '@lintel/contract/client'
import { audioRoleOf } from '@lintel/contract/audio-peers'
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { getTrial, startWebServerTrial } from '@lintel/contract/calls/trial'
import { getWebServerTls, setWebServerTls } from '@lintel/contract/calls/web-server'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { deviceLocation } from '@lintel/contract/site'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { unlessMissing } from '../../app/missing.ts'
import { ownCertificates } from '../../app/own-certificates.ts'
import { parametersQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { probe } from '../../app/probe.ts'
import { callSoap } from '../../app/soap.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { CERTIFICATE_SETTLES, GONE_TIMEOUT, TRIAL_ENDS } from '../../app/timing.ts'
import { confirm } from '../../app/trial/confirm.ts'
import type { Move } from '../../app/trial/move.ts'
import { trialQuery } from '../../app/trial/trial-state.ts'
import { wait } from '../../app/wait.ts'
import { configurationOf, placeFor, sameTls, tlsState, toSend } from './tls.ts'
import type { TlsState, TlsValues } from './tls.ts'

/** The device announces changes of certificates and of its web server's settings. */
const TLS = ['certificates', 'tls']

/** The stored settings: those on trial are reported separately and don't replace them. */
async function readTls(versioned: CallOptions): Promise<TlsState> {
  const options = unversioned(versioned)
  const [{ Configuration }, certificates, status] = await Promise.all([
    callSoap(getWebServerTls, {}, versioned),
    ownCertificates(options),
    // It only adds a warning.
    device.call(firmwareStatus, {}, options).catch(() => undefined),
  ])
  const now = tlsState(Configuration, certificates, status)
  if (!deviceHas(getTrial)) return now
  // After the settings, so that a trial's are not mistaken for stored ones.
  const trial = await device.call(getTrial, {}, options)
  queryClient.setQueryData(trialQuery.queryKey, trial)
  if (trial.state !== 'running' || trial.kind !== 'security') return now
  const before = queryClient.getQueryData<TlsState>(TLS) ?? now
  return { ...before, certificates, triedBy: trial.user }
}

/** Options for reads without a version. */
const unversioned = ({ signal }: CallOptions): CallOptions => (signal ? { signal } : {})

/**
 * The web server's settings. The device gets 8 s to apply them (A §4). If it has trials, the
 * settings stay only when they are confirmed over a connection made with them: here, or by the
 * console where it then has to be opened (OPEN-41).
 */
export const tlsSetting = storedSetting<TlsState, TlsValues, Move>({
  key: TLS,
  read: readTls,
  call: setWebServerTls.id,
  values: ({ values }) => values,
  same: sameTls,
  write(values, { now: { ciphers: reported }, options }) {
    const here = deviceLocation()
    return deviceHas(startWebServerTrial)
      ? tryOut(values, reported, here, options)
      : setForGood(values, reported, here, options)
  },
})

/** The outcome of settings on trial is polled. */
export const tlsQuery = queryOptions({
  ...tlsSetting.query,
  refetchInterval: ({ state }) => (state.data?.triedBy === undefined ? false : TRIAL_ENDS),
})

async function tryOut(
  values: TlsValues,
  reported: readonly string[],
  here: URL,
  options: CallOptions,
): Promise<Move | undefined> {
  const { certificate, policy } = values
  const wanted = {
    ...(certificate === '' ? {} : { certificate }),
    policy,
    ciphers: toSend(values, reported),
  }
  const started = await device.call(startWebServerTrial, wanted, options)
  await wait(CERTIFICATE_SETTLES)
  // http keeps answering during the trial, so the device comes back to this page.
  if (here.protocol === 'http:') {
    await probe(device, { timeoutMs: GONE_TIMEOUT })
  }
  if (started.stored) return undefined
  const { ticket, addresses, seconds } = started
  const url = placeFor(policy, here, addresses)
  if (url !== here.origin || here.protocol === 'https:') {
    // Only a newly opened page lets a person inspect a certificate that the browser distrusts.
    const left = seconds - CERTIFICATE_SETTLES / 1000
    return { url, ticket, seconds: left, from: here.origin }
  }
  await confirm(device, ticket)
  return undefined
}

/**
 * Without trials it applies at once, and its answer may get lost with the connection that it
 * closes.
 */
async function setForGood(
  values: TlsValues,
  reported: readonly string[],
  here: URL,
  options: CallOptions,
): Promise<Move | undefined> {
  const Configuration = configurationOf(values, reported)
  const lost = await callSoap(setWebServerTls, { Configuration }, options).then(
    () => undefined,
    (fault: unknown) => {
      if (fault instanceof DeviceFault && isLost(fault)) return fault
      throw fault
    },
  )
  await wait(CERTIFICATE_SETTLES)
  const url = placeFor(values.policy, here, standardPlaces(here))
  if (url === here.origin) return undefined
  // A device that still answers here as before did not get the request.
  const still = lost && (await readTls({}).catch(() => undefined))
  if (still && !sameTls(still.values, values)) throw lost
  return { url }
}

/** Where a device answers that does not report it: at the port in its parameters, and at http's. */
function standardPlaces({ hostname }: URL): { http: string; https: string } {
  const known = queryClient.getQueryData(parametersQuery('admin').queryKey)
  const port = known?.values.get('root.HTTPS.Port') ?? '443'
  return { http: `http://${hostname}`, https: `https://${hostname}:${port}` }
}

type CertSet = AnswerOf<typeof getCertSet>['CertSet']

/** The authority that the audio site trusts, and the possible ones. A §3, A §7. */
export interface AudioSiteTrust {
  caCertificates: string[]
  audioSiteCurrentCaCert: string
  /** All that the site uses. */
  set: CertSet
}

export interface AudioSiteValues {
  /** Its id; empty for none. */
  caCertificate: string
}

/** The authority that the audio site trusts. The device gets 8 s to apply it. A §4. */
export const audioSiteSetting = storedSetting<AudioSiteTrust, AudioSiteValues>({
  key: ['certificates', 'audioSite'],
  read: readTrust,
  call: setCertSet.id,
  values: ({ audioSiteCurrentCaCert }) => ({ caCertificate: audioSiteCurrentCaCert }),
  async write({ caCertificate }, { now: { set }, options }) {
    const CertSet = { ...set, CACertificates: { Id: caCertificate === '' ? [] : [caCertificate] } }
    await callSoap(setCertSet, { CertSetName: AUDIO_SITE_SET, CertSet }, options)
    await wait(CERTIFICATE_SETTLES)
    return undefined
  },
})

async function readTrust(versioned: CallOptions): Promise<AudioSiteTrust> {
  const [{ CertSet: set }, { CACertificate }] = await Promise.all([
    callSoap(getCertSet, { CertSetName: AUDIO_SITE_SET }, versioned),
    callSoap(getCaCertificates, {}, unversioned(versioned)),
  ])
  const [current = ''] = set.CACertificates?.Id ?? []
  const ids = CACertificate.map(({ CertificateID }) => CertificateID)
  return {
    caCertificates: current === '' || ids.includes(current) ? ids : [...ids, current],
    audioSiteCurrentCaCert: current,
    set,
  }
}

/** Whether the device leads an audio site or belongs to one; only requested on audio products. */
export const hasAudioSiteQuery = (serial: string | undefined) =>
  queryOptions({
    queryKey: ['audio', 'hasSite', serial],
    queryFn: async ({ signal }) => {
      const peers = (await unlessMissing(device.call(getAudioPeers, {}, { signal })))?.Peer
      const audioRole = peers && audioRoleOf(peers, serial)
      if (audioRole?.follower) return true
      if (audioRole?.own && !audioRole.leader) return false
      return (await unlessMissing(device.call(getAudioSite, {}, { signal }))) !== undefined
    },
  })
