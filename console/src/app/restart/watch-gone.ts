import { eventSocket } from '@lintel/contract/calls/events'
import { addressOf } from '../firmware.ts'
import { WATCH_WAIT } from '../timing.ts'

/**
 * Notices that the device goes down without sending requests: holds its event socket open, and calls
 * `onGone` when that closes. A socket that never opened proves nothing.
 * @param onSettled called once the socket has opened or failed
 * @returns a function that stops watching
 */
export function watchGone(onGone: () => void, onSettled?: () => void): () => void {
  const address = new URL(addressOf(eventSocket), location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  let opened = false
  let watching = true
  socket.addEventListener('open', () => {
    opened = true
    onSettled?.()
  })
  socket.addEventListener('close', () => {
    onSettled?.()
    if (opened && watching) onGone()
  })
  return () => {
    watching = false
    socket.close()
  }
}

/**
 * The same before a call that ends the session: a socket that opens after it is refused, and would
 * prove nothing.
 * @returns a function that stops watching, once the socket has opened or failed, or after `WATCH_WAIT`
 */
export function watchBefore(onGone: () => void): Promise<() => void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      resolve(stop)
    }
    const stop = watchGone(onGone, settle)
    const timer = setTimeout(settle, WATCH_WAIT)
  })
}
