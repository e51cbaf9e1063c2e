import { AsyncResource } from 'node:async_hooks'
import type { EventBus } from '../../events/bus.ts'
import type { Log } from '../../log.ts'
import { concernsRules } from './watch.ts'
import type { Watch } from './watch.ts'

/** Tells the watch what happens. */
export interface Hearing {
  /** Tells it now what it has not heard of yet. */
  catchUp(): void
  /** What it has not heard of yet no longer counts. */
  drop(): void
  close(): void
}

/**
 * The watch hears of an event once whoever publishes it has returned. So what actions do is not in
 * somebody's transaction, and reaches others after the event that started them.
 */
export function openHearing(parts: {
  events: Pick<EventBus, 'subscribe' | 'onForget'>
  watch: Pick<Watch, 'hear' | 'forget'>
  log: Pick<Log, 'error'>
}): Hearing {
  const { events, watch, log } = parts
  let unheard: (() => void)[] = []

  function hear(work: () => void): void {
    // In the context of the event, by which loops are found.
    unheard.push(AsyncResource.bind(work))
    if (unheard.length === 1) queueMicrotask(catchUp)
  }

  function catchUp(): void {
    const all = unheard
    unheard = []
    for (const work of all) {
      try {
        work()
      } catch (cause) {
        log.error({ err: cause }, 'action rules could not act on an event')
      }
    }
  }

  const unsubscribes = [
    events.subscribe((event, kind) => {
      if (concernsRules(event)) hear(() => watch.hear(event, kind))
    }),
    events.onForget((state) => {
      if (concernsRules(state)) hear(() => watch.forget(state))
    }),
  ]

  function drop(): void {
    unheard = []
  }

  return {
    catchUp,
    drop,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      drop()
    },
  }
}
