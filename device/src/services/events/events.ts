import { eventSocket } from '@lintel/contract/calls/events'
import { matchesTopic, notifyMessage } from '@lintel/contract/events'
import { serveSocket } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { answerTo } from './messages.ts'

/** As many bytes as may wait for one slow client; one that is further behind is let go, and asks anew. */
const BACKLOG_MAX = 1024 * 1024

/** As many topics as one socket may ask for in all. */
const TOPICS_MAX = 256

/** Close code for a client that may not stay (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008

/** Tells events by topic. Source: console specification A §7 "Event stream". */
export const eventService: Service = ({ events, accounts }) => ({
  calls: [],
  sockets: [
    serveSocket(eventSocket, (socket, { user }) => {
      const topics = new Set<string>()

      const endings = [
        events.subscribe((event) => {
          const wanted = Array.from(topics).some((topic) => matchesTopic(topic, event.topic))
          if (!wanted) return
          if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
          else socket.send(notifyMessage(event))
        }),
        accounts.subscribe(() => {
          if (user !== undefined && !accounts.find(user)) socket.close(POLICY_VIOLATION)
        }),
      ]
      socket.on('close', () => {
        for (const end of endings) end()
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
        // What holds already is told at once, so that a client knows where it stands.
        for (const event of events.current()) {
          const asked = subscribed.some((topic) => matchesTopic(topic, event.topic))
          if (asked) socket.send(notifyMessage(event))
        }
      })
    }),
  ],
})
