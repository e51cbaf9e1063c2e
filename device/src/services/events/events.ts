import { eventSocket } from '@lintel/contract/calls/events'
import { matchesTopic, notifyMessage } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { serveSocket } from '@lintel/front-door/serve'
import { POLICY_VIOLATION } from '@lintel/front-door/sockets'
import type { Service } from '../service.ts'
import { EVENT_ACCESS } from '../../events/event-access.ts'
import { answerTo } from './messages.ts'

/**
 * How many bytes may be buffered for a slow client. Beyond that it is disconnected and must
 * subscribe again.
 */
const BACKLOG_MAX = 1024 * 1024

/** Maximum number of topics per socket. */
const TOPICS_MAX = 256

/** Publishes events by topic. Source: console specification A §7 "Event stream". */
export const eventService: Service = ({ events }) => ({
  calls: [],
  sockets: [
    serveSocket(eventSocket, (socket, { mayCall }) => {
      const topics = new Set<string>()
      const mayHear = ({ topic }: DeviceEvent) => {
        const access = EVENT_ACCESS[topic]
        return access === undefined || mayCall(access)
      }

      function send(text: string): void {
        if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
        else socket.send(text)
      }

      const unsubscribe = events.subscribe((event) => {
        const subscribes = Array.from(topics).some((topic) => matchesTopic(topic, event.topic))
        if (subscribes && mayHear(event)) send(notifyMessage(event))
      })
      socket.on('close', unsubscribe)

      socket.on('message', (data, isBinary) => {
        // Text arrives as one Buffer.
        const text = !isBinary && Buffer.isBuffer(data) ? data.toString('utf8') : ''
        const { answer, subscribed } = answerTo(text)
        send(answer)
        for (const topic of subscribed) topics.add(topic)
        if (topics.size > TOPICS_MAX) {
          socket.close(POLICY_VIOLATION)
          return
        }
        // Sends the current state at once, so that a client need not wait for a change.
        for (const event of events.current()) {
          const matches = subscribed.some((topic) => matchesTopic(topic, event.topic))
          if (matches && mayHear(event)) send(notifyMessage(event))
        }
      })
    }),
  ],
})
