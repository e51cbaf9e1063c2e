import { setTimeout } from 'node:timers/promises'
import {
  createPullPoint,
  getEventProperties,
  getEventServiceCapabilities,
  onvifEventsWsdl,
  eventsService,
  pullMessages,
  renewSubscription,
  setSynchronizationPoint,
  subscriptionManager,
  subscriptionWsdl,
  unsubscribe,
} from '@lintel/contract/calls/onvif-events'
import { Refusal } from '@lintel/contract/fault'
import { MEDIA_PATH } from '@lintel/contract/onvif/addresses'
import { serve } from '@lintel/front-door/serve'
import { momentIn } from '@lintel/front-door/soap/moment'
import type { RequestContext } from '@lintel/front-door/serve'
import { mayHear } from '../../events/event-access.ts'
import { eventChoices } from '../action-rules/event-choices.ts'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'
import { EVENT_CAPABILITIES } from './capabilities.ts'
import { durationIn } from './duration.ts'
import { onvifFault } from './faults.ts'
import { openPullPoints } from './pull-points.ts'
import type { PullPoint, Subscriber } from './pull-points.ts'
import { filterIn, notificationOf, topicSet, TOPIC_DIALECTS } from '../../events/onvif-topics.ts'

/** How long a subscription lasts unless its client says otherwise, and at most. Own design. */
const LASTS_MS = 60_000
const LASTS_MOST_MS = 24 * 60 * 60_000
/** The longest wait for an event, and the most events of one answer. Own design. */
const WAIT_MOST_MS = 60_000
const MESSAGES_MOST = 100

/** Events that clients fetch. Source: ONVIF Core, "Real-time Pull-Point Notification Interface". */
export const onvifEventService: Service = (device) => {
  const { events, clock, accounts, onvifAccounts } = device

  const points = openPullPoints({ events, clock }, (groups, { topic }) => mayHear(groups, topic))
  // The groups of a subscription are those that its account had when it began.
  const forgets = [
    accounts.subscribe(() => points.close()),
    onvifAccounts.subscribe(() => points.close()),
  ]

  function pointOf(context: RequestContext): PullPoint {
    const id = new URLSearchParams(context.query).get('subscription') ?? ''
    const point = points.find(id, subscriberOf(context))
    if (point) return point
    throw ended()
  }

  /**
   * Milliseconds from a duration or a moment.
   * @param fault of WS-BaseNotification, for any other text and a time that is over
   */
  function lasting(typed: string | undefined, fault: string): number {
    if (typed === undefined) return LASTS_MS
    const lasts = durationIn(typed) ?? momentIn(typed) - clock.now()
    if (lasts > 0) return Math.min(lasts, LASTS_MOST_MS)
    throw new Refusal('invalid', 'The time of the end is not understood, or over.', [
      'Sender',
      `wsnt:${fault}`,
    ])
  }

  const times = ({ ends }: PullPoint) => ({
    CurrentTime: iso(clock.now()),
    TerminationTime: iso(clock.now() + ends - clock.monotonic()),
  })

  /** Keeps it for at least so many milliseconds from now. */
  function prolong(point: PullPoint, ms: number): void {
    point.ends = Math.max(point.ends, clock.monotonic() + ms)
  }

  return {
    calls: [
      serve(getEventServiceCapabilities, () => ({ Capabilities: EVENT_CAPABILITIES })),
      serve(getEventProperties, () => ({
        TopicNamespaceLocation: ['http://www.onvif.org/onvif/ver10/topics/topicns.xml'],
        FixedTopicSet: true,
        TopicSet: topicSet(eventChoices(device)),
        TopicExpressionDialect: TOPIC_DIALECTS,
        MessageContentFilterDialect: [],
        MessageContentSchemaLocation: ['http://www.onvif.org/onvif/ver10/schema/onvif.xsd'],
      })),
      serve(createPullPoint, ({ Filter, InitialTerminationTime }, context) => {
        const lasts = lasting(InitialTerminationTime, 'UnacceptableInitialTerminationTimeFault')
        const point = points.open(subscriberOf(context), filterIn(Filter), lasts)
        if (!point) {
          throw new Refusal('invalid', 'There are too many subscriptions.', [
            'Receiver',
            'wsnt:SubscribeCreationFailedFault',
          ])
        }
        const Address = `${context.origin}${MEDIA_PATH}?subscription=${point.id}`
        return { SubscriptionReference: { Address }, ...times(point) }
      }),
      serve(pullMessages, async ({ Timeout, MessageLimit }, context) => {
        const point = pointOf(context)
        const wait = durationIn(Timeout)
        if (wait === undefined || MessageLimit < 1) {
          throw new Refusal('invalid', 'Timeout must be a duration, MessageLimit 1 or more.', [
            'Sender',
            'ter:InvalidArgVal',
          ])
        }
        const limit = Math.min(MessageLimit, MESSAGES_MOST)
        const most = Math.min(wait, WAIT_MOST_MS)
        // After the answer it lasts at least as long as the request could have waited (Core 9.1.1).
        const lasts = Math.max(point.lasts, Math.min(wait, LASTS_MOST_MS))
        prolong(point, most + lasts)
        let found = point.take(limit)
        if (found.length === 0 && most > 0) {
          await waitFor(point, most, context.signal)
          if (point.over.aborted) throw ended()
          found = point.take(limit)
        }
        prolong(point, lasts)
        return {
          ...times(point),
          NotificationMessage: found.map(({ event, operation }) =>
            notificationOf(event, operation),
          ),
        }
      }),
      serve(setSynchronizationPoint, (_, context) => {
        pointOf(context).synchronise()
        return {}
      }),
      serve(renewSubscription, ({ TerminationTime }, context) => {
        const point = pointOf(context)
        const lasts = lasting(TerminationTime, 'UnacceptableTerminationTimeFault')
        point.ends = clock.monotonic() + lasts
        return times(point)
      }),
      serve(unsubscribe, (_, context) => {
        points.end(pointOf(context).id)
        return {}
      }),
      serve(onvifEventsWsdl, (_, { origin }) =>
        describe(
          eventsService,
          [
            getEventServiceCapabilities,
            getEventProperties,
            createPullPoint,
            pullMessages,
            setSynchronizationPoint,
          ],
          origin,
        ),
      ),
      serve(subscriptionWsdl, (_, { origin }) =>
        describe(subscriptionManager, [renewSubscription, unsubscribe], origin),
      ),
    ],
    close() {
      for (const forget of forgets) forget()
      points.close()
    },
  }
}

/** Waits for an event, in the host's time: the client waits in it, too. */
async function waitFor(point: PullPoint, ms: number, gone: AbortSignal): Promise<void> {
  const answered = new AbortController()
  const signal = AbortSignal.any([answered.signal, gone, point.over])
  const timeout = setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined)
  await Promise.race([point.arrival(signal), timeout])
  answered.abort()
}

const subscriberOf = ({ user = '', groups }: RequestContext): Subscriber => ({ user, groups })

const ended = (): Refusal =>
  onvifFault('Sender', ['InvalidArgVal', 'InvalidToken'], 'The subscription has ended.')

const iso = (ms: number): string => new Date(ms).toISOString()
