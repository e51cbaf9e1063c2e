/** The host's programs for file systems: where they are, and how they run. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'

/** The Debian package of each program; Homebrew's have the same names. */
const PACKAGES = {
  'mkfs.ext4': 'e2fsprogs',
  e2fsck: 'e2fsprogs',
  dumpe2fs: 'e2fsprogs',
  debugfs: 'e2fsprogs',
  'mkfs.vfat': 'dosfstools',
  'fsck.vfat': 'dosfstools',
  mcopy: 'mtools',
  mdel: 'mtools',
  mdir: 'mtools',
  mmd: 'mtools',
  mrd: 'mtools',
  mren: 'mtools',
  mtype: 'mtools',
  cp: 'coreutils',
  cryptsetup: 'cryptsetup-bin',
  smbclient: 'smbclient',
} as const

export type Program = keyof typeof PACKAGES

/** Where they are when PATH doesn't say so: Debian's for root, and what Homebrew doesn't link. */
const FOLDERS = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  ...['/opt/homebrew', '/usr/local'].flatMap((brew) =>
    ['e2fsprogs', 'dosfstools', 'mtools'].flatMap((keg) => [
      `${brew}/opt/${keg}/bin`,
      `${brew}/opt/${keg}/sbin`,
    ]),
  ),
]

/** Bytes of output that are kept, beyond which a program is ended. */
const OUTPUT_MAX = 64 << 20

/** English messages in UTF-8; macOS has no C.UTF-8. */
const LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** A program that this computer lacks. The message is for people. */
export class MissingProgram extends Error {
  readonly program: Program
  /** The Debian package that has it. */
  readonly package: string

  constructor(program: Program) {
    const name = PACKAGES[program]
    super(`The program ${program} is not installed. On Debian it is in the package ${name}.`)
    this.name = 'MissingProgram'
    this.program = program
    this.package = name
  }
}

/** A program that failed in a way that its caller does not expect. */
export class ProgramFailed extends Error {
  constructor(program: Program, why: string) {
    super(`${program}: ${why.trim() || 'failed without a message'}`)
    this.name = 'ProgramFailed'
  }
}

/** What a program answered. */
export interface Outcome {
  /** Its exit code. */
  code: number
  stdout: Buffer
  stderr: string
}

export interface RunOptions {
  /** What it reads from its standard input: also secrets, which others could see as arguments. */
  input?: string | Uint8Array | undefined
  /** Kills it. */
  signal?: AbortSignal | undefined
  /** Beyond PATH, locale and time zone. */
  env?: Record<string, string> | undefined
  /** Called with each line that it writes to file descriptor 3. */
  onLine?: ((line: string) => void) | undefined
  /** Bytes of its output at most. */
  outputMax?: number | undefined
}

/**
 * Ends a program when this process is killed, as a power cut ends everything; by itself it would go
 * on writing while the next process reads. Part of util-linux; elsewhere programs run to their end.
 */
const ENDED_WITH_US = ['setpriv', '--pdeathsig', 'KILL', '--'] as const

/** Where programs are, as `PATH` names it. */
export const programFolders = (): string => folders().join(delimiter)

/** A command that ends when this process is killed, where that can be arranged. */
export const endedWithUs = (command: readonly string[]): string[] =>
  pathOf(ENDED_WITH_US[0]) === undefined ? [...command] : [...ENDED_WITH_US, ...command]

const folders = () => [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...FOLDERS]

function pathOf(program: string): string | undefined {
  return folders()
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Whether this computer has a program. */
export const hasProgram = (program: Program): boolean => pathOf(program) !== undefined

/** Those of some programs that this computer lacks. */
export const missingPrograms = (programs: readonly Program[]): Program[] =>
  programs.filter((program) => !hasProgram(program))

/**
 * Runs a program without a shell and with an environment of its own, and waits for its end.
 * @throws MissingProgram
 * @throws ProgramFailed if it was killed, or wrote more than it may
 * @throws the signal's reason
 */
export async function run(
  program: Program,
  args: readonly string[],
  { input, signal, env, onLine, outputMax = OUTPUT_MAX }: RunOptions = {},
): Promise<Outcome> {
  signal?.throwIfAborted()
  const path = pathOf(program)
  if (path === undefined) throw new MissingProgram(program)
  const [executable = path, ...before] = endedWithUs([path])
  const child = spawn(executable, [...before, ...args], {
    env: { PATH: programFolders(), LC_ALL: LOCALE, TZ: 'UTC', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', onLine ? 'pipe' : 'ignore'],
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  })
  // A program that ends before it has read everything.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  let size = 0
  const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
    size += chunk.length
    if (size <= outputMax) chunks.push(chunk)
    else child.kill('SIGKILL')
  }
  child.stdout?.on('data', keep(stdout))
  child.stderr?.on('data', keep(stderr))
  if (onLine) eachLine(child.stdio[3] as Readable, onLine)
  const { code, killed } = await new Promise<{ code: number | null; killed: string | null }>(
    (resolve, reject) => {
      // When it is killed, its last write may still be under way: its end comes later.
      child.on('error', (failure) => child.pid === undefined && reject(failure))
      child.once('close', (code, killed) => resolve({ code, killed }))
    },
  )
  signal?.throwIfAborted()
  if (size > outputMax) throw new ProgramFailed(program, 'wrote more than it may')
  if (code === null) throw new ProgramFailed(program, `was ended by ${killed}`)
  return { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }
}

/** Passes a stream on line by line. */
function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  stream.on('error', () => {})
}
