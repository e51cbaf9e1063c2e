import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { PendingFault } from './fault-table.ts'

/**
 * Applies a fault switch to a response. Returns the status to answer with instead, `gone` when
 * there is nothing left to answer, and undefined to go on.
 */
export async function applyFault(
  pending: PendingFault | undefined,
  response: ServerResponse,
): Promise<number | 'gone' | undefined> {
  if (!pending) return undefined
  await delay(pending)
  if (response.destroyed || response.closed) return 'gone'
  const { fault } = pending
  if (fault?.fault === 'status') return statusOf(fault.value)
  if (fault?.fault === 'cut') cutShort(response)
  if (fault?.fault !== 'drop') return undefined
  response.destroy()
  return 'gone'
}

/** Waits as long as a `slow` switch says, or until the switches are replaced. */
export async function delay({ wait: ms, replaced: signal }: PendingFault): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { ref: false, signal }).catch(() => {})
}

/** A final HTTP status; anything else becomes 500. */
export function statusOf(value: number | undefined): number {
  return value !== undefined && Number.isInteger(value) && value >= 200 && value <= 599
    ? value
    : 500
}

/** Sends half of the first chunk, then closes the connection. */
function cutShort(response: ServerResponse): void {
  const write = response.write.bind(response)
  const half = (chunk: unknown): void => {
    const bytes =
      typeof chunk === 'string' || chunk instanceof Uint8Array
        ? Buffer.from(chunk)
        : Buffer.alloc(0)
    if (!response.headersSent) response.flushHeaders()
    write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
  }
  response.write = (chunk: unknown) => {
    half(chunk)
    return false
  }
  response.end = (chunk: unknown) => {
    half(chunk)
    return response
  }
}
