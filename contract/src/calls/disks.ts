import * as v from 'valibot'
import { textCall } from '../call.ts'
import { CARD_FILE_SYSTEMS, DISK_IDS } from '../disks.ts'
import type { Disk, DiskCapabilities, DiskJob } from '../disks.ts'
import {
  attributesIn,
  findElement,
  findElements,
  rootWithSchema,
  withAttributes,
  xmlFormat,
} from '../xml/text-format.ts'
import type { XmlElement } from '../xml/element.ts'
import { errorText } from '../xml/error-text.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: console specification B §7 "Storage"; device-api.md #27. */
const disks = {
  methods: ['GET'],
  source: 'B §7 Storage',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/disks/${name}.cgi` }) as const
const schema = (name: string) => `http://www.axis.com/vapix/http_cgi/disk/${name}.xsd`
const diskid = v.picklist(DISK_IDS)

/**
 * The codes of a refusal that names what was refused: the action and the id of the disk.
 */
export const refused = (action: string, id: string): readonly string[] => [action, id]

/** Most of these calls say in the attributes of one element how they ended. */
function ending(name: string, schemaName: string) {
  return {
    refuse: (message: string, [action, id]: readonly string[]) =>
      rootWithSchema('root', schema(schemaName), [
        withAttributes(name, {
          ...(action === undefined ? {} : { action }),
          ...(id === undefined ? {} : { diskid: id }),
          result: 'ERROR',
          description: message,
        }),
      ]),
    refusal(root: XmlElement) {
      const { result, description = '' } = attributesIn(findElement(root, name) ?? root)
      return result === 'ERROR' ? description : undefined
    },
  }
}

const listShape: XmlShape<Disk[]> = {
  write: (list) =>
    rootWithSchema('root', schema('list1'), [
      withAttributes('disks', { numberofdisks: String(list.length) }, list.map(writeDisk)),
    ]),
  read: (root) => findElements(root, 'disk').map(readDisk),
  ...ending('disks', 'list1'),
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

function writeDisk(disk: Disk): XmlElement {
  return withAttributes('disk', {
    diskid: disk.diskid,
    name: disk.name,
    totalsize: String(disk.totalsize),
    freesize: String(disk.freesize),
    cleanuplevel: String(disk.cleanuplevel),
    cleanupmaxage: String(disk.cleanupmaxage),
    cleanuppolicy: disk.cleanuppolicy,
    locked: yesNo(disk.locked),
    full: yesNo(disk.full),
    readonly: yesNo(disk.readonly),
    status: disk.status,
    filesystem: disk.filesystem,
    group: disk.group,
    requiredfilesystem: disk.requiredfilesystem,
    encryptionenabled: String(disk.encryptionenabled),
    diskencrypted: String(disk.diskencrypted),
  })
}

/** The public documentation names one attribute differently from what devices send. */
function readDisk(element: XmlElement): Disk {
  const found = attributesIn(element)
  const text = (name: string) => found[name] ?? ''
  const number = (name: string) => Number(found[name] ?? 0) || 0
  const truth = (name: string) => ['yes', 'true'].includes(text(name))
  return {
    diskid: text('diskid'),
    name: text('name'),
    totalsize: number('totalsize'),
    freesize: number('freesize'),
    cleanuplevel: number('cleanuplevel'),
    cleanupmaxage: number('cleanupmaxage'),
    cleanuppolicy: text('cleanuppolicy'),
    locked: truth('locked'),
    full: truth('full'),
    readonly: truth('readonly'),
    status: text('status'),
    filesystem: text('filesystem'),
    group: text('group'),
    requiredfilesystem: text('requiredfilesystem'),
    encryptionenabled: truth('encryptionenabled') || truth('diskencryptionenabled'),
    diskencrypted: truth('diskencrypted'),
  }
}

export const listDisks = textCall({
  ...disks,
  ...path('list'),
  id: 'disks.list',
  access: 'operator',
  effect: 'read',
  summary: 'Lists the disks, all or one. Sizes are in kilobytes.',
  request: v.object({
    diskid: v.optional(v.picklist(['all', ...DISK_IDS]), 'all'),
    // Sent by clients to get past caches.
    xml: v.optional(v.string()),
    timestamp: v.optional(v.string()),
  }),
  format: xmlFormat(listShape),
})

export const getDiskCapabilities = textCall({
  ...disks,
  ...path('getcapabilities'),
  id: 'disks.capabilities',
  access: 'operator',
  effect: 'read',
  summary:
    'Says which file systems a disk can be formatted with, and whether it can be encrypted: what the programs on this computer can do.',
  request: v.object({ diskid }),
  format: xmlFormat<DiskCapabilities>({
    write: ({ diskid: id, requiredfssupported, encryptionsupported, filesystems }) =>
      rootWithSchema('root', schema('capabilities1'), [
        withAttributes(
          'disk',
          {
            diskid: id,
            requiredfssupported: String(requiredfssupported),
            encryptionsupported: String(encryptionsupported),
          },
          [
            withAttributes(
              'filesystems',
              {},
              filesystems.map((name) =>
                withAttributes('filesystem', {
                  name,
                  nicename: ' ',
                  requiredfssupported: String(name !== 'vfat' && requiredfssupported),
                }),
              ),
            ),
          ],
        ),
      ]),
    read(root) {
      const found = attributesIn(findElement(root, 'disk') ?? root)
      return {
        diskid: found['diskid'] ?? '',
        requiredfssupported: found['requiredfssupported'] === 'true',
        encryptionsupported: found['encryptionsupported'] === 'true',
        filesystems: findElements(root, 'filesystem').map((one) => attributesIn(one)['name'] ?? ''),
      }
    },
    ...ending('disk', 'capabilities1'),
  }),
})

/** A job that was started: only its id, its disk and its action are known. */
export type StartedJob = Pick<DiskJob, 'jobid' | 'diskid' | 'action'>

const startedJob: XmlShape<StartedJob> = {
  write: ({ action, diskid: id, jobid }) =>
    rootWithSchema('root', schema('startjob1'), [
      withAttributes('job', { action, diskid: id, result: 'OK', jobid }),
    ]),
  read(root) {
    const { jobid = '', diskid: id = '', action = '' } = attributesIn(jobIn(root))
    return { jobid, diskid: id, action }
  },
  ...ending('job', 'startjob1'),
}

function jobIn(root: XmlElement): XmlElement {
  const job = findElement(root, 'job')
  if (!job) throw new SyntaxError('no job')
  return job
}

const job = { ...disks, effect: 'write', format: xmlFormat(startedJob) } as const

export const mountDisk = textCall({
  ...job,
  ...path('mount'),
  id: 'disks.mount',
  access: 'admin',
  summary: 'Starts a job that mounts or unmounts a disk.',
  request: v.object({ action: v.picklist(['mount', 'unmount']), diskid }),
})

export const formatDisk = textCall({
  ...job,
  ...path('format'),
  id: 'disks.format',
  access: 'admin',
  summary:
    'Starts a job that formats an unmounted card, encrypted if encryption is enabled. With `cifs` it deletes everything on the network share.',
  request: v.object({ diskid, filesystem: v.picklist([...CARD_FILE_SYSTEMS, 'cifs']) }),
})

export const checkDisk = textCall({
  ...job,
  ...path('checkdisk'),
  id: 'disks.check',
  access: 'operator',
  summary: 'Starts a job that checks an unmounted card (ext4) for errors. It changes nothing.',
  request: v.object({ diskid }),
})

export const repairDisk = textCall({
  ...job,
  ...path('repair'),
  id: 'disks.repair',
  access: 'operator',
  summary: 'Starts a job that repairs an unmounted card (ext4).',
  request: v.object({ diskid }),
})

export const getDiskJob = textCall({
  ...disks,
  ...path('job'),
  id: 'disks.job',
  access: 'operator',
  effect: 'read',
  summary: 'Says how far a job has come, and how it ended. It has ended at 100.',
  request: v.object({ jobid: v.string(), diskid }),
  format: xmlFormat<DiskJob>({
    write: ({ jobid, diskid: id, action, result, progress, description }) =>
      rootWithSchema('root', schema('checkjob1'), [
        withAttributes('job', {
          jobid,
          diskid: id,
          action,
          result,
          progress: String(progress),
          ...(description === '' ? {} : { description }),
        }),
      ]),
    read(root) {
      const found = attributesIn(jobIn(root))
      return {
        jobid: found['jobid'] ?? '',
        diskid: found['diskid'] ?? '',
        action: found['action'] ?? '',
        result: found['result'] ?? '',
        progress: Number(found['progress'] ?? 0) || 0,
        description: errorText(found['description'] ?? ''),
      }
    },
    ...ending('job', 'checkjob1'),
    // A job that failed is an answer, not a refusal: it has a progress.
    refusal(root) {
      const { result, progress, description = '' } = attributesIn(findElement(root, 'job') ?? root)
      return result === 'ERROR' && progress === undefined ? description : undefined
    },
  }),
})

export const lockDisk = textCall({
  ...disks,
  ...path('lock'),
  id: 'disks.lock',
  access: 'admin',
  effect: 'write',
  summary: 'Write protects a disk, or makes it writable again.',
  request: v.object({ action: v.picklist(['lock', 'unlock']), diskid }),
  format: xmlFormat<{ action: string; diskid: string }>({
    write: ({ action, diskid: id }) =>
      rootWithSchema('root', schema('lock1'), [
        withAttributes(action, { diskid: id, result: 'OK' }),
      ]),
    read(root) {
      const found = findElement(root, 'lock') ?? findElement(root, 'unlock')
      if (!found) throw new SyntaxError('neither locked nor unlocked')
      return { action: found.name, diskid: attributesIn(found)['diskid'] ?? '' }
    },
    refuse: (message, [action = 'lock', id]) =>
      rootWithSchema('root', schema('lock1'), [
        withAttributes(action, {
          ...(id === undefined ? {} : { diskid: id }),
          result: 'ERROR',
          description: message,
        }),
      ]),
    refusal: (root) =>
      ending('lock', 'lock1').refusal(root) ?? ending('unlock', 'lock1').refusal(root),
  }),
})
