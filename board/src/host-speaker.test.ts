import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openHostSpeaker } from './host-speaker.ts'
import { tempFolder } from './testing/temp-folder.ts'

/** A computer with these programs, and a device whose sound the test sends. */
function rig(programs: Record<string, string>) {
  const folder = tempFolder()
  for (const [name, script] of Object.entries(programs)) {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${script.replaceAll('OUT', join(folder, 'out'))}\n`)
    chmodSync(file, 0o755)
  }
  const listeners = new Set<(pcm: Buffer) => void>()
  const ended: string[] = []
  const speaker = openHostSpeaker(
    {
      listen(fn) {
        listeners.add(fn)
        return () => listeners.delete(fn)
      },
    },
    { path: ['', '/nowhere', folder].join(':'), onEnd: (program) => ended.push(program) },
  )
  onTestFinished(() => speaker?.close())
  const out = join(folder, 'out')
  return {
    speaker,
    listeners,
    ended,
    send: (pcm: Buffer) => {
      for (const fn of listeners) fn(pcm)
    },
    written: () => (existsSync(out) ? readFileSync(out) : Buffer.alloc(0)),
  }
}

test('without a program that plays sound there is no speaker', () => {
  expect(rig({}).speaker).toBeUndefined()
})

test.each(['aplay', 'paplay'])('%s gets the sound as it comes', async (program) => {
  const { speaker, send, written, listeners } = rig({ [program]: '/bin/cat > OUT' })
  expect(speaker?.program).toBe(program)
  send(Buffer.from([1, 2]))
  send(Buffer.from([3, 4]))
  await expect.poll(written, { timeout: 10_000 }).toEqual(Buffer.from([1, 2, 3, 4]))
  speaker?.close()
  expect(listeners.size).toBe(0)
})

test('the arguments of aplay describe the sound, and the first program that there is plays', async () => {
  const { speaker, written } = rig({
    paplay: 'true',
    aplay: 'echo "$@" > OUT; /bin/cat > /dev/null',
  })
  expect(speaker?.program).toBe('aplay')
  const described = '-q -t raw -f S16_LE -r 48000 -c 1 -\n'
  await expect.poll(() => String(written()), { timeout: 10_000 }).toBe(described)
})

test('a program that ends by itself is reported once, and gets nothing more', async () => {
  const { ended, listeners, send, speaker } = rig({ aplay: 'exit 1' })
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['aplay'])
  expect(listeners.size).toBe(0)
  send(Buffer.from([1, 2]))
  speaker?.close()
  expect(ended).toEqual(['aplay'])
})

test('a second of sound that can’t be written is left out', () => {
  const folder = tempFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { send, speaker } = rig({ afplay: 'true' })
  expect(speaker).toBeDefined()
  rmSync(folder, { recursive: true })
  expect(() => send(Buffer.alloc(96_000, 1))).not.toThrow()
})

test('a program that is no longer wanted is ended, which is not reported', async () => {
  const script =
    'trap "echo ended > OUT; exit" TERM; echo plays > OUT; while :; do /bin/sleep 0.02; done'
  const { speaker, ended, written } = rig({ aplay: script })
  await expect.poll(() => String(written()), { timeout: 10_000 }).toBe('plays\n')
  speaker?.close()
  await expect.poll(() => String(written()), { timeout: 10_000 }).toBe('ended\n')
  // What ends later is reported.
  const later = rig({ aplay: 'exit 1' })
  await expect.poll(() => later.ended, { timeout: 10_000 }).toEqual(['aplay'])
  expect(ended).toEqual([])
})

test('afplay gets a file for each second that is not silent', async () => {
  const { speaker, send, written } = rig({ afplay: '/bin/cat "$1" >> OUT' })
  expect(speaker?.program).toBe('afplay')
  send(Buffer.alloc(96_000))
  send(Buffer.alloc(48_000, 1))
  send(Buffer.alloc(48_000, 2))
  await expect.poll(() => written().length, { timeout: 10_000 }).toBe(96_044)
  const file = written()
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
  expect([file.readUInt32LE(24), file.readUInt32LE(40), file[44], file.at(-1)]).toEqual([
    48_000, 96_000, 1, 2,
  ])
})
