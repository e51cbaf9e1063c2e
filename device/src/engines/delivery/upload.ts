import { ActionFailure } from '../action-rules/types.ts'
import type { RecipientKind, Task } from './recipient.ts'

const TEST_FILE = 'lintel-test.txt'

/** The folder of a recipient while there is a connection to it. */
export interface RemoteFolder {
  /**
   * Writes a file.
   * @param folders below the recipient's own, which are made if they don't exist
   * @returns what the server answered; may be empty
   */
  put(folders: readonly string[], name: string, bytes: Uint8Array): Promise<string>
  /** Deletes a file that was just put into the recipient's own folder. */
  remove(name: string): Promise<void>
}

/** Connects, does some work with the folder of the recipient, and disconnects. */
type WithFolder = (task: Task, work: (folder: RemoteFolder) => Promise<string>) => Promise<string>

/** A recipient to which files are uploaded. */
export const uploadTo = (withFolder: WithFolder): RecipientKind => ({
  send(task, { attachments }) {
    const files = attachments.map(({ path, bytes }) => ({ names: namesIn(path), bytes }))
    if (files.length === 0) return Promise.resolve('')
    return withFolder(task, async (folder) => {
      let answer = ''
      for (const { names, bytes } of files) {
        answer = await folder.put(names.slice(0, -1), names.at(-1) ?? '', bytes)
      }
      return answer
    })
  },
  test(task) {
    const bytes = Buffer.from(`Test of ${task.device.name()}\n`)
    return withFolder(task, async (folder) => {
      const answer = await folder.put([], TEST_FILE, bytes)
      try {
        await folder.remove(TEST_FILE)
      } catch {
        task.signal.throwIfAborted()
        // Who may only add files can still be sent some.
        return `${TEST_FILE} could not be removed`
      }
      return answer
    })
  },
})

/**
 * Writes a file under another name first, so that nobody sees a part of it under its own.
 * @param server what it does with names in one folder
 * @returns what it answered at last
 */
export async function putWhole(
  name: string,
  server: {
    put: (name: string) => Promise<string>
    rename: (from: string, to: string) => Promise<string>
    remove: (name: string) => Promise<unknown>
  },
): Promise<string> {
  const part = `${name}.part`
  try {
    await server.put(part)
    try {
      return await server.rename(part, name)
    } catch (cause) {
      // Some servers don't replace a file.
      await server.remove(name).catch(() => {
        throw cause
      })
      return await server.rename(part, name)
    }
  } catch (cause) {
    await server.remove(part).catch(() => {})
    throw cause
  }
}

/**
 * The folders of a path, and its last name.
 * @throws ActionFailure for a path that leads out of its folder, or that no server can have
 */
export function namesIn(path: string): string[] {
  const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.')
  if (names.some((name) => name === '..' || /\p{Cc}/u.test(name))) {
    throw new ActionFailure('notPossible', 'This path is not possible.')
  }
  return names
}

/** The file name of a path. */
export const fileNameOf = (path: string): string => namesIn(path).at(-1) ?? ''
