import * as v from 'valibot'
import { restCall, textCall, uploadCall } from '../call.ts'
import { PACKAGE_MAX } from '../rules/applications.ts'
import { okText } from '../text.ts'
import type { TextFormat } from '../text.ts'
import type { XmlElement } from '../xml/element.ts'
import {
  attributesIn,
  findElement,
  findElements,
  withAttributes,
  xmlFormat,
} from '../xml/text-format.ts'
import type { XmlShape } from '../xml/text-format.ts'

/** Source: specification B §7; device-calls.md #46 to #49. */
const applications = {
  access: 'admin',
  source: 'B §7 Apps',
  proof: 'fixture',
} as const

const path = (name: string) => ({ path: `/axis-cgi/applications/${name}.cgi` }) as const

/** What a device says of the licence; `Custom`: the application checks it itself. */
export const APP_LICENCES = ['None', 'Missing', 'Invalid', 'Valid', 'Custom'] as const
export type AppLicence = (typeof APP_LICENCES)[number]

/** An installed application. Source: specification B §3. */
export interface Application {
  /** Identifies it. */
  name: string
  /** Under which licences are issued; empty if there is none. */
  applicationId: string
  /** For people. */
  niceName: string
  vendor: string
  /** Empty if there is none. */
  vendorHomepage: string
  version: string
  licence: AppLicence
  /** YYYY-MM-DD; empty if the licence does not end, or if there is none. */
  licenceEnds: string
  running: boolean
  /** Path of its page on the device, without a leading slash; empty if there is none. */
  configPage: string
}

/** `OK`, or `Error: 5` with the reason for people on a second line. */
const numbered: TextFormat<null> = {
  contentType: 'text/plain; charset=utf-8',
  ...okText,
  refuse: (message, [code = '10'] = []) => `Error: ${code}\n${message}`,
  /** The number if there is one, or the text. */
  faultIn(text) {
    if (!/error/i.test(text)) return undefined
    return /Error:?\s*(\d+)/i.exec(text)?.[1] ?? /Error:?\s*(.*)/i.exec(text)?.[1]?.trim() ?? ''
  },
}

const listShape: XmlShape<Application[]> = {
  write: (list) => withAttributes('reply', { result: 'ok' }, list.map(writeApplication)),
  read: (root) => findElements(root, 'application').map(readApplication),
  refuse: (message, [code = '10']) =>
    withAttributes('reply', { result: 'error' }, [
      withAttributes('error', { type: code, message: `Error: ${message}` }),
    ]),
  refusal(root) {
    if (attributesIn(root)['result'] !== 'error') return undefined
    const { message = '', type = '' } = attributesIn(findElement(root, 'error') ?? root)
    return message.replace(/^Error:\s*/, '') || type
  },
}

function writeApplication(app: Application): XmlElement {
  return withAttributes('application', {
    Name: app.name,
    ...(app.applicationId === '' ? {} : { ApplicationID: app.applicationId }),
    NiceName: app.niceName,
    Vendor: app.vendor,
    Version: app.version,
    Bundled: 'No',
    Status: app.running ? 'Running' : 'Stopped',
    License: app.licence,
    ...(app.licence === 'Valid' ? { LicenseExpirationDate: app.licenceEnds || '0' } : {}),
    ...(app.configPage === '' ? {} : { ConfigurationPage: app.configPage }),
    ...(app.vendorHomepage === '' ? {} : { VendorHomePage: app.vendorHomepage }),
    SignatureStatus: 'Unsigned',
  })
}

/** Other firmware leaves attributes out. */
function readApplication(element: XmlElement): Application {
  const found = attributesIn(element)
  const text = (name: string) => (found[name] ?? '').trim()
  const ends = text('LicenseExpirationDate')
  const name = text('Name')
  return {
    name,
    applicationId: text('ApplicationID'),
    niceName: text('NiceName') || name,
    vendor: text('Vendor'),
    vendorHomepage: text('VendorHomePage'),
    version: text('Version'),
    licence: APP_LICENCES.find((one) => one === text('License')) ?? 'None',
    licenceEnds: ends === '0' ? '' : ends,
    running: text('Status') === 'Running',
    configPage: text('ConfigurationPage').replace(/^\/+/, ''),
  }
}

export const listApplications = textCall({
  ...applications,
  ...path('list'),
  id: 'applications.list',
  methods: ['GET', 'POST'],
  effect: 'read',
  summary: 'Lists the installed applications.',
  request: v.object({}),
  format: xmlFormat(listShape),
})

export const controlApplication = textCall({
  ...applications,
  ...path('control'),
  id: 'applications.control',
  methods: ['POST', 'GET'],
  postsQuery: true,
  effect: 'write',
  summary:
    'Starts, stops, restarts or removes an application. `Error: ` and 4: there is none of this name, 6: it is running, 7: it is not, 8: it could not be started, 9: too many are running.',
  request: v.object({
    package: v.string(),
    action: v.picklist(['start', 'stop', 'restart', 'remove']),
  }),
  format: numbered,
})

export const uploadApplication = uploadCall({
  ...applications,
  ...path('upload'),
  id: 'applications.upload',
  effect: 'write',
  summary:
    'Installs an application from a package (`.eap`), or another version of one, which keeps its data and its licence. `Error: ` and 1: no package, 2: its content is not as it should be, 3: it is too large, 5: it is not for this device, 10: see the log, 29: its settings are not as they should be.',
  part: 'packfil',
  // The limit itself has a code, so the handler applies it.
  maxBytes: 4 * PACKAGE_MAX,
  request: v.object({}),
  format: numbered,
})

export const uploadLicenceKey = uploadCall({
  ...applications,
  ...path('license'),
  id: 'applications.uploadLicenseKey',
  action: 'uploadlicensekey',
  effect: 'write',
  summary:
    'Stores a licence key for an application. `Error: ` and 21: no valid key, 24: there is no such application, 25: the key is for another one, 26: for other versions, 30: for another device, 31: it has expired.',
  part: 'fileData',
  maxBytes: 256 * 1024,
  request: v.object({ package: v.string() }),
  format: numbered,
})

export const removeLicenceKey = textCall({
  ...applications,
  ...path('license'),
  id: 'applications.removeLicenseKey',
  methods: ['POST', 'GET'],
  postsQuery: true,
  action: 'removelicensekey',
  effect: 'write',
  summary: 'Removes the licence key of an application, and stops it. `Error: 23` if there is none.',
  request: v.object({ package: v.string() }),
  format: numbered,
})

export const applicationConditions = restCall({
  id: 'applications.conditions',
  path: '/lintel/applications',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  own: true,
  source: 'own design',
  proof: 'own design',
  summary:
    'Tells whether the device runs uploaded programs, how large a package may be, and whether an online licence service is set.',
  request: v.object({}),
  data: v.object({
    /** Without it, packages are refused: the device was not started with `--allow-apps`. */
    allowed: v.boolean(),
    /** Size limit of a package in bytes. */
    largest: v.number(),
    /** Where the vendor's licence kit is loaded from; empty if none is set. */
    licenceKit: v.string(),
  }),
})
