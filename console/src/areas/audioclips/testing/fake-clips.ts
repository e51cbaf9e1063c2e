import type { AnswerOf } from '@lintel/contract/call'
import type { getWaveform } from '@lintel/contract/calls/clips'
import { vi } from 'vitest'

interface FakeClip {
  name: string
  location: string
  factory?: true
}

/** How an upload goes. */
interface UploadAnswer {
  status: number
  text: string
  /** Whether the answer gets lost. */
  lost?: true
}

type Waveform = AnswerOf<typeof getWaveform>

/** Stands for the device in `fetch` and `XMLHttpRequest`, with two clips of which one is preinstalled. */
export function fakeClips() {
  const fake = {
    /** By their numbers. */
    clips: new Map<number, FakeClip>([
      [0, { name: 'Gong', location: '/etc/audioclips/gong.au', factory: true }],
      [5, { name: 'Closing time', location: '/etc/audioclips/a1.wav' }],
    ]),
    hasAudio: true,
    /** In MB; undefined on a device that doesn't say. */
    largest: 10 as number | undefined,
    /** The clip that sounds. */
    playing: null as string | null,
    /** Reasons with which these requests are refused, `mediaclip remove`. */
    refusals: {} as Record<string, string>,
    /** What somebody else does right before the next request that changes something. */
    between: undefined as (() => void) | undefined,
    /** Plays that wait for the test: what ends the wait of each. */
    slow: undefined as (() => void)[] | undefined,
    /** Requests whose answers get lost, after the device has done what they say. */
    lost: new Set<string>(),
    upload: { status: 200, text: 'OK\nuploaded=6' } as UploadAnswer,
    /** What was sent and changes something, in order: `mediaclip action=remove&clip=5`. */
    sent: [] as string[],
  }

  function parameters(): string {
    const lines = [`root.Properties.Audio.Audio=${fake.hasAudio ? 'yes' : 'no'}`]
    if (!fake.hasAudio) lines.push("# Error: Error -1 getting param in group 'root.MediaClip'")
    else if (fake.largest !== undefined) lines.push(`root.MediaClip.MaxUploadSize=${fake.largest}`)
    for (const [number, { name, location }] of fake.hasAudio ? fake.clips : []) {
      lines.push(
        `root.MediaClip.M${number}.Location=${location}`,
        `root.MediaClip.M${number}.Name=${name}`,
      )
    }
    return `${lines.join('\n')}\n`
  }

  function drawn(number: number): Response {
    const clip = fake.clips.get(number)
    if (!clip) return new Response('', { status: 404 })
    const waveform: Waveform = {
      name: clip.name,
      kind: 'wav',
      factory: clip.factory === true,
      bytes: 1000,
      seconds: number === 0 ? 1.5 : 125,
      rate: 8000,
      channels: 1,
      peaks: [0, 50, 100],
    }
    return Response.json(waveform)
  }

  /** What the device does with a request that changes something, and its answer. */
  function done(name: string, query: URLSearchParams): string {
    const number = Number(query.get('clip'))
    const clip = fake.clips.get(number)
    if (name === 'playclip') fake.playing = query.get('clip')
    if (name === 'stopclip') fake.playing = null
    if (name === 'mediaclip remove') fake.clips.delete(number)
    if (name === 'mediaclip update' && clip) {
      fake.clips.set(number, { ...clip, name: query.get('name') ?? '' })
    }
    return 'OK\n'
  }

  const version = () => JSON.stringify(Array.from(fake.clips)).replaceAll(/\W/g, '')

  function answered(
    pathname: string,
    query: URLSearchParams,
    ifMatch: string | null,
  ): Response | undefined {
    if (pathname === '/lintel/playing') {
      return Response.json({ sound: fake.playing === null ? null : soundOf(fake.playing) })
    }
    const [, number] = /^\/lintel\/clips\/(\d+)$/.exec(pathname) ?? []
    if (number !== undefined) return drawn(Number(number))
    const [, file = ''] = /^\/axis-cgi\/(\w+)\.cgi$/.exec(pathname) ?? []
    if (file === 'param') return new Response(parameters(), { headers: { etag: `"${version()}"` } })
    // A page that lost an answer asks whether the device is still there, and would go on asking.
    if (file === 'systemready') return Response.json(READY)
    fake.between?.()
    fake.between = undefined
    if (ifMatch !== null && ifMatch !== `"${version()}"`) return new Response('', { status: 412 })
    const action = query.get('action')
    const name = action === null ? file : `${file} ${action}`
    query.delete('timestamp')
    fake.sent.push(`${file} ${query}`.trim())
    const reason = fake.refusals[name]
    if (reason !== undefined) return new Response(reason, { status: 400 })
    const answer = done(name, query)
    return fake.lost.has(name) ? undefined : new Response(answer)
  }

  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://192.0.2.1')
    if (fake.slow && pathname.endsWith('playclip.cgi')) {
      const { slow } = fake
      await new Promise<void>((resolve) => void slow.push(resolve))
    }
    const answer = answered(pathname, searchParams, new Headers(init?.headers).get('if-match'))
    if (!answer) throw new TypeError('the answer got lost')
    return answer
  })

  /** A request that uploads a file: half of it at once, the rest when the test says so. */
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    setRequestHeader = () => {}
    open(_: string, address: string) {
      fake.sent.push(new URL(address, 'http://192.0.2.1').search.slice(1))
    }
    send(form: FormData) {
      const file = form.get('File') as File
      const half = new ProgressEvent('progress', { loaded: file.size / 2, total: file.size })
      this.upload.dispatchEvent(half)
      uploads.push({ request: this, file })
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  const uploads: { request: FakeRequest; file: File }[] = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)

  /** Ends the upload that is under way, as `fake.upload` says. */
  function endUpload(): void {
    const { request, file } = uploads.pop() ?? {}
    if (!request || !file) throw new Error('there is no upload')
    const { status, text, lost } = fake.upload
    request.upload.dispatchEvent(new Event('load'))
    Object.assign(request, { status, responseText: text })
    request.dispatchEvent(new Event(lost ? 'error' : 'load'))
  }

  /** The files of the uploads that are under way. */
  return Object.assign(fake, { endUpload, files: () => uploads.map(({ file }) => file) })
}

const READY = {
  apiVersion: '1.1',
  method: 'systemready',
  data: { systemready: 'yes', needsetup: 'no', uptime: '100', bootid: 'one' },
}

const soundOf = (clip: string) => ({
  clip,
  name: '',
  seconds: 1,
  plays: 1,
  volume: 100,
  since: 0,
})

export type FakeClips = ReturnType<typeof fakeClips>
