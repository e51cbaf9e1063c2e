import type { Log } from '@lintel/front-door/device-context'

/** Writes warnings and errors as lines for people; requests are not logged. */
export function createLog(out: { write(text: string): unknown }): Log {
  const line = (values: object, message: string): void => {
    const { err } = values as { err?: unknown }
    out.write(`${message}${err instanceof Error ? `: ${err.message}` : ''}\n`)
  }
  return { info: () => {}, warn: line, error: line }
}
