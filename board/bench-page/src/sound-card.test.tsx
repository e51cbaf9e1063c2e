import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamOf } from './testing/fake-bench.ts'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

beforeEach(() => {
  bench = renderBench()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.getByRole('button', { name })

const clip = {
  name: 'Ding dong',
  seconds: 2,
  plays: 1,
  volume: 100,
  since: Date.parse('2026-11-20T13:07:32Z'),
}

/** The samples that the page played, and when they begin. */
function fakeAudioContext() {
  const played: { at: number; samples: number[] }[] = []
  const contexts: { closed: boolean }[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 5
      destination = {}
      closed = false
      readonly sampleRate: number
      constructor({ sampleRate }: { sampleRate: number }) {
        this.sampleRate = sampleRate
        contexts.push(this)
      }
      createBuffer(channels: number, length: number, rate: number) {
        const made = { samples: [] as number[], of: [channels, length, rate] }
        return Object.assign(made, {
          copyToChannel: (samples: Float32Array) => void made.samples.push(...samples),
        })
      }
      createBufferSource() {
        const source = {
          buffer: { samples: [] as number[] },
          connect: () => {},
          start: (at: number) => void played.push({ at, samples: source.buffer.samples }),
        }
        return source
      }
      close() {
        this.closed = true
        return Promise.resolve()
      }
    },
  )
  return { played, contexts }
}

test('what the loudspeaker plays is shown, and heard while somebody listens', async () => {
  const { played, contexts } = fakeAudioContext()
  bench.tell()
  const card = within(screen.getByRole('region', { name: 'Loudspeaker' }))
  expect(card.getByText('Silence.')).toBeTruthy()
  // The sweep of a test is no clip.
  bench.tell({ speaker: { calibrated: '', status: 'Pending' } })
  expect(card.getByText('The loudspeaker is playing.')).toBeTruthy()
  bench.tell({ sound: clip })
  expect(card.getByText('Ding dong')).toBeTruthy()
  expect(card.getByText(/2 seconds, once, volume 100/)).toBeTruthy()
  bench.tell({ sound: { ...clip, plays: -1 } })
  expect(card.getByText(/again and again/)).toBeTruthy()

  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let isLeft = false
  bench.sound = new ReadableStream({
    start: (controller) => void (stream = controller),
    cancel: () => void (isLeft = true),
  })
  const listen = button('Listen')
  await userEvent.click(listen)
  expect(listen.getAttribute('aria-pressed')).toBe('true')
  // Two parts that are cut within a sample.
  stream?.enqueue(Uint8Array.of(0, 64, 0))
  stream?.enqueue(Uint8Array.of(192))
  await vi.waitFor(() => expect(played).toHaveLength(2))
  expect(played[0]).toEqual({ at: 5.15, samples: [0.5] })
  expect(played[1]).toEqual({ at: 5.15 + 1 / 48_000, samples: [-0.5] })
  await userEvent.click(listen)
  await vi.waitFor(() => expect(isLeft).toBe(true))
  expect(contexts.map(({ closed }) => closed)).toEqual([true])
})

test('sound that comes faster than it is played waits for a second at most', async () => {
  const { played } = fakeAudioContext()
  bench.tell()
  const second = new Uint8Array(2 * 48_000)
  bench.sound = new ReadableStream({
    start(controller) {
      for (let count = 0; count < 4; count += 1) controller.enqueue(second)
      controller.close()
    },
  })
  await userEvent.click(button('Listen'))
  await vi.waitFor(() => expect(button('Listen').getAttribute('aria-pressed')).toBe('false'))
  expect(played.map(({ at }) => at)).toEqual([5.15])
})

test('listening ends with the bench', async () => {
  const { contexts } = fakeAudioContext()
  bench.tell()
  await userEvent.click(button('Listen'))
  await vi.waitFor(() => expect(button('Listen').getAttribute('aria-pressed')).toBe('false'))
  expect(contexts.map(({ closed }) => closed)).toEqual([true])
})

test('the meters of the product are shown, and only read while the page can be seen', () => {
  bench.tell()
  bench.measure({
    input: { rms: -20.4, peak: -17, hold: -0.2 },
    telecoil: { rms: null, peak: null, hold: null },
  })
  const meters = within(screen.getByRole('region', { name: 'Loudspeaker' }))
    .getAllByRole('meter')
    .map((meter) => [meter.getAttribute('value'), meter.getAttribute('aria-valuetext')])
  expect(meters).toEqual([
    ['-20.4', '−20\u00A0dBFS'],
    ['-60', 'Silent'],
  ])
  expect(screen.getByText('Peak 0 dBFS')).toBeTruthy()
  const show = (state: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show('hidden')
  expect(streamOf('/bench/levels')).toBeUndefined()
  show('visible')
  expect(streamOf('/bench/levels')).toBeDefined()
  // The device has stopped.
  // Without power they stay in place, silent.
  bench.measure({})
  for (const meter of screen.getAllByRole('meter')) {
    expect(meter.getAttribute('aria-valuetext')).toBe('Silent')
  }
})

test('the loudspeaker can be calibrated, and shows since when it has been', async () => {
  bench.tell()
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /Calibrated/ })
  expect(toggle().checked).toBe(false)
  await userEvent.click(toggle())
  expect(bench.sent.at(-1)).toEqual(['/bench/speaker', { calibrated: true }])
  const timeZone = { name: 'Asia/Kolkata', offset: 19_800_000 }
  bench.tell({ speaker: { calibrated: '2026-11-20T13:07:32Z' }, timeZone })
  expect(screen.getByText(/Calibrated since .*2026, 18:37/)).toBeTruthy()
  expect(toggle().checked).toBe(true)
  await userEvent.click(toggle())
  expect(bench.sent.at(-1)).toEqual(['/bench/speaker', { calibrated: false }])
  bench.tell({ speaker: null, power: false, device: 'off' })
  expect(toggle().closest('fieldset[disabled]')).not.toBeNull()
})
