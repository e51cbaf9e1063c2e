import type { Database } from './database.ts'
import { openRecord } from './records.ts'

/** Settings of a video encoder of ONVIF's media service. */
export interface EncoderSettings {
  name: string
  /** `WIDTHxHEIGHT`. */
  resolution: string
  /** 0 (finest) to 100. */
  compression: number
  /** Frames per second; 0: as many as possible. */
  fps: number
  /** Seconds after which a silent RTSP session ends. */
  timeout: number
}

/** What clients of ONVIF choose a stream by. */
export interface MediaProfile {
  /** Stable. Those of the device's choice are never given to another profile. */
  token: string
  name: string
  /** Whether it has the picture of the camera. */
  video: boolean
  /** The token of its video encoder, which other profiles may use too. */
  encoder?: string
  /** Whether events are sent in its stream. */
  metadata: boolean
}

/** The media profiles and the video encoders. Changes are durable when a method returns. */
export interface MediaProfiles {
  all(): readonly MediaProfile[]
  find(token: string): MediaProfile | undefined
  /** @throws RangeError if there are as many as there can be */
  add(profile: Omit<MediaProfile, 'token'>, token?: string): MediaProfile
  /** Replaces the profile of that token. */
  put(profile: MediaProfile): void
  remove(token: string): void
  /** All encoders by token, used or not. */
  encoders(): ReadonlyMap<string, EncoderSettings>
  putEncoder(token: string, settings: EncoderSettings): void
  /** The token of an encoder that no profile uses. There are as many encoders as profiles. */
  freeEncoder(): string
  /** Commits all changes of `work` or none. */
  change<R>(work: () => R): R
  /** Calls back after each change. */
  subscribe(fn: () => void): () => void
}

/** The maximum number of profiles, and the number of encoders. */
export const MEDIA_PROFILES_MAX = 8

const ENCODERS = Array.from({ length: MEDIA_PROFILES_MAX }, (_, index) => `encoder_${index + 1}`)

interface Stored {
  profiles: MediaProfile[]
  /** Those that differ from the factory's. */
  encoders: Record<string, EncoderSettings>
  /** The number of the next profile. */
  next: number
}

const FACTORY: Stored = {
  profiles: [
    { token: 'profile_1', name: 'Default', video: true, encoder: 'encoder_1', metadata: false },
  ],
  encoders: {},
  next: 2,
}

const factoryEncoder = (token: string): EncoderSettings => ({
  name: token,
  resolution: '640x360',
  compression: 30,
  fps: 15,
  timeout: 60,
})

export function openMediaProfiles(database: Database): MediaProfiles {
  const record = openRecord<Stored>(database, 'mediaProfiles')
  const listeners = new Set<() => void>()

  const stored = (): Stored => record.get() ?? FACTORY

  const notify = (): void => {
    for (const fn of Array.from(listeners)) fn()
  }

  function put(change: Partial<Stored>): void {
    record.put({ ...stored(), ...change })
    database.afterCommit(notify)
  }

  const encoders = (): ReadonlyMap<string, EncoderSettings> =>
    new Map(ENCODERS.map((token) => [token, stored().encoders[token] ?? factoryEncoder(token)]))

  database.onRestored(notify)

  return {
    all: () => stored().profiles,
    find: (wanted) => stored().profiles.find(({ token }) => token === wanted),
    add(profile, token) {
      const { profiles, next } = stored()
      if (profiles.length >= MEDIA_PROFILES_MAX) throw new RangeError('too many profiles')
      if (token !== undefined) {
        const added = { ...profile, token }
        put({ profiles: [...profiles, added] })
        return added
      }
      let number = next
      // Clients may choose tokens of their own.
      while (profiles.some((one) => one.token === `profile_${number}`)) number += 1
      const added = { ...profile, token: `profile_${number}` }
      put({ profiles: [...profiles, added], next: number + 1 })
      return added
    },
    put(profile) {
      const { profiles } = stored()
      put({ profiles: profiles.map((one) => (one.token === profile.token ? profile : one)) })
    },
    remove(token) {
      const left = stored().profiles.filter((one) => one.token !== token)
      const used = stored().profiles.find((one) => one.token === token)?.encoder
      const isFree = left.every(({ encoder }) => encoder !== used)
      // Its encoder begins anew with the next profile that gets it.
      const kept = Object.entries(stored().encoders).filter(([name]) => !isFree || name !== used)
      put({ profiles: left, encoders: Object.fromEntries(kept) })
    },
    encoders,
    putEncoder(token, settings) {
      put({ encoders: { ...stored().encoders, [token]: settings } })
    },
    freeEncoder() {
      const used = new Set(stored().profiles.map(({ encoder }) => encoder))
      return ENCODERS.find((token) => !used.has(token)) ?? 'encoder_1'
    },
    change: (work) => database.tx(work),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
