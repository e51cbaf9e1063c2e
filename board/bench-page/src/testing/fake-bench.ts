import type { BenchState } from '@lintel/contract/bench'
import type { SoundLevels } from '@lintel/contract/bench-sound'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** The state of a bench that runs an A8307-E, with an empty log. */
const running: BenchState = {
  product: 'A8307-E',
  productName: 'AXIS A8307-E',
  plate: productCalled('A8307-E').plate,
  serial: 'ACCC8E012345',
  power: true,
  device: 'running',
  addresses: {
    http: 'http://127.0.0.1:8080',
    https: 'https://127.0.0.1:8443',
    bench: 'http://127.0.0.1:8081',
  },
  world: PLAIN_WORLD,
  display: { state: 'on', title: 'Welcome', subtitle: 'Front gate', time: '14:07' },
  faults: [],
  persona: 'own',
  firmware: {
    running: { slot: 'A', version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
    inactive: null,
    committed: true,
    upgradedAt: null,
  },
  category: 'doorstation',
  loudspeaker: true,
  hasMicrophone: true,
  shockSensor: true,
  identifying: false,
  callButtonLit: true,
  statusLight: { colour: 'green', interval: null },
  sound: null,
  speaker: { calibrated: '', status: 'Uncalibrated' },
  oldCiphers: false,
  calls: [],
  microphone: 'silence',
  terminals: [],
  sdCard: { inserted: true, removed: false },
  reader: null,
  hdmi: null,
  snapshots: [],
  clockOffset: 0,
  timeZone: null,
  callReadiness: null,
  heat: null,
  doors: [],
  story: {
    state: 'idle',
    steps: [],
    done: 0,
    failed: false,
    noCall: false,
    selfAnswered: false,
    speed: 1,
  },
  happened: [],
}

/** The browser's end of the event stream, controlled by the test. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
}

/** The newest stream of the page at this address that is open. */
export const streamOf = (url: string): FakeEventSource | undefined =>
  FakeEventSource.opened.findLast(
    (source) => source.url === url && source.readyState !== FakeEventSource.CLOSED,
  )

/** The page's requests: `[path, input]`, oldest first. */
export type Sent = [string, unknown][]

function tell(state: Partial<BenchState> = {}): void {
  const data = JSON.stringify({ ...running, ...state })
  act(() => {
    streamOf('/bench/events')?.dispatchEvent(new MessageEvent('message', { data }))
  })
}

function measure(levels: SoundLevels): void {
  const data = JSON.stringify(levels)
  act(() => {
    streamOf('/bench/levels')?.dispatchEvent(new MessageEvent('message', { data }))
  })
}

/**
 * Fakes the bench for the page: its stream, and calls that succeed unless `refuse` returns a
 * reason.
 */
export function fakeBench() {
  const sent: Sent = []
  const bench = {
    sent,
    refuse: undefined as string | undefined,
    /** What `/bench/sound` sends; none fails. */
    sound: undefined as ReadableStream<Uint8Array> | undefined,
    tell,
    measure,
    lose,
  }
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/bench/sound') return hear(init.signal)
    // Other pages, of tests before, may still look for their device.
    if (!path.startsWith('/bench/')) return Promise.resolve(new Response(null, { status: 404 }))
    sent.push([path, JSON.parse(init.body as string)])
    const error = bench.refuse
    return Promise.resolve(
      error === undefined
        ? new Response('{}')
        : new Response(JSON.stringify({ error: { message: error } }), { status: 400 }),
    )
  })
  function hear(signal: AbortSignal | null | undefined): Promise<Response> {
    if (!bench.sound) return Promise.reject(new TypeError('gone'))
    const pipe = new TransformStream<Uint8Array, Uint8Array>()
    bench.sound.pipeTo(pipe.writable, signal ? { signal } : {}).catch(() => undefined)
    return Promise.resolve(new Response(pipe.readable))
  }
  function lose(forGood: boolean): void {
    const source = streamOf('/bench/events')
    if (source && forGood) source.readyState = FakeEventSource.CLOSED
    act(() => {
      source?.dispatchEvent(new Event('error'))
    })
  }
  return bench
}
