import { eventSocket } from '@lintel/contract/calls/events'
import { addressOf } from '../firmware.ts'

/**
 * Notices that the device goes down, without asking it anything: holds its event socket open, and
 * calls back when the device closes it. A socket that never opened says nothing.
 * @returns stops watching
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
