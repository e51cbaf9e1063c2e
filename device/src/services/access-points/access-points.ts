import {
  getAccessControllerList,
  getAccessPointList,
  removeCredential,
  requestAccess,
  setCredential,
} from '@lintel/contract/calls/access-control'
import type { AccessPoint, Credential } from '@lintel/contract/calls/access-control'
import type { RequestOf } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { openCredentialStore } from '../../state/credentials.ts'
import type { Service } from '../service.ts'

/** Milliseconds for which the relay of a door is on: long enough to pull it open. Own design. */
const OPEN_MS = 5000

/**
 * The access control service of a door controller: a VAPIX reader lists its access points, and asks
 * here whether a card or a PIN opens a door. It knows the cards and PINs that `SetCredential` has
 * added, and no others. Source: public documentation, "Access control service".
 */
export const accessPointService: Service = (device) => {
  const { product, plugged, database, secrets, clock, ioPorts, log } = device
  const { inputs, outputs } = product.ports
  const credentials = openCredentialStore(database, secrets)
  const prefix = `Axis-${plugged.serial.toLowerCase()}`
  const controller = `${prefix} AccessController`
  /** One door for each relay, with one reader. */
  const doors = Array.from({ length: outputs }, (_, index) => ({
    port: inputs + index + 1,
    point: `${prefix}:point${index + 1}`,
    door: `${prefix}:door${index + 1}`,
    reader: `${prefix}:reader${index + 1}`,
    name: `Door ${index + 1}`,
  }))

  function open(port: number): void {
    try {
      ioPorts.order(port, [
        { active: true, wait: OPEN_MS },
        { active: false, wait: 0 },
      ])
    } catch (cause) {
      log.warn({ err: cause, port }, 'A door without a relay')
    }
  }

  return {
    calls: [
      serve(getAccessControllerList, () => ({
        AccessController: [
          {
            token: controller,
            Name: controller,
            Description: '',
            AccessPoint: doors.map(({ point }) => point),
          },
        ],
      })),
      serve(getAccessPointList, () => ({
        AccessPoint: doors.map(({ point, door, reader, name }): AccessPoint => ({
          token: point,
          Name: name,
          Description: '',
          AreaFrom: '',
          AreaTo: '',
          EntityType: 'axtdc:Door',
          Entity: door,
          Enabled: true,
          DoorDeviceUUID: '',
          IdPointDevice: [{ IdPoint: reader, DeviceUUID: '' }],
          AuthenticationProfile: [],
          Attribute: [],
          ActionArgument: [],
          Action: 'Access',
        })),
      })),
      serveChange(setCredential, ({ Credential }) => ({ Token: credentials.put(Credential) })),
      serveChange(removeCredential, ({ Token }) => {
        credentials.remove(Token)
        return {}
      }),
      serve(requestAccess, (request) => {
        const { Action, SourceToken, TargetToken, Token } = request
        const door = doors.find(({ reader }) => reader === SourceToken)
        if (Token !== controller) throw new Refusal('absent', 'There is no such access controller.')
        if (!door || (TargetToken !== '' && TargetToken !== door.door)) {
          throw new Refusal('absent', 'There is no access point with this reader and door.')
        }
        if (Action !== 'Access') throw new Refusal('invalid', 'The only action is Access.')
        const granted = credentials.all().some((one) => opens(one, request, clock.now()))
        if (!granted) return { AccessGranted: false, Reason: 'InvalidCredential' as const }
        open(door.port)
        return { AccessGranted: true, Reason: 'Granted' as const }
      }),
    ],
  }
}

/** Whether a credential is valid, and all of its parts have been presented. */
function opens(
  { Enabled, Status, ValidFrom, ValidTo, IdData }: Credential,
  request: RequestOf<typeof requestAccess>,
  now: number,
): boolean {
  if (!Enabled || Status === 'Disabled') return false
  if (ValidFrom !== undefined && now < Date.parse(ValidFrom)) return false
  if (ValidTo !== undefined && now > Date.parse(ValidTo)) return false
  return IdData.every(({ Name, Value }) =>
    request.IdData.some((one) => one.Name === Name && sameValue(one.Value, Value)),
  )
}

/** The bits of a card are hexadecimal, in whatever case. */
const sameValue = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()
