import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { ActionLog, NewLogEntry } from '../../state/action-log.ts'

/** Milliseconds over which entries are collected: one commit serves them all. */
const COLLECT_MS = 250
/** Entries that wait for it at most. */
const WAITING_MAX = 200

/** Writes the log of action rules. Many entries at once cost one commit. */
export interface LogWriter {
  write(entry: NewLogEntry): void
  /** One more start of this rule that came to nothing; they are told in one entry. */
  dropped(entry: Omit<NewLogEntry, 'result' | 'count' | 'at'>): void
  /** Writes what waits. */
  flush(): void
  close(): void
}

export function openLogWriter(parts: {
  actionLog: Pick<ActionLog, 'add'>
  clock: Pick<Clock, 'now' | 'wait'>
  log: Pick<Log, 'error'>
}): LogWriter {
  const { actionLog, clock, log } = parts
  const closed = new AbortController()
  let waiting: NewLogEntry[] = []
  const drops = new Map<string, NewLogEntry>()
  let collecting = false

  async function collect(): Promise<void> {
    if (collecting || closed.signal.aborted) return
    collecting = true
    try {
      await clock.wait(COLLECT_MS, closed.signal)
    } catch {
      // Closed: `close` has written what waited.
    }
    collecting = false
    flush()
  }

  function flush(): void {
    const entries = [...waiting, ...drops.values()]
    waiting = []
    drops.clear()
    if (entries.length === 0) return
    try {
      actionLog.add(entries)
    } catch (cause) {
      // A full disk must not keep rules from working.
      log.error({ err: cause, entries: entries.length }, 'could not write the log of action rules')
    }
  }

  function dropped(entry: Omit<NewLogEntry, 'result' | 'count' | 'at'>): void {
    const known = drops.get(entry.ruleId)
    if (known) known.count += 1
    else {
      const at = new Date(clock.now()).toISOString()
      drops.set(entry.ruleId, { ...entry, result: 'dropped', count: 1, at })
    }
    void collect()
  }

  return {
    write(entry) {
      if (waiting.length >= WAITING_MAX) flush()
      waiting.push(entry)
      void collect()
    },
    dropped,
    flush,
    close() {
      closed.abort()
      flush()
    },
  }
}
