import {
  getAccessControllerList,
  getAccessPointList,
  getCredentialList,
  getDeniedCard,
  removeCredential,
  requestAccess,
  setCredential,
} from '@lintel/contract/calls/access-control'
import type { AccessPoint, Credential } from '@lintel/contract/calls/access-control'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { accessLogCalls } from './access-log.ts'

/**
 * The access control service of a door controller: a VAPIX reader lists its access points, and asks
 * here whether a card or a PIN opens a door. Source: public documentation, "Access control service".
 */
export const accessPointService: Service = ({ doorController, events }) => {
  if (!doorController) return { calls: [] }
  const { controller, doors, credentials, request } = doorController
  const changed = (): void => events.changed('credentials')
  const unsubscribe = [
    credentials.subscribe(changed),
    doorController.onDenied(changed),
    doorController.accessLog.subscribe(() => events.changed('access')),
  ]
  return {
    close() {
      for (const end of unsubscribe) end()
    },
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
      serve(getCredentialList, () => ({ Credential: credentials.all().map(withoutPin) })),
      serveChange(setCredential, ({ Credential }) => ({ Token: credentials.put(Credential) })),
      serveChange(removeCredential, ({ Token }) => {
        credentials.remove(Token)
        return {}
      }),
      serve(requestAccess, ({ Action, IdData, SourceToken, TargetToken, Token }) => {
        const door = doors.find(({ reader }) => reader === SourceToken)
        if (Token !== controller) throw new Refusal('absent', 'There is no such access controller.')
        if (!door || (TargetToken !== '' && TargetToken !== door.door)) {
          throw new Refusal('absent', 'There is no access point with this reader and door.')
        }
        if (Action !== 'Access') throw new Refusal('invalid', 'The only action is Access.')
        return request(door, IdData).reason === 'Granted'
          ? { AccessGranted: true, Reason: 'Granted' as const }
          : { AccessGranted: false, Reason: 'InvalidCredential' as const }
      }),
      serve(getDeniedCard, () => {
        const last = doorController.denied()
        return last ? { denied: { ...last, at: new Date(last.at).toISOString() } } : {}
      }),
      ...accessLogCalls(doorController.accessLog),
    ],
  }
}

/** Nobody reads a PIN back. */
const withoutPin = (one: Credential): Credential => ({
  ...one,
  IdData: one.IdData.map((part) => (part.Name === 'PIN' ? { ...part, Value: '' } : part)),
})
