import type { Media, MediaAgreement, MediaSession, Microphone } from '../../media/types.ts'

/** What an engine did with the audio of one call. */
export interface FakeSession extends MediaSession {
  agreements: MediaAgreement[]
  pressed: string[]
  spoken: Microphone[]
  closed: boolean
  /** A key arrives in RTP. */
  hear(digit: string): void
  /** So many packets of audio have arrived in all. */
  receive(packets: number): void
}

export interface FakeMedia extends Media {
  sessions: FakeSession[]
  /** What a STUN server would say. */
  discovered: { address: string; port: number } | undefined
  /** Whether all ports are taken. */
  full: boolean
}

/** Media without sockets. */
export function openFakeMedia(): FakeMedia {
  const media: FakeMedia = {
    sessions: [],
    discovered: undefined,
    full: false,
    open(startPort) {
      if (media.full) return Promise.reject(new Error('There is no free RTP port.'))
      const listeners: ((digit: string) => void)[] = []
      const counting: Parameters<MediaSession['onStatistics']>[0][] = []
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
        discover: () => Promise.resolve(media.discovered),
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
