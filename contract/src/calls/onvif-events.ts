import * as v from 'valibot'
import { downloadCall, soapCall } from '../call.ts'
import { MEDIA_PATH, DEVICE_PATH } from '../onvif/addresses.ts'
import type { SoapService } from '../soap/service.ts'
import { WSA } from '../soap/service.ts'
import {
  boolean,
  from,
  many,
  number,
  once,
  optional,
  recordOf,
  recordWith,
  text,
  xml,
} from '../soap/shape.ts'

/** ONVIF's event service. */
export const eventsService: SoapService = {
  name: 'OnvifEventService',
  namespace: 'http://www.onvif.org/ver10/events/wsdl',
  prefix: 'tev',
  description: '/wsdl/onvif/event.wsdl',
}

/** WS-BaseNotification 1.3. */
export const WSN = 'http://docs.oasis-open.org/wsn/b-2'
/** WS-Topics 1.3. */
export const WSTOP = 'http://docs.oasis-open.org/wsn/t-1'

/** What manages a subscription. */
export const subscriptionManager: SoapService = {
  name: 'SubscriptionManager',
  namespace: WSN,
  prefix: 'wsnt',
  description: '/wsdl/onvif/subscription.wsdl',
}

const common = {
  path: '/vapix/services',
  aliases: [MEDIA_PATH, DEVICE_PATH],
  source: 'ONVIF Core, event handling',
  proof: 'client',
} as const
const event = { ...common, service: eventsService, access: 'viewer', effect: 'read' } as const

export const getEventServiceCapabilities = soapCall({
  ...event,
  id: 'onvifEvents.getServiceCapabilities',
  operation: 'GetServiceCapabilities',
  access: 'anyone',
  summary: 'Returns what the event service can do.',
  input: {},
  output: {
    Capabilities: once(
      recordWith(
        eventsService.namespace,
        'Capabilities',
        [
          'WSSubscriptionPolicySupport',
          'WSPullPointSupport',
          'WSPausableSubscriptionManagerInterfaceSupport',
          'MaxNotificationProducers',
          'MaxPullPoints',
          'PersistentNotificationStorage',
        ],
        {},
      ),
    ),
  },
})

export const getEventProperties = soapCall({
  ...event,
  id: 'onvifEvents.getEventProperties',
  operation: 'GetEventProperties',
  summary: 'Lists the topics of events, and the languages of filters.',
  input: {},
  output: {
    TopicNamespaceLocation: many(text),
    FixedTopicSet: from(WSN, once(boolean)),
    TopicSet: from(WSTOP, once(xml)),
    TopicExpressionDialect: from(WSN, many(text)),
    MessageContentFilterDialect: many(text),
    MessageContentSchemaLocation: many(text),
  },
})

export const createPullPoint = soapCall({
  ...event,
  id: 'onvifEvents.createPullPointSubscription',
  operation: 'CreatePullPointSubscription',
  summary: 'Begins to collect events for a client, who fetches them with PullMessages.',
  input: {
    /** `wsnt:TopicExpression` with topics and `//.` (ONVIF's ConcreteSet). */
    Filter: optional(xml),
    InitialTerminationTime: optional(text),
    SubscriptionPolicy: optional(xml),
  },
  output: {
    SubscriptionReference: once(recordOf(WSA, 'EndpointReferenceType', { Address: once(text) })),
    CurrentTime: from(WSN, once(text)),
    TerminationTime: from(WSN, once(text)),
  },
})

export const pullMessages = soapCall({
  ...event,
  id: 'onvifEvents.pullMessages',
  operation: 'PullMessages',
  summary:
    'Returns collected events; without any it waits for the first, as long as the client says.',
  input: { Timeout: once(text), MessageLimit: once(number) },
  output: {
    CurrentTime: once(text),
    TerminationTime: once(text),
    NotificationMessage: from(WSN, many(xml)),
  },
})

export const setSynchronizationPoint = soapCall({
  ...event,
  id: 'onvifEvents.setSynchronizationPoint',
  operation: 'SetSynchronizationPoint',
  summary: 'Collects the present states again, as after the beginning of a subscription.',
  input: {},
  output: {},
})

export const renewSubscription = soapCall({
  ...event,
  service: subscriptionManager,
  id: 'onvifEvents.renew',
  operation: 'Renew',
  summary: 'Makes a subscription last longer.',
  input: { TerminationTime: optional(text) },
  output: { TerminationTime: once(text), CurrentTime: once(text) },
})

export const unsubscribe = soapCall({
  ...event,
  service: subscriptionManager,
  id: 'onvifEvents.unsubscribe',
  operation: 'Unsubscribe',
  summary: 'Ends a subscription.',
  input: {},
  output: {},
})

const description = {
  access: 'operator',
  effect: 'read',
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  contentType: 'text/xml; charset=utf-8',
} as const

export const onvifEventsWsdl = downloadCall({
  ...description,
  id: 'wsdl.onvifEvents',
  path: eventsService.description,
  summary: "Describes the operations of ONVIF's event service that the device has (WSDL 1.1).",
  request: v.object({}),
})

export const subscriptionWsdl = downloadCall({
  ...description,
  id: 'wsdl.subscription',
  path: subscriptionManager.description,
  summary: 'Describes the operations on subscriptions of events (WSDL 1.1).',
  request: v.object({}),
})
