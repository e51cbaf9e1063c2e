/**
 * Commands of debugfs, which reads and changes ext4 in a file. It exits with 0 whatever happens, so
 * what went wrong is read from its messages.
 */
import { ProgramFailed, run } from './programs.ts'
import type { RunOptions } from './programs.ts'

export interface Answer {
  stdout: Buffer
  /** Its messages, without the line with its version. */
  complaints: string[]
}

/** Bytes of a line of its standard input; what is longer becomes the next command. */
const LINE_MAX = 8000

/** A word of a command. Within quotation marks only they are special (libss, `ss_parse`). */
export const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** An absolute path as a word: without its slash, `<12>` would stand for an inode. */
export const rooted = (path: string): string => quoted(`/${path}`)

/**
 * Runs commands, one after the other, whether or not one fails. They go through the standard input
 * of one run, or if one has a line break in it or is too long for a line, each as the argument of its
 * own.
 */
export async function debugfs(
  image: string,
  commands: readonly string[],
  { writes = false, ...options }: RunOptions & { writes?: boolean } = {},
): Promise<Answer> {
  if (commands.length === 0) return { stdout: Buffer.alloc(0), complaints: [] }
  const flags = writes ? ['-w'] : []
  if (commands.some((command) => command.includes('\n') || Buffer.byteLength(command) > LINE_MAX)) {
    const answers: Answer[] = []
    for (const command of commands) {
      answers.push(await asked([...flags, '-R', command, image], options))
    }
    return {
      stdout: Buffer.concat(answers.map(({ stdout }) => stdout)),
      complaints: answers.flatMap(({ complaints }) => complaints),
    }
  }
  const [command = ''] = commands
  if (commands.length === 1) return asked([...flags, '-R', command, image], options)
  return asked([...flags, '-f', '-', image], { ...options, input: `${commands.join('\n')}\n` })
}

async function asked(args: string[], options: RunOptions): Promise<Answer> {
  const { code, stdout, stderr } = await run('debugfs', args, options)
  const complaints = stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^debugfs \d/.test(line))

  const closed = complaints.some((line) => line.includes('Filesystem not open'))
  if (code !== 0 || closed) throw new ProgramFailed('debugfs', complaints.join('\n'))
  return { stdout, complaints }
}

/** Whether a message says that a file or folder isn't there. */
export const saysAbsent = (complaint: string): boolean =>
  complaint.includes('File not found by ext2_lookup')

/** Whether a message says that there is no space left. */
export const saysFull = (complaint: string): boolean =>
  /Could not allocate (?:block|inode)|Could not expand/i.test(complaint)
