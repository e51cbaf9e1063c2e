import * as v from 'valibot'
import { textCall } from '../call.ts'
import { element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { schemaVersions, versionsIn } from '../xml/schema-versions.ts'
import { findElement, xmlFormat } from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: console specification B §7 "Storage"; device-api.md #28. */
const properties = {
  methods: ['GET'],
  access: 'admin',
  source: 'B §7 Storage',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/disks/properties/${name}.cgi` }) as const

const NAMESPACE = 'http://www.axis.com/vapix/http_cgi/disks/properties1'

/** The version of the schema that the device speaks; clients name it, or its first part. */
export const DISK_PROPERTIES_VERSION = '1.0'

/** What goes wrong, by the codes of the public documentation. */
export const DISK_PROPERTY_ERRORS = {
  processing: '10',
  invalidRequest: '20',
  fileSystem: '30',
  version: '40',
  diskId: '50',
  notSupported: '100',
  passphrase: '110',
  newPassphrase: '120',
  oldPassphrase: '130',
  alreadyEnabled: '140',
  unmounted: '150',
  mounted: '160',
} as const

const inside = (name: string, content: string | readonly XmlElement[] = '') =>
  element(NAMESPACE, name, content)

const response = (children: readonly XmlElement[]) =>
  element(NAMESPACE, 'DiskPropertiesResponse', children, [
    { name: 'SchemaVersion', namespace: '', value: DISK_PROPERTIES_VERSION },
  ])

/** The error in an answer. */
export function propertyError(root: XmlElement): { code: string; description: string } | undefined {
  const error = findElement(root, 'Error')
  if (!error) return undefined
  return {
    code: findElement(error, 'ErrorCode')?.text.trim() ?? '',
    description: findElement(error, 'ErrorDescription')?.text.trim() ?? '',
  }
}

const failing = {
  refuse: (message: string, codes: readonly string[]) =>
    response([
      inside('Error', [
        inside('GeneralError', [
          inside('ErrorCode', codes[0] ?? DISK_PROPERTY_ERRORS.invalidRequest),
          inside('ErrorDescription', message),
        ]),
      ]),
    ]),
  refusal: (root: XmlElement) => propertyError(root)?.description,
}

const succeeded = response([inside('Success', [inside('GeneralSuccess')])])

const success: XmlShape<null> = { write: () => succeeded, read: () => null, ...failing }

// Other values than these have error codes of their own.
const schemaversion = v.string()
const diskid = v.string()
const passphrase = v.string()

export const diskPropertyVersions = textCall({
  ...properties,
  ...path('schemaversions'),
  id: 'diskproperties.schemaVersions',
  effect: 'read',
  summary: 'Lists the versions of the schema of these calls.',
  request: v.object({}),
  format: xmlFormat<string[]>({
    write: (versions) => response([inside('Success', [schemaVersions(NAMESPACE, versions)])]),
    read: versionsIn,
    ...failing,
  }),
})

export const enableDiskEncryption = textCall({
  ...properties,
  ...path('enablediskencryption'),
  id: 'diskproperties.enableEncryption',
  effect: 'write',
  summary:
    'Encrypts an unmounted card from its next formatting on. The passphrase has at most 512 characters.',
  request: v.object({ schemaversion, diskid, passphrase }),
  format: xmlFormat(success),
})

export const disableDiskEncryption = textCall({
  ...properties,
  ...path('disablediskencryption'),
  id: 'diskproperties.disableEncryption',
  effect: 'write',
  summary: 'No longer encrypts an unmounted card, from its next formatting on.',
  request: v.object({ schemaversion, diskid }),
  format: xmlFormat(success),
})

export const changeDiskPassphrase = textCall({
  ...properties,
  ...path('changediskpassphrase'),
  id: 'diskproperties.changePassphrase',
  effect: 'write',
  summary: 'Changes the passphrase of a mounted, encrypted card.',
  request: v.object({
    schemaversion,
    diskid,
    newpassphrase: passphrase,
    oldpassphrase: passphrase,
  }),
  /** False: the old passphrase is wrong (specification B §4). */
  format: xmlFormat<boolean>({
    write: () => succeeded,
    read: (root) => propertyError(root) === undefined,
    refuse: failing.refuse,
    refusal(root) {
      const error = propertyError(root)
      return error?.code === DISK_PROPERTY_ERRORS.oldPassphrase ? undefined : error?.description
    },
  }),
})
