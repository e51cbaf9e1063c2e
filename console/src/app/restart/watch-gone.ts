import { eventSocket } from '@lintel/contract/calls/events'
import { addressOf } from '../firmware.ts'

/**
 * Notices that the device goes down without sending requests: holds its event socket open, and calls
 * `onGone` when that closes. A socket that never opened proves nothing.
 * @returns a function that stops watching
 */
export function watchGone(onGone: () => void): () => void {
  const address = new URL(addressOf(eventSocket), location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  let opened = false
  let watching = true
  socket.addEventListener('open', () => {
    opened = true
  })
  socket.addEventListener('close', () => {
    if (opened && watching) onGone()
  })
  return () => {
    watching = false
    socket.close()
  }
}
