/** Disks as outside clients use them: what a client does with a new card and a network share. */
import * as properties from '@lintel/contract/calls/disk-properties'
import * as disks from '@lintel/contract/calls/disks'
import * as shares from '@lintel/contract/calls/network-shares'
import * as pictures from '@lintel/contract/calls/pictures'
import { SD_CARD } from '@lintel/contract/disks'
import { expect } from 'vitest'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import { md5Fetch } from '../../front-door/src/testing/clients/md5-fetch.ts'
import type { Station, Step } from './station.ts'

const CARD = { diskid: SD_CARD }
const ENCRYPTION = { schemaversion: '1', ...CARD }
const SUCCESS = /<GeneralSuccess\/>/

const listed = (attributes: RegExp): Step => ({
  call: disks.listDisks,
  query: { diskid: 'all' },
  find: attributes,
})

/** Calls in order. Those that start a job are followed by looks at it until it has ended. */
const STEPS: readonly Step[] = [
  listed(/status="failed" filesystem="illegal"/),
  {
    call: disks.getDiskCapabilities,
    query: CARD,
    find: /encryptionsupported="true".*name="ext4"/,
  },
  { call: properties.diskPropertyVersions, find: /<VersionNumber>1\.0</ },
  {
    call: properties.enableDiskEncryption,
    query: { ...ENCRYPTION, passphrase: 'open & shut ☂' },
    find: SUCCESS,
  },
  { call: disks.formatDisk, query: { ...CARD, filesystem: 'ext4' } },
  { call: disks.mountDisk, query: { ...CARD, action: 'mount' } },
  listed(/status="OK" filesystem="ext4".* encryptionenabled="true" diskencrypted="true"/),
  {
    call: properties.changeDiskPassphrase,
    query: { ...ENCRYPTION, oldpassphrase: 'open & shut ☂', newpassphrase: '+%26' },
    find: SUCCESS,
  },
  { call: disks.mountDisk, query: { ...CARD, action: 'unmount' } },
  { call: properties.disableDiskEncryption, query: ENCRYPTION, find: SUCCESS },
  listed(/status="no passphrase"/),
  { call: disks.formatDisk, query: { ...CARD, filesystem: 'ext4' } },
  { call: disks.checkDisk, query: CARD },
  { call: disks.repairDisk, query: CARD },
  listed(/status="connected" filesystem="ext4".* diskencrypted="false"/),
  { call: disks.lockDisk, query: { ...CARD, action: 'lock' }, find: /<lock .*result="OK"/ },
  { call: disks.lockDisk, query: { ...CARD, action: 'unlock' }, find: /<unlock .*result="OK"/ },
]

/** Looks at the pictures at most; each takes a program a few hundredths of a second. */
const LOOKS_MAX = 500

/** Makes every call of disks with a new card. */
export async function useNewCard(station: Station, client: Client): Promise<void> {
  station.insertCard(32 << 20)
  for (const step of STEPS) {
    const [answer] = await station.makes(client, [step])
    const [, jobid] = /<job [^>]*result="OK" jobid="(\d+)"/.exec(answer?.text ?? '') ?? []
    if (jobid !== undefined) await jobEnded(station, client, jobid)
  }
}

async function jobEnded(station: Station, client: Client, jobid: string): Promise<void> {
  const look: Step = { call: disks.getDiskJob, query: { ...CARD, jobid }, find: / progress="\d+"/ }
  await waitFor(station, look, 'progress="100"')
  await station.makes(client, [look])
}

/** Looks until the answer contains a text. Looks without a process for each cost little. */
async function waitFor(station: Station, look: Step, text: string): Promise<void> {
  await expect
    .poll(async () => (await station.makes(md5Fetch, [look]))[0]?.text, { timeout: 30_000 })
    .toContain(text)
}

/** Rings at a device with a card, and takes the picture that it stores. */
export async function useStoredPicture(station: Station, client: Client): Promise<void> {
  await station.makes(client, [{ call: disks.mountDisk, query: { ...CARD, action: 'mount' } }])
  let stored = ''
  for (let looks = 0; looks < LOOKS_MAX && stored === ''; looks += 1) {
    // The card may not be mounted yet.
    station.send({ type: 'pressed', key: 'callButton' })
    const [answer] = await station.makes(client, [{ call: pictures.getPictures, find: /"items":/ }])
    stored = /"id":"([^"]+)"/.exec(answer?.text ?? '')?.[1] ?? ''
  }
  const query = { id: stored }
  await station.makes(client, [
    { call: pictures.getPicture, query, find: /JFIF/ },
    { call: pictures.removePicture, method: 'DELETE', query },
  ])
}

const SCHEMA = { schemaversion: '1' }

/**
 * Makes every call of network shares.
 * @param address where nothing answers, so that the check of the share fails
 */
export async function useNetworkShare(
  station: Station,
  client: Client,
  address: string,
): Promise<void> {
  const text = async (step: Step): Promise<string> => {
    const [answer] = await station.makes(client, [step])
    return answer?.text ?? ''
  }
  await text({ call: shares.shareVersions, find: /<VersionNumber>1\.0</ })
  const login = { user: 'camera', pass: 'a&b +%26"' }
  const added = await text({
    call: shares.addShare,
    query: { ...SCHEMA, nicename: 'recordings', address, share: 'rec', ...login },
  })
  const withShare = { ...SCHEMA, shareid: /ShareId="([^"]+)"/.exec(added)?.[1] ?? '' }
  await text({
    call: shares.listShares,
    query: { ...SCHEMA, shareid: 'all' },
    find: /NiceName="recordings".* User="camera"\/>/,
  })
  const started = await text({ call: shares.testShare, query: withShare })
  const jobid = /JobId="(\d+)"/.exec(started)?.[1] ?? ''
  const look: Step = {
    call: shares.getShareJob,
    query: { ...SCHEMA, jobid },
    find: /<JobSuccess>/,
  }
  await waitFor(station, look, 'ErrorCode')
  await text(look)
  await text({
    call: shares.bindShare,
    query: { ...withShare, automaticmount: 'no' },
    find: /<BindSuccess DiskID="NetworkShare"\/>/,
  })
  await text({ call: shares.unbindShare, query: withShare, find: SUCCESS })
  await text({ call: shares.removeShare, query: withShare, find: SUCCESS })
}
