/** What an application says of itself: the package's `manifest.json`, or else its `package.conf`. */
import { APP_NAME } from '@lintel/contract/rules/applications'
import { writable } from '@lintel/contract/xml/write'
import * as v from 'valibot'
import { appProblem } from './problem.ts'

export const MANIFEST = 'manifest.json'
export const PACKAGE_CONF = 'package.conf'

/** The folder of an application's pages, within its own. */
export const PAGES = 'html'

/** `anonymous`: nobody has to sign in. */
export type EndpointAccess = 'anonymous' | 'viewer' | 'operator' | 'admin'

/** Where an application answers under `/local/<name>/`. */
export interface AppEndpoint {
  /** Below its own path, without slashes at the ends. */
  path: string
  access: EndpointAccess
  /** A port of this host, with the path there, or a socket (path within its folder). */
  target: { port: number; path: string } | { socket: string }
}

/** When it starts: after a start of the device, and after its own end (`respawn`). */
export type RunMode = 'respawn' | 'once' | 'never'

export interface AppSettings {
  /** Its own name and that of its program. */
  name: string
  niceName: string
  vendor: string
  vendorHomepage: string
  /** `1.2.3` */
  version: string
  /** Empty if there is none. */
  applicationId: string
  runMode: RunMode
  /** Arguments of the program. */
  options: string[]
  /** `checked`: needs a licence key; `own`: looks after that itself. */
  licence: 'checked' | 'own' | 'none'
  /** A file in the folder of its pages; empty if there is none. */
  settingPage: string
  /** Who may see its pages. */
  pagesAccess: EndpointAccess
  endpoints: AppEndpoint[]
}

/** What the package demands of the device. */
export interface Demands {
  /** `all` or names of processors; empty for any. */
  architectures: string[]
  /** The version of the interface for applications; empty for any. */
  sdk: string
  /** Services of the host that the device lacks; a word for the log. */
  missing: string | undefined
}

export interface PackageSettings {
  settings: AppSettings
  demands: Demands
}

const bad = (what: string) =>
  appProblem(
    'badConfiguration',
    `The settings of the application are not as they should be: ${what}.`,
  )

/** Without control characters, which would forge lines of logs, and without what XML has no place for. */
const line = (most: number) =>
  v.pipe(v.string(), v.maxLength(most), v.regex(/^\P{Cc}*$/u), v.check(writable), v.trim())

const ACCESS = v.picklist(['anonymous', 'viewer', 'operator', 'admin'])
/** Names that mean something else: in the log, and in the folder of an application. */
const TAKEN = ['device', 'board', 'localdata', PAGES]
const NAME = v.pipe(
  v.string(),
  v.regex(APP_NAME),
  v.check((name) => !TAKEN.includes(name)),
)
const VERSION = v.pipe(line(64), v.regex(/^\d{1,9}(\.\d{1,9}){0,2}([-+][\w.+-]*)?$/))
const APPLICATION_ID = v.pipe(v.string(), v.regex(/^\d{0,12}$/))
const PAGE = v.pipe(line(200), v.regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./?=&#-]*$/))
/** Addresses that a link may lead to. */
const HOMEPAGE = v.pipe(line(255), v.regex(/^(https?:\/\/[^\s"'<>]+|[^\s:"'<>]*)$/i))

const setup = v.object({
  appName: NAME,
  appId: v.optional(APPLICATION_ID, ''),
  friendlyName: v.optional(line(64)),
  vendor: v.optional(line(64), ''),
  vendorUrl: v.optional(HOMEPAGE, ''),
  version: VERSION,
  architecture: v.optional(line(64), ''),
  embeddedSdkVersion: v.optional(line(16), ''),
  runMode: v.picklist(['respawn', 'once', 'never']),
  runOptions: v.optional(line(255), ''),
})

const manifest = v.object({
  schemaVersion: v.pipe(v.string(), v.regex(/^[12]\.\d+(\.\d+)?$/)),
  resources: v.optional(
    v.object({
      dbus: v.optional(v.object({ requiredMethods: v.optional(v.array(v.string()), []) })),
      deepLearningProcessor: v.optional(v.object({ required: v.optional(v.boolean(), false) })),
    }),
  ),
  acapPackageConf: v.object({
    setup,
    copyProtection: v.optional(v.object({ method: v.picklist(['none', 'axis', 'custom']) })),
    configuration: v.optional(
      v.object({
        settingPage: v.optional(PAGE, ''),
        httpConfig: v.optional(
          v.array(v.object({ type: v.string(), access: v.optional(ACCESS, 'admin') })),
          [],
        ),
        reverseProxy: v.optional(
          v.pipe(
            v.array(
              v.object({
                apiPath: v.pipe(
                  v.string(),
                  v.regex(/^[\w.~$\\-]+(\/[\w.~$\\-]+)*$/),
                  v.maxLength(200),
                ),
                target: line(255),
                access: ACCESS,
              }),
            ),
            v.maxLength(32),
          ),
          [],
        ),
      }),
    ),
  }),
})

const LICENCES = { axis: 'checked', custom: 'own', none: 'none' } as const

/**
 * Reads `manifest.json`.
 * @throws Refusal with code 29
 */
export function readManifest(text: string): PackageSettings {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text.replace(/^\uFEFF/, ''))
  if (!read.success) {
    const [issue] = read.issues
    throw bad(`${MANIFEST}, ${v.getDotPath(issue) ?? 'its form'}`)
  }
  const { resources, acapPackageConf } = read.output
  const { setup: own, copyProtection, configuration } = acapPackageConf
  const licence = LICENCES[copyProtection?.method ?? 'none']
  if (licence === 'checked' && own.appId === '') throw bad('a licence needs an application ID')
  const pages = configuration?.httpConfig.find(({ type }) => type === 'directory')
  const [method] = resources?.dbus?.requiredMethods ?? []
  return {
    settings: {
      name: own.appName,
      niceName: own.friendlyName || own.appName,
      vendor: own.vendor,
      vendorHomepage: own.vendorUrl,
      version: own.version,
      applicationId: own.appId,
      runMode: own.runMode,
      options: own.runOptions.split(/\s+/).filter(Boolean),
      licence,
      settingPage: configuration?.settingPage ?? '',
      pagesAccess: pages?.access ?? 'admin',
      endpoints: (configuration?.reverseProxy ?? []).map(({ apiPath, target, access }) => ({
        path: apiPath,
        access,
        target: targetOf(target),
      })),
    },
    demands: {
      architectures: own.architecture.split(/[\s,]+/).filter(Boolean),
      sdk: own.embeddedSdkVersion,
      missing:
        method ??
        (resources?.deepLearningProcessor?.required ? 'a deep learning processor' : undefined),
    },
  }
}

/** Ports below belong to services of the host. */
const PORT_MIN = 1024

/**
 * Where an endpoint leads: `http://localhost:2001/api`, or `unix:` and a file in the folder of the
 * application. Other hosts are refused, which the device would otherwise reach on behalf of anybody.
 */
function targetOf(target: string): AppEndpoint['target'] {
  const socket = /^unix:([\w.-]+(?:\/[\w.-]+)*)$/.exec(target)?.[1]
  if (socket !== undefined && !socket.split('/').some((part) => /^\.+$/.test(part)))
    return { socket }
  const url = URL.canParse(target) ? new URL(target) : undefined
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  const port = Number(url?.port)
  if (url?.protocol !== 'http:' || !isHere || port < PORT_MIN || url.username !== '') {
    throw bad(`the target ${target} is not on this device`)
  }
  return { port, path: url.pathname.replace(/\/+$/, '') }
}

const RUN_MODES: Readonly<Record<string, RunMode>> = {
  respawn: 'respawn',
  once: 'once',
  never: 'never',
}

/**
 * Reads `package.conf`: lines of `NAME="value"`. Nothing in it is run.
 * @throws Refusal with code 29
 */
export function readPackageConf(text: string): PackageSettings {
  const values = new Map<string, string>()
  for (const one of text.split(/\r?\n/)) {
    const match = /^\s*([A-Z0-9_]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']*))\s*(?:#.*)?$/.exec(one)
    if (match) values.set(match[1] ?? '', match[2] ?? match[3] ?? match[4] ?? '')
    else if (!/^\s*(#.*)?$/.test(one)) throw bad(`${PACKAGE_CONF} has a line that is no setting`)
  }
  function value<T>(name: string, schema: v.GenericSchema<string, T>, missing = ''): T {
    const read = v.safeParse(schema, values.get(name) ?? missing)
    if (!read.success) throw bad(`${PACKAGE_CONF}, ${name}`)
    return read.output
  }
  const name = value('APPNAME', NAME)
  const numbers = ['APPMAJORVERSION', 'APPMINORVERSION', 'APPMICROVERSION'].map((one) =>
    values.get(one),
  )
  const version = numbers.filter((one) => one !== undefined && one !== '').join('.')
  if (!v.is(VERSION, version)) throw bad(`${PACKAGE_CONF} has no version`)
  const licence = LICENCES[value('LICENSEPAGE', v.picklist(['none', 'axis', 'custom']), 'none')]
  const applicationId = value('APPID', APPLICATION_ID)
  if (licence === 'checked' && applicationId === '') throw bad('a licence needs an application ID')
  const type = value('APPTYPE', line(64))
  return {
    settings: {
      name,
      niceName: value('PACKAGENAME', line(64)) || name,
      vendor: value('VENDOR', line(64)),
      // A link in HTML: `<a href="…">…</a>`.
      vendorHomepage: homepageIn(values.get('VENDORHOMEPAGELINK') ?? ''),
      version,
      applicationId,
      runMode:
        RUN_MODES[value('STARTMODE', v.picklist(['respawn', 'once', 'never']), 'never')] ?? 'never',
      options: value('APPOPTS', line(255)).split(/\s+/).filter(Boolean),
      licence,
      settingPage: value('SETTINGSPAGEFILE', PAGE),
      pagesAccess: 'admin',
      endpoints: [],
    },
    demands: {
      architectures: type.split(/[\s,]+/).filter(Boolean),
      sdk: value('REQEMBDEVVERSION', line(16)),
      missing: undefined,
    },
  }
}

function homepageIn(link: string): string {
  const address = /https?:\/\/[^\s"'<>]+/i.exec(link)?.[0] ?? ''
  return v.is(HOMEPAGE, address) ? address : ''
}
