import * as v from 'valibot'
import { textCall } from '../call.ts'
import type { NetworkShare } from '../disks.ts'
import { SHARE_LOGIN_MAX } from '../rules/storage.ts'
import { element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { errorText } from '../xml/error-text.ts'
import { schemaVersions, versionsIn } from '../xml/schema-versions.ts'
import {
  attributesIn,
  findElement,
  findElements,
  rootWithSchema,
  withAttributes,
  xmlFormat,
} from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: console specification B §7 "Storage"; device-api.md #29. */
const shares = {
  methods: ['GET'],
  access: 'admin',
  source: 'B §7 Storage',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/disks/networkshare/${name}.cgi` }) as const

/** The version of the schema that the device speaks, and the one that clients name. */
export const SHARE_SCHEMA_VERSION = '1.0'

/** What goes wrong, by the codes of the public documentation. */
export const SHARE_ERRORS = {
  processing: '10',
  invalidRequest: '20',
  version: '40',
  shareId: '200',
  shareIdTaken: '210',
  niceNameTaken: '220',
  tooMany: '230',
  noDisk: '300',
  bound: '310',
  mounted: '400',
  boundShare: '500',
  noHost: '700',
  noShare: '710',
  login: '720',
  write: '740',
  read: '750',
  connect: '760',
} as const

const response = (children: readonly XmlElement[]) =>
  rootWithSchema(
    'NetworkShareResponse',
    'http://www.axis.com/vapix/http_cgi/networkshare1.xsd',
    children,
    { SchemaVersion: SHARE_SCHEMA_VERSION },
  )

const generalError = (code: string, description: string) =>
  element('', 'GeneralError', [
    element('', 'ErrorCode', code),
    element('', 'ErrorDescription', description),
  ])

const descriptionIn = (root: XmlElement): string | undefined => {
  const error = findElement(root, 'GeneralError')
  return error && (findElement(error, 'ErrorDescription')?.text.trim() ?? '')
}

const failing = {
  refuse: (message: string, codes: readonly string[]) =>
    response([generalError(codes[0] ?? SHARE_ERRORS.invalidRequest, message)]),
  refusal: descriptionIn,
}

const done: XmlShape<null> = {
  write: () => response([withAttributes('GeneralSuccess', {})]),
  read: () => null,
  ...failing,
}

/** The answer is one attribute of one element. */
const oneValue = (name: string, attribute: string): XmlShape<string> => ({
  write: (value) => response([withAttributes(name, { [attribute]: value })]),
  read(root) {
    const found = findElement(root, name)
    const value = found && attributesIn(found)[attribute]
    if (value === undefined) throw new SyntaxError(`no ${attribute}`)
    return value
  },
  ...failing,
})

const schemaversion = v.optional(v.string(), '1')
const login = v.pipe(v.string(), v.maxLength(SHARE_LOGIN_MAX))
const withShare = v.object({ schemaversion, shareid: v.string() })

export const shareVersions = textCall({
  ...shares,
  ...path('schemaversions'),
  id: 'networkshare.schemaVersions',
  effect: 'read',
  summary: 'Lists the versions of the schema of these calls.',
  request: v.object({}),
  format: xmlFormat<string[]>({
    write: (versions) => response([schemaVersions('', versions)]),
    read: versionsIn,
    ...failing,
  }),
})

export const listShares = textCall({
  ...shares,
  ...path('list'),
  id: 'networkshare.list',
  effect: 'read',
  summary: 'Lists the network shares, all or one, without their passwords.',
  request: v.object({ schemaversion, shareid: v.optional(v.string(), 'all') }),
  format: xmlFormat<NetworkShare[]>({
    write: (list) =>
      response([
        element('', 'ListSuccess', [
          withAttributes(
            'NetworkShares',
            { NumberOfShares: String(list.length) },
            list.map((one) =>
              withAttributes('NetworkShare', {
                NiceName: one.nicename,
                ShareId: one.shareId,
                Address: one.host,
                Share: one.share,
                User: one.user,
                ...(one.diskid === '' ? {} : { DiskId: one.diskid }),
              }),
            ),
          ),
        ]),
      ]),
    read: (root) =>
      findElements(root, 'NetworkShare').map((one) => {
        const found = attributesIn(one)
        return {
          shareId: found['ShareId'] ?? '',
          nicename: found['NiceName'] ?? '',
          host: found['Address'] ?? '',
          share: found['Share'] ?? '',
          user: found['User'] ?? '',
          diskid: found['DiskId'] ?? found['DiskID'] ?? '',
        }
      }),
    ...failing,
  }),
})

export const addShare = textCall({
  ...shares,
  ...path('add'),
  id: 'networkshare.add',
  effect: 'write',
  summary: 'Adds a network share, which is not used before it is bound and mounted.',
  request: v.object({
    schemaversion,
    nicename: v.pipe(v.string(), v.maxLength(64)),
    address: v.string(),
    share: v.string(),
    user: v.optional(login, ''),
    pass: v.optional(login, ''),
  }),
  format: xmlFormat(oneValue('AddSuccess', 'ShareId')),
})

export const removeShare = textCall({
  ...shares,
  ...path('remove'),
  id: 'networkshare.remove',
  effect: 'write',
  summary: 'Removes a network share that is not bound. Its files stay on the server.',
  request: withShare,
  format: xmlFormat(done),
})

export const bindShare = textCall({
  ...shares,
  ...path('bind'),
  id: 'networkshare.bind',
  access: 'operator',
  effect: 'write',
  summary: 'Binds a network share to the disk, so that it can be mounted.',
  request: v.object({
    schemaversion,
    shareid: v.string(),
    automaticmount: v.optional(v.picklist(['yes', 'no']), 'yes'),
  }),
  // Devices write `DiskID` here and `DiskId` in the list.
  format: xmlFormat(oneValue('BindSuccess', 'DiskID')),
})

export const unbindShare = textCall({
  ...shares,
  ...path('unbind'),
  id: 'networkshare.unbind',
  access: 'operator',
  effect: 'write',
  summary: 'Unbinds an unmounted network share.',
  request: withShare,
  format: xmlFormat(done),
})

export const testShare = textCall({
  ...shares,
  ...path('test'),
  id: 'networkshare.test',
  access: 'operator',
  effect: 'write',
  summary:
    'Starts a job that signs in to the server of a network share, writes a file and reads it.',
  request: withShare,
  format: xmlFormat(oneValue('TestSuccess', 'JobId')),
})

/** How far the check of a share has come. */
export interface ShareJob {
  /** Percent; 100 when it has ended. */
  progress: number
  /** Why it failed, if the device says so; empty otherwise. */
  error: string
  /** The code of the error; empty if it has not failed. */
  code: string
}

export const getShareJob = textCall({
  ...shares,
  ...path('job'),
  id: 'networkshare.job',
  access: 'operator',
  effect: 'read',
  summary: 'Says how far the check of a network share has come, and how it ended.',
  request: v.object({ schemaversion, jobid: v.string() }),
  format: xmlFormat<ShareJob>({
    write: ({ progress, error, code }) =>
      response([
        element('', 'JobSuccess', [
          error !== ''
            ? generalError(code, error)
            : progress < 100
              ? element('', 'Progress', String(progress))
              : withAttributes('GeneralSuccess', {}),
        ]),
      ]),
    read(root) {
      const job = findElement(root, 'JobSuccess')
      if (!job) throw new SyntaxError('no job')
      const error = descriptionIn(job)
      if (error !== undefined) {
        const code = findElement(job, 'ErrorCode')?.text.trim() ?? ''
        return { progress: 100, error: errorText(error), code }
      }
      const progress = findElement(job, 'Progress')?.text
      return { progress: progress === undefined ? 100 : Number(progress) || 0, error: '', code: '' }
    },
    refuse: failing.refuse,
    // A check that failed is an answer: only an error outside of the job is a refusal.
    refusal: (root) => (findElement(root, 'JobSuccess') ? undefined : descriptionIn(root)),
  }),
})
