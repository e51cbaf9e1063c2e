import { getAudioPeers, getAudioSite } from '@lintel/contract/calls/audio'
import {
  AUDIO_SITE_SET,
  getCaCertificates,
  getCertificates,
  getCertSet,
  listCertificates,
  setCertSet,
} from '@lintel/contract/calls/certificates'
import { standingOf } from '@lintel/contract/audio-peers'
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { systemReady } from '@lintel/contract/calls/system'
import { getTrial, startWebServerTrial } from '@lintel/contract/calls/trial'
import { getWebServerTls, setWebServerTls } from '@lintel/contract/calls/web-server'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { parametersQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { callSoap } from '../../app/soap.ts'
import { ChangedMeanwhile } from '../../app/stored/changed-meanwhile.ts'
import { CERTIFICATE_SETTLES, GONE_TIMEOUT, TRIAL_ENDS } from '../../app/timing.ts'
import { confirm } from '../../app/trial/confirm.ts'
import type { Move } from '../../app/trial/move.ts'
import { trialQuery } from '../../app/trial/trial-state.ts'
import { wait } from '../../app/wait.ts'
import { configurationOf, placeFor, sameTls, tlsState, toSend } from './tls.ts'
import type { Choice, TlsState, TlsValues } from './tls.ts'

/**
 * The device says when certificates, or the settings of its web server, have changed; what becomes
 * of settings on trial is asked for.
 */
export const tlsQuery = queryOptions({
  queryKey: ['certificates', 'tls'],
  queryFn: ({ signal }) => readTls(signal),
  refetchInterval: ({ state }) => (state.data?.triedBy === undefined ? false : TRIAL_ENDS),
})

/** As it is stored: what is only tried is told, and does not take the place of what was read before. */
async function readTls(signal?: AbortSignal): Promise<TlsState> {
  const options = signal ? { signal } : {}
  const [{ Configuration }, certificates, status] = await Promise.all([
    callSoap(getWebServerTls, {}, options),
    ownCertificates(options),
    // What it tells only adds a warning.
    device.call(firmwareStatus, {}, options).catch(() => undefined),
  ])
  const now = tlsState(Configuration, certificates, status)
  if (!deviceHas(getTrial)) return now
  // After the settings, so that none of a trial are taken for stored ones.
  const trial = await device.call(getTrial, {}, options)
  queryClient.setQueryData(trialQuery.queryKey, trial)
  if (trial.state !== 'running' || trial.kind !== 'security') return now
  const before = queryClient.getQueryData(tlsQuery.queryKey) ?? now
  return { ...before, certificates, triedBy: trial.user }
}

/** Those with a key; where the device tells, with what kind of key. */
async function ownCertificates(options: { signal?: AbortSignal }): Promise<Choice[]> {
  if (deviceHas(listCertificates)) {
    const { certificates } = await device.call(listCertificates, {}, options)
    return certificates.filter(({ kind }) => kind === 'own')
  }
  const { NvtCertificate } = await callSoap(getCertificates, {}, options)
  return NvtCertificate.map(({ CertificateID }) => ({ id: CertificateID }))
}

async function readBack(): Promise<TlsState> {
  const state = await readTls()
  queryClient.setQueryData(tlsQuery.queryKey, state)
  return state
}

/**
 * Stores how the web server answers. The device gets 8 s to take it over (A §4). Where it has trials,
 * the settings stay only when they are confirmed over a connection made with them: here, or by the
 * console where it then has to be opened (OPEN-41).
 * @returns where that is, when it is not here
 * @throws ChangedMeanwhile, or a DeviceFault with the device's own words (A §8)
 */
export async function saveTls(before: TlsValues, values: TlsValues): Promise<Move | undefined> {
  const { values: stored, ciphers: reported } = await readTls()
  if (!sameTls(stored, before) && !sameTls(stored, values)) {
    await readBack()
    throw new ChangedMeanwhile(stored)
  }
  const here = new URL(location.href)
  const move = deviceHas(startWebServerTrial)
    ? await tryOut(values, reported, here)
    : await setForGood(values, reported, here)
  if (move) return move
  const now = await readBack()
  if (!sameTls(now.values, values)) throw new DeviceFault('refused', setWebServerTls.id, '')
  return undefined
}

async function tryOut(
  values: TlsValues,
  reported: readonly string[],
  here: URL,
): Promise<Move | undefined> {
  const { certificate, policy } = values
  const started = await device.call(startWebServerTrial, {
    ...(certificate === '' ? {} : { certificate }),
    policy,
    ciphers: toSend(values, reported),
  })
  await wait(CERTIFICATE_SETTLES)
  // Whatever is tried, this answers over http: a device that went meanwhile comes back to this page.
  if (here.protocol === 'http:') {
    await device.call(systemReady, { timeout: 0 }, { timeoutMs: GONE_TIMEOUT })
  }
  if (started.kept) return undefined
  const { ticket, addresses, seconds } = started
  const url = placeFor(policy, here, addresses)
  if (url !== here.origin || here.protocol === 'https:') {
    // Only a page that is opened anew lets a person look at a certificate that the browser doubts.
    const left = seconds - CERTIFICATE_SETTLES / 1000
    return { url, ticket, seconds: left, from: here.origin }
  }
  await confirm(device, ticket)
  return undefined
}

/** Without trials it counts at once, and its answer may get lost with the connection that it ends. */
async function setForGood(
  values: TlsValues,
  reported: readonly string[],
  here: URL,
): Promise<Move | undefined> {
  const lost = await callSoap(setWebServerTls, {
    Configuration: configurationOf(values, reported),
  }).then(
    () => undefined,
    (fault: unknown) => {
      if (fault instanceof DeviceFault && isLost(fault)) return fault
      throw fault
    },
  )
  await wait(CERTIFICATE_SETTLES)
  const url = placeFor(values.policy, here, standardPlaces(here))
  if (url === here.origin) return undefined
  // A device that still answers here as before has not heard of it.
  const still = lost && (await readBack().catch(() => undefined))
  if (still && !sameTls(still.values, values)) throw lost
  return { url }
}

/** Where a device answers that does not tell: at the port that its parameters name, and at that of http. */
function standardPlaces({ hostname }: URL): { http: string; https: string } {
  const known = queryClient.getQueryData(parametersQuery('admin').queryKey)
  const port = known?.values.get('root.HTTPS.Port') ?? '443'
  return { http: `http://${hostname}`, https: `https://${hostname}:${port}` }
}

/** The authority that the audio site trusts, and those to choose from. A §3, A §7. */
export interface AudioSiteTrust {
  caCertificates: string[]
  audioSiteCurrentCaCert: string
}

export const audioSiteTrustQuery = queryOptions({
  queryKey: ['certificates', 'audioSite'],
  queryFn: ({ signal }) => readTrust(signal),
})

async function readSet(signal?: AbortSignal) {
  const options = signal ? { signal } : {}
  return (await callSoap(getCertSet, { CertSetName: AUDIO_SITE_SET }, options)).CertSet
}

async function readTrust(signal?: AbortSignal): Promise<AudioSiteTrust> {
  const options = signal ? { signal } : {}
  const [set, { CACertificate }] = await Promise.all([
    readSet(signal),
    callSoap(getCaCertificates, {}, options),
  ])
  const [current = ''] = set.CACertificates?.Id ?? []
  const ids = CACertificate.map(({ CertificateID }) => CertificateID)
  return {
    caCertificates: current === '' || ids.includes(current) ? ids : [...ids, current],
    audioSiteCurrentCaCert: current,
  }
}

export interface AudioSiteValues {
  /** Its id; empty for none. */
  caCertificate: string
}

export const sameTrust = (one: AudioSiteValues, other: AudioSiteValues): boolean =>
  one.caCertificate === other.caCertificate

/** Stores which authority the audio site trusts, gives the device 8 s, and reads it back. A §4. */
export async function saveTrust(before: AudioSiteValues, values: AudioSiteValues): Promise<void> {
  const set = await readSet()
  const stored = { caCertificate: set.CACertificates?.Id[0] ?? '' }
  if (!sameTrust(stored, before) && !sameTrust(stored, values)) {
    queryClient.setQueryData(audioSiteTrustQuery.queryKey, await readTrust())
    throw new ChangedMeanwhile(stored)
  }
  const { caCertificate } = values
  await callSoap(setCertSet, {
    CertSetName: AUDIO_SITE_SET,
    CertSet: { ...set, CACertificates: { Id: caCertificate === '' ? [] : [caCertificate] } },
  })
  await wait(CERTIFICATE_SETTLES)
  const now = await readTrust()
  queryClient.setQueryData(audioSiteTrustQuery.queryKey, now)
  if (now.audioSiteCurrentCaCert !== caCertificate) {
    throw new DeviceFault('refused', setCertSet.id, '')
  }
}

/** Whether the device leads an audio site or belongs to one; asked of audio products alone. */
export const hasAudioSiteQuery = (serial: string | undefined) =>
  queryOptions({
    queryKey: ['audio', 'hasSite', serial],
    queryFn: async ({ signal }) => {
      const peers = (await there(device.call(getAudioPeers, {}, { signal })))?.Peer
      const standing = peers && standingOf(peers, serial)
      if (standing?.follower) return true
      if (standing?.own && !standing.leader) return false
      return (await there(device.call(getAudioSite, {}, { signal }))) !== undefined
    },
  })

/** What the device lacks is undefined. */
async function there<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (fault) {
    if (fault instanceof DeviceFault && fault.kind === 'missing') return undefined
    throw fault
  }
}
