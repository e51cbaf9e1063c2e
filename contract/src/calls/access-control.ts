import * as v from 'valibot'
import { actionCall, restCall } from '../call.ts'

/**
 * The access control service of a door controller, as a VAPIX reader needs it, and the cards that it
 * knows. Source: public documentation of physical access control, "Access control service".
 */
const service = {
  path: '/vapix/pacs',
  prefix: 'pacsaxis',
  // The public documentation: all actions take an administrator.
  access: 'admin',
  source: 'public documentation, Access control service',
  proof: 'fixture',
} as const

/** The most characters that the number of a card, or a PIN, can have. Own design. */
export const ID_DATA_MAX = 128

/** The most characters of a description. Own design. */
export const DESCRIPTION_MAX = 256

/** The most cards and PINs that a controller knows. Own design. */
export const CREDENTIALS_MAX = 1000

const token = v.pipe(v.string(), v.maxLength(64))
const note = v.pipe(v.string(), v.maxLength(DESCRIPTION_MAX))
const text = v.string()

/** Reading a list in parts; without it all is returned. */
const parts = v.strictObject({
  Limit: v.optional(v.number()),
  StartReference: v.optional(text),
})

export const getAccessControllerList = actionCall({
  ...service,
  id: 'accessControl.GetAccessControllerList',
  operation: 'GetAccessControllerList',
  effect: 'read',
  summary: 'Returns the door controller as the owner of its access points. There is one part.',
  request: parts,
  data: v.object({
    AccessController: v.array(
      v.object({ token: text, Name: text, Description: text, AccessPoint: v.array(text) }),
    ),
  }),
})

const accessPoint = v.object({
  token: text,
  Name: text,
  Description: text,
  AreaFrom: text,
  AreaTo: text,
  EntityType: v.literal('axtdc:Door'),
  /** The door. */
  Entity: text,
  Enabled: v.boolean(),
  DoorDeviceUUID: text,
  /** The readers of the door. */
  IdPointDevice: v.array(v.object({ IdPoint: text, DeviceUUID: text })),
  AuthenticationProfile: v.array(text),
  Attribute: v.array(text),
  ActionArgument: v.array(text),
  Action: v.literal('Access'),
})
export type AccessPoint = v.InferOutput<typeof accessPoint>

export const getAccessPointList = actionCall({
  ...service,
  id: 'accessControl.GetAccessPointList',
  operation: 'GetAccessPointList',
  effect: 'read',
  summary:
    'Returns one access point for each door of the controller, which is one for each relay. They are fixed. There is one part.',
  request: parts,
  data: v.object({ AccessPoint: v.array(accessPoint) }),
})

/** How cards and PINs are named, in requests and in credentials. */
const ID_DATA = ['Card', 'CardNr', 'PIN'] as const

const value = v.pipe(v.string(), v.maxLength(ID_DATA_MAX))

const distinct = v.check(
  (all: { Name: (typeof ID_DATA)[number]; Value: string }[]) =>
    new Set(all.map(({ Name }) => Name)).size === all.length,
  'a name is there twice',
)

/** What was presented. */
const presented = v.pipe(
  v.array(v.strictObject({ Name: v.picklist(ID_DATA), Value: v.pipe(value, v.minLength(1)) })),
  v.minLength(1),
  distinct,
)

/** What has to be presented. A PIN may be empty, which keeps the stored one. */
const idData = v.pipe(
  v.array(v.strictObject({ Name: v.picklist(ID_DATA), Value: value })),
  v.minLength(1),
  v.check(
    (all) => all.every(({ Name, Value }) => Name === 'PIN' || Value !== ''),
    'only a PIN may be empty',
  ),
  distinct,
)

const instant = v.pipe(v.string(), v.isoTimestamp())
/** What our controller has no part for has to be empty: ignoring it could open a door. */
const nothing = v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0)))

const credential = v.strictObject({
  token: v.optional(token, ''),
  UserToken: v.optional(token, ''),
  Description: v.optional(note, ''),
  Enabled: v.optional(v.boolean(), true),
  Status: v.optional(v.picklist(['Enabled', 'Disabled']), 'Enabled'),
  ValidFrom: v.optional(instant),
  ValidTo: v.optional(instant),
  IdData: idData,
  Attribute: nothing,
  AuthenticationProfile: nothing,
  CredentialAccessProfile: nothing,
})
export type Credential = v.InferOutput<typeof credential>

/** One that would never open a door is refused. Those stored by earlier firmware can still be read. */
const changedCredential = v.pipe(
  credential,
  v.forward(
    v.check(
      ({ ValidFrom, ValidTo }) =>
        ValidFrom === undefined ||
        ValidTo === undefined ||
        Date.parse(ValidTo) > Date.parse(ValidFrom),
      'has to be after ValidFrom',
    ),
    ['ValidTo'],
  ),
)

export const setCredential = actionCall({
  ...service,
  id: 'accessControl.SetCredential',
  operation: 'SetCredential',
  effect: 'write',
  summary:
    'Adds or replaces cards and PINs, each valid at every door: profiles and schedules are refused. An empty PIN keeps the stored one. `ValidTo` has to be after `ValidFrom`. Returns their tokens.',
  request: v.strictObject({ Credential: v.pipe(v.array(changedCredential), v.maxLength(100)) }),
  data: v.object({ Token: v.array(text) }),
})

export const getCredentialList = actionCall({
  ...service,
  id: 'accessControl.GetCredentialList',
  operation: 'GetCredentialList',
  effect: 'read',
  summary: 'Returns all cards and PINs. The digits of PINs are left out. There is one part.',
  request: parts,
  data: v.object({ Credential: v.array(credential) }),
})

export const removeCredential = actionCall({
  ...service,
  id: 'accessControl.RemoveCredential',
  operation: 'RemoveCredential',
  effect: 'write',
  summary: 'Removes cards and PINs by token. Unknown tokens are ignored.',
  request: v.strictObject({ Token: v.pipe(v.array(token), v.maxLength(100)) }),
  data: v.object({}),
})

export const requestAccess = actionCall({
  ...service,
  id: 'accessControl.RequestAccess',
  operation: 'RequestAccess',
  // It opens a door.
  effect: 'write',
  summary:
    'Asks for access on behalf of a reader, with all that was presented there. If it is granted, the relay of the door is switched on for 5 s.',
  request: v.strictObject({
    Action: v.optional(note, 'Access'),
    IdData: presented,
    /** The reader. */
    SourceToken: token,
    /** The door; empty for that of the reader. */
    TargetToken: v.optional(token, ''),
    /** The controller. */
    Token: token,
  }),
  data: v.object({
    AccessGranted: v.boolean(),
    /** `Granted`, or why not: `InvalidCredential`. */
    Reason: v.picklist(['Granted', 'InvalidCredential']),
  }),
})

export const getDeniedCard = restCall({
  id: 'accessControl.getDeniedCard',
  path: '/lintel/access/denied-card',
  methods: ['GET'],
  access: 'admin',
  own: true,
  effect: 'read',
  source: 'own design',
  proof: 'own design',
  summary:
    'Returns the last card that a reader has presented and the controller denied, so that it can be added; nothing after a restart.',
  request: v.object({}),
  data: v.object({
    denied: v.exactOptional(
      v.object({
        /** As `IdData` has it. */
        card: v.string(),
        /** UTC, ISO 8601. */
        at: v.string(),
        /** The name of the access point. */
        door: v.string(),
      }),
    ),
  }),
})
