import { eventSocket } from '@lintel/contract/calls/events'
import { eventsIn, subscribeMessage, TOPICS } from '@lintel/contract/events'
import { answerChallenge } from '@lintel/front-door/digest-client'
import { WebSocket } from 'ws'

interface Device {
  url: string
  user: string
  password: string
}

/** Milliseconds until a connection that has ended is made again. */
const AGAIN = 2_000

/**
 * Calls `onRing` whenever a call begins. After an interruption it begins with the state that it finds,
 * so no ring counts twice.
 */
export function followCalls(device: Device, onRing: () => void): void {
  let known: string | undefined

  function hear(text: string): void {
    for (const { topic, data } of eventsIn(text)) {
      const state = data['CallState']
      if (topic !== TOPICS.callState || state === undefined) continue
      if (state === 'Calling' && known === 'Idle') onRing()
      known = state
    }
  }

  function connect(authorization?: string): void {
    const url = new URL(eventSocket.path, device.url)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url, {
      headers: authorization === undefined ? {} : { authorization },
      // The certificate of the device that runs this program; nobody is between them.
      rejectUnauthorized: false,
    })
    socket.on('open', () => {
      known = 'Idle'
      socket.send(subscribeMessage([TOPICS.callState], 'ring-counter'))
    })
    socket.on('message', (message: Buffer) => hear(message.toString()))
    socket.on('unexpected-response', (request, response) => {
      const challenges = response.headers['www-authenticate'] ?? ''
      const answer =
        authorization === undefined
          ? answerChallenge(challenges, device, 'GET', new URL(eventSocket.path, device.url))
          : undefined
      request.destroy()
      if (answer === undefined) later()
      else connect(answer)
    })
    socket.on('error', () => undefined)
    socket.on('close', later)
  }

  const later = () => void setTimeout(connect, AGAIN)
  connect()
}
