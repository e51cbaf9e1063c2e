import { eventSocket } from '@lintel/contract/calls/events'
import { matchesTopic, notifyMessage } from '@lintel/contract/events'
import { serveSocket } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { answerTo } from './messages.ts'

/**
 * How many bytes may be buffered for a slow client. Beyond that it is disconnected and must
 * subscribe again.
 */
const BACKLOG_MAX = 1024 * 1024

/** Maximum number of topics per socket. */
const TOPICS_MAX = 256

/** Close code for a policy violation (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008

/** Publishes events by topic. Source: console specification A §7 "Event stream". */
export const eventService: Service = ({ events, accounts }) => ({
  calls: [],
  sockets: [
    serveSocket(eventSocket, (socket, { user }) => {
      const topics = new Set<string>()

      const subscriptions = [
        events.subscribe((event) => {
          const subscribes = Array.from(topics).some((topic) => matchesTopic(topic, event.topic))
          if (!subscribes) return
          if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
          else socket.send(notifyMessage(event))
        }),
        accounts.subscribe(() => {
          if (user !== undefined && !accounts.find(user)) socket.close(POLICY_VIOLATION)
        }),
      ]
      socket.on('close', () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      })

      socket.on('message', (data, isBinary) => {
        // Text arrives as one Buffer.
        const text = !isBinary && Buffer.isBuffer(data) ? data.toString('utf8') : ''
        const { answer, subscribed } = answerTo(text)
        socket.send(answer)
        for (const topic of subscribed) topics.add(topic)
        if (topics.size > TOPICS_MAX) {
          socket.close(POLICY_VIOLATION)
          return
        }
        // Sends the current state at once, so that a client need not wait for a change.
        for (const event of events.current()) {
          const matches = subscribed.some((topic) => matchesTopic(topic, event.topic))
          if (matches) socket.send(notifyMessage(event))
        }
      })
    }),
  ],
})
