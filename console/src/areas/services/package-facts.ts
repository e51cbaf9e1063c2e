import { textsIn } from '../../app/upload/archive-start.ts'

/** What a package says about its application. Only the device can verify it. */
export interface PackageFacts {
  name: string
  version: string
  vendor: string
}

const MANIFEST = 'manifest.json'
/** What packages for older devices have in its place, or beside it. */
const PACKAGE_CONF = 'package.conf'

/** Undefined if there is no manifest at the start of the file. */
export async function packageFacts(file: Blob): Promise<PackageFacts | undefined> {
  const texts = await textsIn(file, [MANIFEST, PACKAGE_CONF])
  return fromManifest(texts.get(MANIFEST)) ?? fromConf(texts.get(PACKAGE_CONF))
}

interface Setup {
  friendlyName?: unknown
  appName?: unknown
  version?: unknown
  vendor?: unknown
}

function fromManifest(text: string | undefined): PackageFacts | undefined {
  if (text === undefined) return undefined
  try {
    const read = JSON.parse(text) as { acapPackageConf?: { setup?: Setup } } | null
    const { friendlyName, appName, version, vendor } = read?.acapPackageConf?.setup ?? {}
    const name = worded(friendlyName) || worded(appName)
    return name === '' ? undefined : { name, version: worded(version), vendor: worded(vendor) }
  } catch {
    return undefined
  }
}

/** Lines of `NAME="value"`. */
function fromConf(text: string | undefined): PackageFacts | undefined {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of (text ?? '').matchAll(/^(\w+)="?([^"\n]*)"?\s*$/gm)) {
    values.set(name, value)
  }
  const name = values.get('PACKAGENAME') || values.get('APPNAME') || ''
  if (name === '') return undefined
  const version = ['APPMAJORVERSION', 'APPMINORVERSION', 'APPMICROVERSION']
    .flatMap((part) => values.get(part) || [])
    .join('.')
  return { name, version, vendor: values.get('VENDOR') ?? '' }
}

/** The longest text that is shown. */
const LONGEST = 100

const worded = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST) : ''
