import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { CARD_TYPES, cardReaderMembers, IP_PROTOCOLS } from '../card-reader.ts'
import { intercomService } from './intercom-service.ts'

/** Only products with a card reader have these operations. */
const service = { ...intercomService, source: 'A §7 Device API; B §7' } as const

const text = v.string()

export const getDefaultTagTypes = actionCall({
  ...service,
  id: 'cardReader.GetDefaultTagTypes',
  operation: 'GetDefaultTagTypes',
  effect: 'read',
  summary: 'Returns the card types that the reader reads from the factory, in their order.',
  proof: 'fixture',
  request: v.strictObject({}),
  data: v.object({ CardTypes: v.array(v.picklist(CARD_TYPES)) }),
})

export const getSupportedTagTypes = actionCall({
  ...service,
  id: 'cardReader.GetSupportedTagTypes',
  operation: 'GetSupportedTagTypes',
  effect: 'read',
  summary:
    'Returns the card types that the reader can read, as `SupportedCards` of the capabilities has them. That shape is our own design.',
  proof: 'own design',
  request: v.strictObject({}),
  data: v.object({
    CardTypes: v.array(
      v.object({ Name: text, DisplayName: text, Category: text, DataSources: v.array(text) }),
    ),
  }),
})

/** What came of asking the remote access server. */
export const PROBE_STATUSES = [
  'OK',
  'NoAccessPoints',
  'UnknownError',
  'ConnectionError',
  'AuthenticationError',
  'CertificateError',
] as const
export type ProbeStatus = (typeof PROBE_STATUSES)[number]

const option = v.object({
  Name: text,
  Id: text,
  // Not the member's own schema: browser builds would keep all of them for the access to it.
  IPProtocol: v.picklist(IP_PROTOCOLS),
})

const probeResult = v.object({
  Status: v.picklist(PROBE_STATUSES),
  StatusText: text,
  /** The readers of the server that the device can stand for. */
  IPAccessOptions: v.array(option),
  /** The option that suits best. */
  SuggestedId: v.optional(text),
  /** The name of the one in use. */
  CurrentName: v.optional(text),
})
export type ProbeResult = v.InferOutput<typeof probeResult>

export const probeIPAccessConfiguration = actionCall({
  ...service,
  id: 'cardReader.ProbeIPAccessConfiguration',
  operation: 'ProbeIPAccessConfiguration',
  effect: 'write',
  summary:
    'Asks the remote access server for its readers, with the given settings or else the stored ones, and stores nothing. Eight asterisks as password stand for the stored one, for the same server and user over a connection that is at least as safe.',
  proof: 'fixture',
  request: v.strictObject({
    IPAccessConfiguration: v.optional(cardReaderMembers.IPAccessConfiguration),
  }),
  data: probeResult,
})

export const updateIPAccessConfiguration = actionCall({
  ...service,
  id: 'cardReader.UpdateIPAccessConfiguration',
  operation: 'UpdateIPAccessConfiguration',
  effect: 'write',
  summary:
    'Connects the device to a reader of the remote access server that was probed last, whose settings are stored with it, or of the stored one if that has changed since. The id is one that probing has returned.',
  proof: 'fixture',
  request: v.strictObject({ Id: v.pipe(v.string(), v.minLength(1), v.maxLength(256)) }),
  data: v.object({ IPAccessConfiguration: cardReaderMembers.IPAccessConfiguration }),
})

const connection = v.object({ Id: text, Name: text, StatusText: text })
/** A reader of the remote access server to which the device is connected. */
export type IPAccessConnection = v.InferOutput<typeof connection>

export const getIPAccessConnections = actionCall({
  ...service,
  id: 'cardReader.GetIPAccessConnections',
  operation: 'GetIPAccessConnections',
  effect: 'read',
  summary:
    'Lists the connections to the remote access server. With an address alone there is one entry without an id, whose text says why. The specification has the list, but neither name nor shape of the call: both are our own design.',
  proof: 'own design',
  request: v.strictObject({}),
  data: v.object({ IPAccessConnections: v.array(connection) }),
})
