import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { PRODUCTS } from '@lintel/contract/products/products'
import { readSerial } from './hardware/serial.ts'
import type { Ports } from './ports.ts'
import type { StartText } from './texts.ts'

/** The parsed flags. */
export interface Options {
  product: string
  /** 0: any free port. */
  ports: Ports
  /** The address on which the device listens. */
  bind: string
  benchBind: string
  /** Required of every client of the bench, if set. */
  benchToken: string | undefined
  /** Undefined: the product's own folder in the checkout. */
  data: string | undefined
  /** Undefined: one is generated at the first boot. */
  serial: string | undefined
  bootSeconds: number
  /** The size of new SD cards, in megabytes (10^6 bytes). */
  sdSize: number
  /** Whether this computer plays what the loudspeaker plays. */
  play: boolean
  /** Whether the device runs programs that administrators upload. */
  allowApps: boolean
  /** Whether it plays a day in service once the device runs. */
  playDay: boolean
  json: boolean
  help: boolean
  /** The device's main module, for tests; the built one by default. */
  deviceEntry: string | undefined
}

/** A message about the flags, with its values. */
export class UsageProblem extends Error {
  readonly id: StartText
  readonly values: Record<string, string | number>
  constructor(id: StartText, values: Record<string, string | number> = {}) {
    super(id)
    this.name = 'UsageProblem'
    this.id = id
    this.values = values
  }
}

const FLAGS = {
  product: { type: 'string', default: PRODUCTS[0].number },
  port: { type: 'string', default: '8080' },
  'https-port': { type: 'string', default: '8443' },
  'bench-port': { type: 'string', default: '8081' },
  'sip-port': { type: 'string', default: '5060' },
  'snmp-port': { type: 'string', default: '10161' },
  'rtsp-port': { type: 'string', default: '8554' },
  bind: { type: 'string', default: '127.0.0.1' },
  'bench-bind': { type: 'string', default: '127.0.0.1' },
  'bench-token': { type: 'string' },
  data: { type: 'string' },
  serial: { type: 'string' },
  'boot-seconds': { type: 'string', default: '5' },
  'sd-size': { type: 'string', default: '256' },
  'device-entry': { type: 'string' },
  play: { type: 'boolean', default: false },
  'allow-apps': { type: 'boolean', default: false },
  'play-day': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

/** The flag for each port. */
export const PORT_FLAGS: Record<keyof Ports, string> = {
  http: '--port',
  https: '--https-port',
  bench: '--bench-port',
  sip: '--sip-port',
  snmp: '--snmp-port',
  rtsp: '--rtsp-port',
}

/** Minimum length of a token for a bench on a network. */
export const TOKEN_LENGTH = 16
const BOOT_LIMIT = 600
/** Megabytes: room for an encrypted file system, and the largest SDXC card. */
const SD_SIZE = { min: 16, max: 2_000_000 }

/**
 * Parses the command line.
 * @throws UsageProblem with a single message
 */
export function readCommandLine(args: string[]): Options {
  checkShape(args)
  const { values } = parseArgs({ args, options: FLAGS })
  const product = PRODUCTS.find(({ number }) => number === values.product.toUpperCase())
  if (!product) {
    throw new UsageProblem('start.unknownProduct', {
      product: values.product,
      products: PRODUCTS.map(({ number }) => number).join(', '),
    })
  }
  return {
    product: product.number,
    ports: {
      http: port('--port', values.port),
      https: port('--https-port', values['https-port']),
      bench: port('--bench-port', values['bench-port']),
      sip: port('--sip-port', values['sip-port']),
      snmp: port('--snmp-port', values['snmp-port']),
      rtsp: port('--rtsp-port', values['rtsp-port']),
    },
    bind: address('--bind', values.bind),
    benchBind: benchAddress(values['bench-bind'], values['bench-token']),
    benchToken: values['bench-token'],
    data: values.data,
    serial: serial(values.serial),
    bootSeconds: bootSeconds(values['boot-seconds']),
    sdSize: sdSize(values['sd-size']),
    play: values.play,
    allowApps: values['allow-apps'],
    playDay: values['play-day'],
    json: values.json,
    help: values.help,
    deviceEntry: values['device-entry'],
  }
}

/** Unknown flags, missing or superfluous values, and words that are not flags. */
function checkShape(args: string[]): void {
  const { tokens } = parseArgs({
    args,
    options: FLAGS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new UsageProblem('start.unknownWord', { word: token.value })
    }
    if (token.kind !== 'option') continue
    const known = Object.hasOwn(FLAGS, token.name)
    if (!known) throw new UsageProblem('start.unknownFlag', { flag: token.rawName })
    const { type } = FLAGS[token.name as keyof typeof FLAGS]
    const missing = token.value === undefined || token.value === ''
    if (type === 'string' && (missing || (!token.inlineValue && token.value.startsWith('-')))) {
      throw new UsageProblem('start.valueMissing', { flag: token.rawName })
    }
    if (type === 'boolean' && token.value !== undefined) {
      throw new UsageProblem('start.valueTooMany', { flag: token.rawName })
    }
  }
}

function port(flag: string, text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new UsageProblem('start.badPort', { flag, value: text })
}

function address(flag: string, text: string): string {
  if (isIP(text) !== 0) return text
  throw new UsageProblem('start.badAddress', { flag, value: text })
}

function benchAddress(text: string, token: string | undefined): string {
  const ip = address('--bench-bind', text)
  if (token !== undefined && token.length < TOKEN_LENGTH) {
    throw new UsageProblem('start.shortToken', { length: TOKEN_LENGTH })
  }
  if (!isLoopback(ip) && token === undefined) throw new UsageProblem('start.openBench')
  return ip
}

/** Whether only this computer can reach an address (RFC 1122 §3.2.1.3, RFC 4291). */
function isLoopback(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1'
}

function serial(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const read = readSerial(text)
  if (read === undefined) throw new UsageProblem('start.badSerial', { value: text })
  return read
}

function bootSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= BOOT_LIMIT) return seconds
  throw new UsageProblem('start.badBootSeconds', { value: text, max: BOOT_LIMIT })
}

function sdSize(text: string): number {
  const size = Number(text)
  if (/^\d+$/.test(text) && size >= SD_SIZE.min && size <= SD_SIZE.max) return size
  throw new UsageProblem('start.badSdSize', { value: text, ...SD_SIZE })
}
