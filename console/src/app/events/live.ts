import { eventSocket } from '@lintel/contract/calls/events'
import { TOPICS } from '@lintel/contract/events'
import type { ChangedArea } from '@lintel/contract/events'
import { checkSession, connection } from '../device.ts'
import { addressOf } from '../firmware.ts'
import { queryClient } from '../query-client.ts'
import { STALE_AFTER } from '../timing.ts'
import { createStore, useStore } from '../store.ts'
import { openEventSocket } from './event-socket.ts'

const stale = createStore(false)

/** Where the device said it was going, as long as it does not answer here. */
export const movedTo = createStore<string | undefined>(undefined)

/** Whether what the page shows may be out of date because events can't arrive. */
export const useStale = (): boolean => useStore(stale)

/** What has to be read again when the device says that an area changed. */
const READ_AGAIN: Record<ChangedArea, string> = {
  users: 'users',
  onvif: 'onvif',
  parameters: 'parameters',
  audio: 'audio',
  time: 'time',
}

function readAgain(area: string | undefined) {
  const known = Object.entries(READ_AGAIN).find(([name]) => name === area)
  if (known) void queryClient.invalidateQueries({ queryKey: [known[1]] })
}

/** Follows the device's events for as long as the app runs. */
export function followEvents(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const socket = openEventSocket({
    topics: [TOPICS.changed, TOPICS.moved],
    open: () => {
      const address = new URL(addressOf(eventSocket), location.href)
      address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
      return new WebSocket(address)
    },
    onEvent: ({ topic, data }) => {
      if (topic === TOPICS.changed) readAgain(data['Area'])
      if (topic === TOPICS.moved) {
        movedTo.set((location.protocol === 'https:' && data['Https']) || data['Http'])
      }
    },
    onLive: (again) => {
      clearTimeout(timer)
      timer = undefined
      stale.set(false)
      movedTo.set(undefined)
      if (again) void queryClient.invalidateQueries()
    },
    onDown: () => {
      timer ??= setTimeout(() => {
        stale.set(true)
      }, STALE_AFTER)
      // Either the device is gone, or the session has ended; the socket itself can't say which.
      connection.lost()
      void checkSession()
    },
  })
  return () => {
    clearTimeout(timer)
    socket.close()
  }
}
