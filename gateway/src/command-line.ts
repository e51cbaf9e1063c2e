import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { DeviceEntry } from './device.ts'
import type { GatewayText } from './texts.ts'
import { readFingerprint } from './trust.ts'

/** The parsed flags. */
export interface Options {
  devices: readonly DeviceEntry[]
  bind: string
  /** 0: any free port. */
  port: number
  json: boolean
  help: boolean
}

/** A message about the flags, with its values. */
export class UsageProblem extends Error {
  readonly id: GatewayText
  readonly values: Readonly<Record<string, string | number>>
  constructor(id: GatewayText, values: Readonly<Record<string, string | number>> = {}) {
    super(id)
    this.name = 'UsageProblem'
    this.id = id
    this.values = values
  }
}

const FLAGS = {
  device: { type: 'string', multiple: true, default: [] as string[] },
  devices: { type: 'string' },
  ca: { type: 'string' },
  fingerprint: { type: 'string' },
  bind: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8080' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

/**
 * Parses the command line. A device is `[name=]https://address[:port]`; `--devices` names a file with
 * one per line, each perhaps followed by the fingerprint of its certificate.
 * @throws UsageProblem with a single message
 */
export function readCommandLine(args: string[]): Options {
  const { values } = parsed(args)
  const { help, json, bind } = values
  if (isIP(bind) === 0) throw new UsageProblem('gateway.notAnAddress', { value: bind })
  const known = knownBy(values)
  const lines = values.devices === undefined ? [] : linesOf(values.devices)
  const devices = [
    ...values.device.map((text) => ({ ...entryOf(text), ...known })),
    ...lines.map((line) => {
      const [text = '', fingerprint] = line.split(/\s+/)
      return { ...entryOf(text), ...known, ...(fingerprint && knownBy({ fingerprint })) }
    }),
  ]
  if (devices.length === 0 && !help) throw new UsageProblem('gateway.noDevice')
  return { devices: withOwnNames(devices), bind, port: portOf(values.port), json, help }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS })
  } catch (error) {
    throw new UsageProblem('gateway.flags', {
      problem: error instanceof Error ? error.message : String(error),
    })
  }
}

function knownBy({ ca, fingerprint }: { ca?: string | undefined; fingerprint?: string }): {
  ca?: string
  fingerprint?: string
} {
  const read = fingerprint === undefined ? undefined : readFingerprint(fingerprint)
  if (fingerprint !== undefined && read === undefined) {
    throw new UsageProblem('gateway.notAFingerprint', { value: fingerprint })
  }
  return {
    ...(ca === undefined ? {} : { ca: fileText(ca) }),
    ...(read === undefined ? {} : { fingerprint: read }),
  }
}

const linesOf = (file: string): string[] =>
  fileText(file)
    .split(/\r?\n/)
    .map((line) => line.replace(/\s*#.*$/, '').trim())
    .filter(Boolean)

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageProblem('gateway.noFile', { file })
  }
}

function entryOf(text: string): DeviceEntry {
  const [, named, address = ''] = /^(?:([a-z0-9-]{1,40})=)?(.*)$/s.exec(text) ?? []
  const url = readDeviceUrl(address, text)
  return { name: named ?? nameFrom(url), url }
}

/**
 * The URL of a device, `https://192.168.0.90[:port]`; without a scheme it is asked over https.
 * @param whole what was written, for the message
 * @throws UsageProblem if it is none
 */
export function readDeviceUrl(address: string, whole: string = address): URL {
  const full = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  const isRoot = url && url.pathname === '/' && url.search === '' && url.username === ''
  if (!url || !isRoot || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new UsageProblem('gateway.notADevice', { value: whole })
  }
  return url
}

/** `https://192.168.0.90` is called `192-168-0-90`. */
const nameFrom = ({ hostname, port }: URL): string =>
  [hostname, port]
    .filter(Boolean)
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** @throws UsageProblem when two devices have one name */
function withOwnNames(devices: readonly DeviceEntry[]): readonly DeviceEntry[] {
  const names = devices.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new UsageProblem('gateway.twice', { name: twice })
  return devices
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new UsageProblem('gateway.notAPort', { value: text })
  }
  return port
}
