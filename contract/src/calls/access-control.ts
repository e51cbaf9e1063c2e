import * as v from 'valibot'
import { actionCall } from '../call.ts'

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

const token = v.pipe(v.string(), v.maxLength(64))
const note = v.pipe(v.string(), v.maxLength(256))
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

const idData = v.pipe(
  v.array(
    v.strictObject({
      Name: v.picklist(ID_DATA),
      Value: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    }),
  ),
  v.minLength(1),
  v.check(
    (all) => new Set(all.map(({ Name }) => Name)).size === all.length,
    'a name is there twice',
  ),
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

export const setCredential = actionCall({
  ...service,
  id: 'accessControl.SetCredential',
  operation: 'SetCredential',
  effect: 'write',
  summary:
    'Adds or replaces cards and PINs, each valid at every door: profiles and schedules are refused. Returns their tokens.',
  request: v.strictObject({ Credential: v.pipe(v.array(credential), v.maxLength(100)) }),
  data: v.object({ Token: v.array(text) }),
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
    IdData: idData,
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
