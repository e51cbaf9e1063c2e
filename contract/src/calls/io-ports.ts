import * as v from 'valibot'
import { jsonCall, streamCall, textCall } from '../call.ts'
import { errorLine } from '../text.ts'

const PATH = '/axis-cgi/io/port.cgi'
/** Separates the changes that `monitor` sends. */
export const MONITOR_BOUNDARY = 'ioboundary'

/** One line for each requested port, in order: `port1` and its value. */
export type PortLines = readonly (readonly [name: string, value: string])[]

const refusing = { ...errorLine, byStatus: true } as const

export const readPorts = textCall({
  id: 'port.read',
  path: PATH,
  methods: ['GET', 'POST'],
  access: 'viewer',
  effect: 'read',
  summary:
    'Returns states of I/O ports, numbered from 1 (`root.IOPort.I0` is port 1): one line each, list by list. 400 if there is no such port.',
  source: 'A §7 I/O',
  proof: 'fixture',
  request: v.object({
    /** Ports separated by commas; 0 for an open circuit, 1 for a closed one. */
    check: v.optional(v.string()),
    /** `active` or `inactive`. */
    checkactive: v.optional(v.string()),
    /** `input` or `output`. */
    checkdirection: v.optional(v.string()),
  }),
  format: {
    ...refusing,
    encode: (lines: PortLines) => lines.map(([name, value]) => `${name}=${value}\n`).join(''),
    decode: (text: string): PortLines =>
      text.split(/\r?\n/).flatMap((line) => {
        const [, name, value] = /^\s*(port\d+)=(\w+)/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name, value] as const]
      }),
  },
})

export const setPort = textCall({
  id: 'port.action',
  path: PATH,
  selectedBy: 'action',
  methods: ['GET', 'POST'],
  access: 'operator',
  effect: 'write',
  summary:
    'Switches an output: its number, a colon, and steps. `/` makes it active, `\\` inactive, a number waits that many milliseconds: `2:/300\\500/`. Answers at once, with an empty body; new steps replace those still running. An output with a delay waits before it starts; a monostable one becomes inactive by itself after its pulse.',
  source: 'A §7 I/O',
  proof: 'fixture',
  request: v.object({ action: v.string() }),
  format: {
    ...refusing,
    encode: () => '',
    decode: () => null,
  },
})

export const monitorPorts = streamCall({
  id: 'port.monitor',
  path: PATH,
  selectedBy: 'monitor',
  contentType: `multipart/x-mixed-replace; boundary=${MONITOR_BOUNDARY}`,
  access: 'viewer',
  effect: 'read',
  summary:
    'Sends the state of the ports, then each change, one in a part: number, `I` or `O`, colon, `/` for active or `\\` for inactive (`1I:/`). Every 15 s an empty part.',
  source: 'A §7 I/O',
  proof: 'fixture',
  request: v.object({
    /** Ports separated by commas. */
    monitor: v.string(),
  }),
})

const circuit = v.picklist(['open', 'closed'])

export const getPorts = jsonCall({
  id: 'portmanagement.getPorts',
  path: '/axis-cgi/io/portmanagement.cgi',
  method: 'getPorts',
  apiVersion: '1.0',
  answersWith: '1.1',
  codes: 'newer',
  access: 'viewer',
  effect: 'read',
  summary: 'Lists all I/O ports with their states, numbered from 0 here.',
  source: 'A §7 I/O',
  proof: 'fixture',
  request: v.object({}),
  data: v.object({
    numberOfPorts: v.number(),
    items: v.array(
      v.object({
        port: v.string(),
        configurable: v.boolean(),
        usage: v.string(),
        name: v.string(),
        direction: v.picklist(['input', 'output']),
        state: circuit,
        normalState: circuit,
      }),
    ),
  }),
})
