import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { SOUND_RATE } from '@lintel/contract/bench-sound'
import { waveHead } from '@lintel/contract/wave'
import type { SoundMonitor } from './sound-monitor.ts'

/** What plays the device's sound on this computer. */
export interface HostSpeaker {
  program: string
  close(): void
}

/** Programs that play a stream of PCM, with their arguments. */
const STREAMING: Record<string, readonly string[]> = {
  aplay: ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', String(SOUND_RATE), '-c', '1', '-'],
  paplay: ['--raw', '--format=s16le', `--rate=${SOUND_RATE}`, '--channels=1'],
}
/** The one of macOS, which only plays files. */
const FILES = 'afplay'

export const HOST_PLAYERS: readonly string[] = [...Object.keys(STREAMING), FILES]

/** How much may wait for the program, in bytes: a second of sound. */
const BACKLOG = 2 * SOUND_RATE
/** Files that wait, of a second each. */
const WAITING_MAX = 2

/**
 * Plays what the device's loudspeaker plays with the first of the host's programs that there is.
 * @param path where to look for them, as `PATH`
 * @param onEnd called when the program has ended by itself
 * @returns undefined if there is none
 */
export function openHostSpeaker(
  { listen }: Pick<SoundMonitor, 'listen'>,
  { path, onEnd }: { path: string; onEnd: (program: string) => void },
): HostSpeaker | undefined {
  const program = HOST_PLAYERS.find((name) => findProgram(name, path) !== undefined)
  const file = program === undefined ? undefined : findProgram(program, path)
  if (program === undefined || file === undefined) return undefined
  const end = () => onEnd(program)
  const close = program === FILES ? playFiles(file, listen) : playStream(file, program, listen, end)
  return { program, close }
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

type Listen = SoundMonitor['listen']

function playStream(file: string, program: string, listen: Listen, onEnd: () => void): () => void {
  const player = spawn(file, STREAMING[program] ?? [], { stdio: ['pipe', 'ignore', 'ignore'] })
  const { stdin } = player
  // A program that ends closes its input.
  stdin.on('error', () => {})
  const stop = listen((pcm) => {
    if (stdin.writableLength < BACKLOG) stdin.write(pcm)
  })
  let closing = false
  const ended = (): void => {
    stop()
    if (!closing) onEnd()
    closing = true
  }
  player.once('error', ended)
  player.once('exit', ended)
  return () => {
    closing = true
    stop()
    player.kill()
  }
}

/** Plays a second after the other; silence is left out. */
function playFiles(program: string, listen: Listen): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-sound-'))
  const waiting: Buffer[] = []
  let parts: Buffer[] = []
  let player: ChildProcess | undefined
  let count = 0

  function playNext(): void {
    const pcm = waiting.shift()
    if (!pcm) return
    count += 1
    const file = join(folder, `${count}.wav`)
    try {
      writeFileSync(file, Buffer.concat([waveHead(pcm.length, SOUND_RATE), pcm]))
    } catch {
      // A full disk costs a second of sound, not the board.
      return
    }
    const started = spawn(program, [file], { stdio: 'ignore' })
    player = started
    const next = (): void => {
      if (player !== started) return
      player = undefined
      rmSync(file, { force: true })
      playNext()
    }
    started.once('error', next)
    started.once('exit', next)
  }

  const stop = listen((pcm) => {
    parts.push(pcm)
    if (parts.reduce((length, part) => length + part.length, 0) < BACKLOG) return
    const second = Buffer.concat(parts)
    parts = []
    if (second.every((byte) => byte === 0) || waiting.length >= WAITING_MAX) return
    waiting.push(second)
    if (!player) playNext()
  })
  return () => {
    stop()
    const playing = player
    player = undefined
    playing?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
