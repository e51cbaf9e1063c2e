/**
 * What is asked of a door controller. Source: public documentation of physical access control
 * (`/vapix/pacs`: GetAccessControllerList, GetAccessPointList, RequestAccess; `/vapix/doorcontrol`:
 * GetDoorList; `/vapix/idpoint`: GetIdPointInfoList) and of the intercom service
 * (RequestAccessConfiguration, IPAccessOption).
 */
import { createHash } from 'node:crypto'
import type { RequestAccessConfiguration } from '@lintel/contract/card-reader'
import * as v from 'valibot'
import { RemoteServerError } from '../remote-server.ts'
import type { RemoteServer } from '../remote-server.ts'

/** The access control service, the door service, and the service of readers (IdPoints). */
const PACS = '/vapix/pacs'
const DOORS = '/vapix/doorcontrol'
const READERS = '/vapix/idpoint'

/** The longest token that the configuration can hold, and the longest name shown. */
const TOKEN_MAX = 256
const NAME_MAX = 128
/** So many access points are offered. */
const POINTS_MAX = 500
/** A list that comes in parts ends after so many of them. */
const PARTS_MAX = 20

const token = v.pipe(v.string(), v.maxLength(TOKEN_MAX))
const text = v.optional(v.string(), '')

const controllers = v.object({
  AccessController: v.optional(
    v.array(v.object({ token, AccessPoint: v.optional(v.array(v.string()), []) })),
    [],
  ),
})

const points = v.object({
  AccessPoint: v.optional(
    v.array(
      v.object({
        token,
        Name: text,
        /** The door. */
        Entity: v.optional(token, ''),
        IdPointDevice: v.optional(v.array(v.object({ IdPoint: token })), []),
      }),
    ),
    [],
  ),
  NextStartReference: v.optional(v.string(), ''),
})
type AccessPoint = v.InferOutput<typeof points>['AccessPoint'][number]

const named = v.array(v.object({ token, Name: text }))

const decision = v.object({ AccessGranted: v.boolean(), Reason: text })

/** What somebody has presented at the reader. */
export interface Credential {
  /** The bits of the card, as a text of `0` and `1`. */
  card?: string | undefined
  /** The digits of a PIN. */
  pin?: string | undefined
}

/** What the server decides, with its word for the reason, such as `InvalidCredential`. */
export interface Decision {
  granted: boolean
  reason: string
}

function parsed<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, answer)
  if (!result.success) throw new RemoteServerError('unreadable')
  return result.output
}

/**
 * The access points of a server, one for each reader of a door, in the server's order.
 * @param address of the server, for the configuration
 * @throws RemoteServerError, or the signal's reason
 */
export async function readAccessPoints(
  server: RemoteServer,
  address: string,
  signal: AbortSignal,
): Promise<RequestAccessConfiguration[]> {
  const answer = await server.post(PACS, { 'pacsaxis:GetAccessControllerList': {} }, signal)
  const { AccessController } = parsed(controllers, answer)
  const found = await readPoints(server, signal)
  const owners = new Map(
    AccessController.flatMap(({ token: owner, AccessPoint }) =>
      AccessPoint.map((point): [string, string] => [point, owner]),
    ),
  )
  const names = found.some(({ Name }) => Name === '')
    ? await readNames(server, signal)
    : new Map<string, string>()
  const [first] = AccessController
  const readers = found
    .flatMap((point) => point.IdPointDevice.map(({ IdPoint }) => ({ point, IdPoint })))
    .slice(0, POINTS_MAX)
  const all = readers.flatMap(({ point, IdPoint }): RequestAccessConfiguration[] => {
    const AccessControllerToken = owners.get(point.token) ?? first?.token
    if (AccessControllerToken === undefined) return []
    const tokens = {
      AccessControllerToken,
      SourceToken: IdPoint,
      TargetToken: point.Entity,
      AccessPointToken: point.token,
    }
    const derived = [point.Entity, IdPoint].map((one) => names.get(one) ?? one)
    const Name = point.Name || derived.filter(Boolean).join(' - ')
    return [{ Id: idOf(tokens), Name: Name.slice(0, NAME_MAX), Address: address, ...tokens }]
  })
  // A server that lists one twice doesn't have two.
  return Array.from(new Map(all.map((one) => [one.Id, one])).values())
}

/** The same access point has the same id in every list. Own design. */
const idOf = (tokens: object): string =>
  createHash('sha256').update(JSON.stringify(tokens)).digest('hex').slice(0, 32)

/**
 * Whether an access point of a server is the configured one. Other clients may have stored it under
 * an id of their own.
 */
export function isPoint(
  configured: RequestAccessConfiguration,
  one: RequestAccessConfiguration,
): boolean {
  const { Id, AccessControllerToken, SourceToken, TargetToken } = configured
  if (SourceToken === undefined) return Id === one.Id
  return (
    SourceToken === one.SourceToken &&
    (AccessControllerToken ?? '') === one.AccessControllerToken &&
    [undefined, '', one.TargetToken].includes(TargetToken)
  )
}

async function readPoints(server: RemoteServer, signal: AbortSignal): Promise<AccessPoint[]> {
  let all: AccessPoint[] = []
  let from = ''
  for (let part = 0; part < PARTS_MAX && all.length < POINTS_MAX; part += 1) {
    const request = { 'pacsaxis:GetAccessPointList': from === '' ? {} : { StartReference: from } }
    const answer = parsed(points, await server.post(PACS, request, signal))
    all = all.concat(answer.AccessPoint)
    if (answer.NextStartReference === '' || answer.NextStartReference === from) break
    from = answer.NextStartReference
  }
  return all
}

/** The names of doors and readers by token, as far as the server tells them. */
async function readNames(server: RemoteServer, signal: AbortSignal): Promise<Map<string, string>> {
  const read = async (path: string, operation: string, list: string) => {
    try {
      const answer = await server.post(path, { [operation]: {} }, signal)
      return parsed(v.looseObject({ [list]: named }), answer)[list] ?? []
    } catch {
      signal.throwIfAborted()
      // Then their tokens have to do.
      return []
    }
  }
  const lists = [
    await read(DOORS, 'axtdc:GetDoorList', 'Door'),
    await read(READERS, 'axtid:GetIdPointInfoList', 'IdPointInfo'),
  ]
  return new Map(
    lists.flat().flatMap((one): [string, string][] => (one.Name ? [[one.token, one.Name]] : [])),
  )
}

/**
 * Asks whether a door may be opened.
 * @throws RemoteServerError, or the signal's reason
 */
export async function requestAccess(
  server: RemoteServer,
  point: RequestAccessConfiguration,
  credential: Credential,
  signal: AbortSignal,
): Promise<Decision> {
  const message = {
    'pacsaxis:RequestAccess': {
      Action: 'Access',
      IdData: idDataOf(credential),
      SourceToken: point.SourceToken ?? '',
      TargetToken: point.TargetToken ?? '',
      Token: point.AccessControllerToken ?? '',
    },
  }
  const { AccessGranted, Reason } = parsed(decision, await server.post(PACS, message, signal))
  return { granted: AccessGranted, reason: Reason.slice(0, NAME_MAX) }
}

/** What was presented, as messages have it. */
export const idDataOf = ({ card, pin }: Credential) => [
  ...(card === undefined ? [] : [{ Name: 'Card' as const, Value: hexOf(card) }]),
  ...(pin === undefined ? [] : [{ Name: 'PIN' as const, Value: pin }]),
]

/** Bits in hexadecimal: whole bytes, after zeros. */
const hexOf = (bits: string): string =>
  bits === ''
    ? ''
    : BigInt(`0b${bits}`)
        .toString(16)
        .padStart(Math.ceil(bits.length / 8) * 2, '0')
        .toUpperCase()
