import * as disks from '@lintel/contract/calls/disks'
import * as properties from '@lintel/contract/calls/disk-properties'
import * as shares from '@lintel/contract/calls/network-shares'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { Disk, DiskCapabilities, DiskJob, NetworkShare } from '@lintel/contract/disks'
import { vi } from 'vitest'

/** A mounted, empty card; `more` differs. */
export const cardWith = (more: Partial<Disk> = {}): Disk => ({
  diskid: SD_CARD,
  name: '',
  totalsize: 1000,
  freesize: 500,
  cleanuplevel: 90,
  cleanupmaxage: 7,
  cleanuppolicy: 'fifo',
  locked: false,
  full: false,
  readonly: false,
  status: 'OK',
  filesystem: 'ext4',
  group: 'S0',
  requiredfilesystem: 'none',
  encryptionenabled: false,
  diskencrypted: false,
  ...more,
})

/** The disk of a mounted network share. */
export const shareDiskWith = (more: Partial<Disk> = {}): Disk =>
  cardWith({ diskid: NETWORK_SHARE, filesystem: 'cifs', group: 'S1', ...more })

/** A job of the card that has ended well. */
export const jobWith = (more: Partial<DiskJob> = {}): DiskJob => ({
  jobid: '1',
  diskid: SD_CARD,
  action: 'mount',
  result: 'OK',
  progress: 100,
  description: '',
  ...more,
})

export const SHARE: NetworkShare = {
  shareId: '7',
  nicename: '192.0.2.20/rec',
  host: '192.0.2.20',
  share: 'rec',
  user: 'guard',
  diskid: NETWORK_SHARE,
}

type Query = Readonly<Record<string, string>>

/**
 * Stands for the device in `fetch`: disks, jobs and shares, as its answers say. A job has ended when
 * it is first asked for, unless `job` says otherwise.
 */
export function fakeDisks() {
  const fake = {
    card: cardWith() as Disk | undefined,
    shareDisk: shareDiskWith({ status: 'disconnected', totalsize: 0, freesize: 0 }),
    shares: [] as NetworkShare[],
    capabilities: {
      diskid: SD_CARD,
      requiredfssupported: true,
      encryptionsupported: true,
      filesystems: ['ext4', 'vfat'],
    } as DiskCapabilities,
    /** The values of `root.Storage`. */
    parameters: new Map([
      ['root.Storage.S0.CleanupMaxAge', '7'],
      ['root.Storage.S1.CleanupMaxAge', '7'],
      ['root.Storage.S1.ExtraMountOptions', ''],
    ]),
    /** What `/lintel/storage/jobs` tells: the last job of each disk. */
    lastJobs: [] as DiskJob[],
    /** How the jobs of an action stand, by the action. */
    job: {} as Record<string, Partial<DiskJob>>,
    shareJob: { progress: 100, error: '', code: '' },
    /** Answers in place of these calls' own, by the call: `mount`, `networkshare/add`. */
    answers: {} as Record<string, string>,
    /** Whether no request reaches it. */
    away: false,
    /** What was sent and changes something, in order: `mount action=mount&diskid=SD_DISK`. */
    sent: [] as string[],
  }
  const actions = new Map<string, { action: string; diskid: string }>()

  const diskOf = (query: Query) => (query['diskid'] === NETWORK_SHARE ? fake.shareDisk : fake.card)

  function started(action: string, query: Query): string {
    const disk = diskOf(query)
    if (disk && action === 'mount') disk.status = 'OK'
    if (disk && action === 'unmount') disk.status = 'connected'
    const { diskid = '' } = query
    const jobid = String(actions.size + 1)
    actions.set(jobid, { action, diskid })
    return disks.mountDisk.format.encode({ action, diskid, jobid })
  }

  function jobCalled({ jobid = '' }: Query): string {
    const { action, diskid } = actions.get(jobid) ?? { action: '', diskid: '' }
    return disks.getDiskJob.format.encode(jobWith({ jobid, diskid, action, ...fake.job[action] }))
  }

  function locked({ action = '', ...query }: Query): string {
    const disk = diskOf(query)
    if (disk) disk.locked = action === 'lock'
    return disks.lockDisk.format.encode({ action, diskid: query['diskid'] ?? '' })
  }

  function parametersOf({ group }: Query): string | undefined {
    // All of them are what the page was shown with; a page of another file may still ask for them.
    if (group === undefined) return undefined
    const lines = Array.from(fake.parameters).filter(([name]) => name.startsWith(group))
    return lines.map(([name, value]) => `${name}=${value}\n`).join('')
  }

  function updated(query: Query): string {
    for (const [name, value] of Object.entries(query)) {
      if (name.startsWith('root.')) fake.parameters.set(name, value)
    }
    return 'OK\n'
  }

  const reads: Record<string, (query: Query) => string | undefined> = {
    list: () =>
      disks.listDisks.format.encode(fake.card ? [fake.card, fake.shareDisk] : [fake.shareDisk]),
    getcapabilities: () => disks.getDiskCapabilities.format.encode(fake.capabilities),
    job: jobCalled,
    'networkshare/list': () => shares.listShares.format.encode(fake.shares),
    'networkshare/job': () => shares.getShareJob.format.encode(fake.shareJob),
    'param list': parametersOf,
  }
  const writes: Record<string, (query: Query) => string> = {
    mount: (query) => started(query['action'] ?? '', query),
    checkdisk: (query) => started('checkdisk', query),
    repair: (query) => started('repair', query),
    format: (query) => started('format', query),
    lock: locked,
    'properties/enablediskencryption': () => properties.enableDiskEncryption.format.encode(null),
    'properties/disablediskencryption': () => properties.disableDiskEncryption.format.encode(null),
    'properties/changediskpassphrase': () => properties.changeDiskPassphrase.format.encode(true),
    'networkshare/add': () => {
      fake.shares = [{ ...SHARE, diskid: '' }]
      return shares.addShare.format.encode(SHARE.shareId)
    },
    'networkshare/bind': () => {
      fake.shares = [SHARE]
      return shares.bindShare.format.encode(NETWORK_SHARE)
    },
    'networkshare/unbind': () => {
      fake.shares = [{ ...SHARE, diskid: '' }]
      return shares.unbindShare.format.encode(null)
    },
    'networkshare/test': () => shares.testShare.format.encode('t'),
    'networkshare/remove': () => {
      fake.shares = []
      return shares.removeShare.format.encode(null)
    },
    'param update': updated,
  }

  /** Undefined for a call that it lacks. */
  function answered(address: string, body: string): string | undefined {
    const { pathname, search } = new URL(address, 'http://192.0.2.1')
    if (pathname === '/lintel/storage/jobs') return JSON.stringify({ jobs: fake.lastJobs })
    const sent = new URLSearchParams(body || search)
    const query = Object.fromEntries(sent)
    const [, path = ''] = /^\/axis-cgi\/(?:disks\/)?(.*)\.cgi$/.exec(pathname) ?? []
    const name = path === 'param' ? `param ${query['action'] ?? ''}` : path
    // Calls of disks are sent in a query (B §7).
    if (body !== '' && path !== 'param') return undefined
    const write = writes[name]
    if (write) fake.sent.push(`${name} ${decodeURIComponent(sent.toString())}`)
    return fake.answers[name] ?? (write ?? reads[name])?.(query)
  }

  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    if (fake.away) return Promise.reject(new TypeError('no route to the device'))
    const answer = answered(address, typeof body === 'string' ? body : '')
    return Promise.resolve(new Response(answer ?? '', { status: answer === undefined ? 404 : 200 }))
  })
  return fake
}

export type FakeDisks = ReturnType<typeof fakeDisks>
