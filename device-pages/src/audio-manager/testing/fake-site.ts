import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { vi } from 'vitest'

/** The serial number of the device whose pages are tested. */
export const SERIAL_NUMBER = 'ACCC8E000001'

/** An entry of the list of peers. */
export const peer = (
  name: string,
  id: string,
  more: { leader?: boolean; user?: string; status?: AudioPeerEntry['ConnectionStatus'] } = {},
): AudioPeerEntry => ({
  Configuration: {
    Id: id,
    Name: name,
    Address: { IPAddress: `${name.toLowerCase()}.local`, MAC: id.match(/../g)?.join(':') ?? '' },
    Leader: more.leader ?? false,
    Credentials: { User: more.user ?? '', Password: null },
    OutputGain: [],
  },
  MetaData: { Type: 'C1310-E' },
  ConnectionStatus: more.status ?? 'Online',
  OutputGainDefinitions: [],
})

/** A device in place of the real one, as far as audio sites go. */
export interface FakeSite {
  peers: AudioPeerEntry[]
  /** The site that it leads. */
  site: string | undefined
  /** Answers of `/lintel/audio-site…`, by method and path; 404 without one. */
  answers: Record<string, object>
  /** What was asked of `/lintel/audio-site…`, as method and path with the body. */
  asked: [string, unknown][]
}

/** Answers the requests of a page until the test ends. */
export function fakeSite(initial: Partial<FakeSite> = {}): FakeSite {
  const state: FakeSite = { peers: [], site: undefined, answers: {}, asked: [], ...initial }
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://device')
    const key = `${init.method ?? 'GET'} ${pathname}`
    return Promise.resolve(answerTo(key, init))
  })

  function answerTo(key: string, init: RequestInit): Response {
    if (key === 'POST /vapix/audiorelay') return Response.json({ Peer: state.peers })
    if (key === 'GET /vapix/audioSite/setup/api/getSite') {
      return state.site === undefined
        ? Response.json({}, { status: 404 })
        : Response.json({ site: { id: 'a', name: state.site, leader: true } })
    }
    state.asked.push([key, typeof init.body === 'string' ? JSON.parse(init.body) : undefined])
    const answer = state.answers[key]
    return answer ? Response.json(answer) : Response.json({}, { status: 404 })
  }
  return state
}
