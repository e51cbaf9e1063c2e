import { NOTHING_GATHERED } from '../../media/types.ts'
import type {
  Gathered,
  Helpers,
  Media,
  MediaAgreement,
  MediaSession,
  Microphone,
  Trouble,
} from '../../media/types.ts'

/** What an engine did with the audio of one call. */
export interface FakeSession extends MediaSession {
  agreements: MediaAgreement[]
  pressed: string[]
  spoken: Microphone[]
  closed: boolean
  /** The servers that were asked. */
  asked: Helpers[]
  /** Something goes wrong with its way. */
  fail(trouble: Trouble): void
  /** A key arrives in RTP. */
  hear(digit: string): void
  /** So many packets of audio have arrived in all. */
  receive(packets: number): void
}

export interface FakeMedia extends Media {
  sessions: FakeSession[]
  /** What servers would say. */
  found: Gathered | Promise<Gathered>
  /** Whether all ports are taken. */
  full: boolean
}

/** Media without sockets. */
export function openFakeMedia(): FakeMedia {
  const media: FakeMedia = {
    sessions: [],
    found: NOTHING_GATHERED,
    full: false,
    open(startPort) {
      if (media.full) return Promise.reject(new Error('There is no free RTP port.'))
      const listeners: ((digit: string) => void)[] = []
      const counting: Parameters<MediaSession['onStatistics']>[0][] = []
      const troubles: ((trouble: Trouble) => void)[] = []
      const session: FakeSession = {
        port: startPort + 2 * media.sessions.length,
        agreements: [],
        pressed: [],
        spoken: [],
        closed: false,
        agree: (agreement) => void session.agreements.push(agreement),
        speak: (microphone) => void session.spoken.push(microphone),
        press: (digit) => void session.pressed.push(digit),
        onDigit: (listener) => void listeners.push(listener),
        onStatistics: (listener) => void counting.push(listener),
        asked: [],
        gather(helpers) {
          session.asked.push(helpers)
          return Promise.resolve(media.found)
        },
        onTrouble: (listener) => void troubles.push(listener),
        fail: (trouble) => troubles.forEach((listener) => listener(trouble)),
        hear: (digit) => listeners.forEach((listener) => listener(digit)),
        receive(received) {
          const statistics = { sent: 0, lost: 0, rejected: 0, heard: -60, spoken: -60 }
          for (const listener of counting) listener({ ...statistics, received })
        },
        close: () => void (session.closed = true),
      }
      media.sessions.push(session)
      return Promise.resolve(session)
    },
    close: () => {},
  }
  return media
}
