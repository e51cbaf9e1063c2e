import { readFileSync, writeFileSync } from 'node:fs'
import type { CardFileSystem } from '@lintel/contract/disks'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { Files, Watch } from '@lintel/disk-image/file-system'
import type { CardTools, Volume } from '../card-tools.ts'

/** What an image of a fake card holds, as JSON. */
export interface FakeCard {
  fileSystem?: CardFileSystem | undefined
  passphrase?: string | undefined
  /** `slight`: its repair loses nothing; `hopeless`: no repair helps. */
  damage?: 'slight' | 'some' | 'hopeless' | undefined
  /** Sizes by path, in bytes. */
  files?: Record<string, number>
  /** Bytes. */
  size?: number
}

export interface FakeCardTools extends CardTools {
  /** The next work of this kind goes on until it is released. */
  hold(kind: Kind): { release: () => void; progress: (percent: number) => void }
  /** What was done, in order. */
  readonly done: string[]
  /** What works of a kind reject with from now on. */
  failures: Partial<Record<Kind, Error>>
  encryption: boolean
  /** Those that are open. */
  volumes: number
}

type Kind = 'open' | 'check' | 'repair' | 'preen' | 'make' | 'write'

export const SIZE = 32 << 20

export const putFakeCard = (image: string, card: FakeCard): void =>
  writeFileSync(image, JSON.stringify(card))
export const fakeCardIn = (image: string): FakeCard =>
  JSON.parse(readFileSync(image, 'utf8')) as FakeCard

const freeOn = ({ files = {}, size = SIZE }: FakeCard) =>
  size - Object.values(files).reduce((sum, one) => sum + one, 0)

/** Cards that are JSON, without any program. */
export function fakeCardTools(): FakeCardTools {
  const held = new Map<Kind, { until: Promise<void>; watching(watch: Watch): void }>()
  const done: string[] = []
  const tools: FakeCardTools = {
    done,
    failures: {},
    encryption: true,
    volumes: 0,
    hold(kind) {
      let release: (() => void) | undefined
      let watched: Watch = {}
      held.set(kind, {
        until: new Promise((resolve) => (release = resolve)),
        watching: (watch) => (watched = watch),
      })
      return { release: () => release?.(), progress: (percent) => watched.progress?.(percent) }
    },
    fileSystems: () => ['ext4', 'vfat'],
    canEncrypt: () => tools.encryption,
    programs: () => 'none',
    async open(image, passphrases) {
      await work('open')
      const { passphrase, fileSystem } = fakeCardIn(image)
      if (passphrase === undefined) return volumeOf(image, fileSystem)
      if (passphrases.length === 0) return 'no passphrase'
      if (!passphrases.includes(passphrase)) return 'wrong passphrase'
      return volumeOf(image, fileSystem, passphrase)
    },
    async make(image, fileSystem, passphrase, watch) {
      // A missing program is found before anything is lost.
      if (!tools.failures.make) putFakeCard(image, {})
      await work('make', watch)
      putFakeCard(image, { fileSystem, passphrase })
      return volumeOf(image, fileSystem, passphrase)
    },
    changePassphrase(image, old, next) {
      const card = fakeCardIn(image)
      const fits = card.passphrase === old
      if (fits) putFakeCard(image, { ...card, passphrase: next })
      return Promise.resolve(fits)
    },
  }

  async function work(kind: Kind, watch: Watch = {}): Promise<void> {
    done.push(kind)
    const waiting = held.get(kind)
    held.delete(kind)
    waiting?.watching(watch)
    const { signal } = watch
    signal?.throwIfAborted()
    await Promise.race([
      waiting?.until,
      new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      }),
    ])
    const failure = tools.failures[kind]
    if (failure) throw failure
  }

  function volumeOf(image: string, fileSystem?: CardFileSystem, passphrase?: string): Volume {
    tools.volumes += 1
    const condition = (damage = fakeCardIn(image).damage) => (damage ? 'damaged' : 'clean')
    return {
      encrypted: passphrase !== undefined,
      passphrase,
      fileSystem,
      async check(watch) {
        await work('check', watch)
        return condition()
      },
      async repair(watch) {
        await work('repair', watch)
        const card = fakeCardIn(image)
        if (card.damage !== 'hopeless') putFakeCard(image, { ...card, damage: undefined })
        return condition()
      },
      async preen(watch) {
        await work('preen', watch)
        const card = fakeCardIn(image)
        if (card.damage === 'slight') putFakeCard(image, { ...card, damage: undefined })
        return condition()
      },
      files: () => filesOf(image),
      close() {
        tools.volumes -= 1
        return Promise.resolve()
      },
    }
  }

  function filesOf(image: string): Files {
    return {
      usage() {
        const card = fakeCardIn(image)
        return Promise.resolve({ total: card.size ?? SIZE, free: freeOn(card) })
      },
      list: () =>
        Promise.resolve(
          Object.entries(fakeCardIn(image).files ?? {}).map(([path, size]) => ({
            path,
            size,
            modified: 0,
          })),
        ),
      read(path) {
        const size = fakeCardIn(image).files?.[path]
        return Promise.resolve(size === undefined ? undefined : new Uint8Array(size))
      },
      async write(path, bytes) {
        await work('write')
        const card = fakeCardIn(image)
        if (bytes.length > freeOn(card)) throw new DiskFull()
        putFakeCard(image, { ...card, files: { ...card.files, [path]: bytes.length } })
      },
      remove(path) {
        const card = fakeCardIn(image)
        const { [path]: _, ...files } = card.files ?? {}
        putFakeCard(image, { ...card, files })
        return Promise.resolve()
      },
    }
  }

  return tools
}
