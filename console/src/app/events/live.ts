import { eventSocket } from '@lintel/contract/calls/events'
import { TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'
import { deviceLocation } from '@lintel/contract/site'
import { checkSession, connection } from '../device.ts'
import { addressOf } from '../firmware.ts'
import { queryClient } from '../query-client.ts'
import { STALE_AFTER } from '../timing.ts'
import { createStore, useStore } from '@lintel/ui/store'
import type { Move } from '../trial/move.ts'
import { openEventSocket } from './event-socket.ts'
import type { EventSocket } from './event-socket.ts'
import { queriesOf, readAgain } from './read-again.ts'

/**
 * Whether the device's events arrive. `stale`: they did, and have not for a while; `none`: they
 * never did, as from firmware without them.
 */
export type Updates = 'live' | 'stale' | 'none'

const updates = createStore<Updates>('live')

/** Where the device went, while it does not answer here. */
export interface Moved extends Move {
  /** This page caused the move and reports it at once; otherwise the device announced it. */
  sent?: boolean
}

export const movedTo = createStore<Moved | undefined>(undefined)

export const useUpdates = (): Updates => useStore(updates)

/** Whether the page may be out of date because events no longer arrive. */
export const useStale = (): boolean => useUpdates() === 'stale'

/** A subscription by a part of the page. */
interface Follower {
  topics: readonly Topic[]
  onEvent: (
    data: Readonly<Record<string, string>>,
    source: Readonly<Record<string, string>>,
    event: { topic: string; at: string },
  ) => void
  onListening: (() => void) | undefined
}

const followers = new Set<Follower>()
let open: EventSocket | undefined

/**
 * Subscribes to these topics and delivers their current state at once; returns a function that
 * unsubscribes. Events may arrive twice.
 * @param onListening the device has read the subscription: no event is missed from now on. Called
 *   again after a gap.
 */
export function onEvents(
  topics: readonly Topic[],
  onEvent: Follower['onEvent'],
  onListening?: () => void,
): () => void {
  const follower = { topics, onEvent, onListening }
  followers.add(follower)
  open?.add(topics, onListening)
  return () => {
    followers.delete(follower)
  }
}

/** Follows the device's events while the app runs. */
export function followEvents(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLive = false
  const socket = openEventSocket({
    topics: [TOPICS.changed, TOPICS.moved, ...[...followers].flatMap(({ topics }) => topics)],
    open: () => {
      const address = new URL(addressOf(eventSocket), location.href)
      address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
      return new WebSocket(address)
    },
    onEvent: (event) => {
      const { topic, data, source } = event
      if (topic === TOPICS.changed) void readAgain(queryClient, queriesOf(data['Area'], data['Id']))
      if (topic === TOPICS.moved) {
        const url = (deviceLocation().protocol === 'https:' && data['Https']) || data['Http']
        // A ticket for that address, which this page has, takes precedence.
        if (url !== undefined && movedTo.get()?.url !== url) movedTo.set({ url })
      }
      for (const { topics, onEvent } of followers) {
        if (topics.some((one) => one === topic)) onEvent(data, source, event)
      }
    },
    onLive: (again) => {
      clearTimeout(timer)
      timer = undefined
      wasLive = true
      updates.set('live')
      movedTo.set(undefined)
      for (const { onListening } of followers) onListening?.()
      if (again) void readAgain(queryClient)
    },
    onDown: () => {
      timer ??= setTimeout(() => {
        updates.set(wasLive ? 'stale' : 'none')
      }, STALE_AFTER)
      // Either the device is gone or the session has ended; the socket itself can't tell.
      connection.lost()
      void checkSession()
    },
  })
  open = socket
  // With the pages' fresh data, the notice that they are not up to date ends too.
  const unsubscribe = connection.returns.subscribe(() => socket.retry())
  return () => {
    open = undefined
    unsubscribe()
    clearTimeout(timer)
    socket.close()
  }
}
