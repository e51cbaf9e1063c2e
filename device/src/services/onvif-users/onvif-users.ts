import {
  createOnvifUsers,
  deleteOnvifUsers,
  deviceManagement,
  deviceManagementWsdl,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'
import type { HappeningId } from '@lintel/contract/wire'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { DEVICE_MANAGEMENT } from '../soap/device-management.ts'
import { describe } from '../soap/wsdl.ts'
import { systemTime } from './system-time.ts'
import { checkLevel, checkName, checkPassword, checkRoot, checkSome, fault } from './checks.ts'

/** Maximum number of ONVIF accounts. Own design. */
export const ONVIF_ACCOUNTS_MAX = 20

/** The accounts of ONVIF clients. Source: ONVIF Core, device management, user handling. */
export const onvifUserService: Service = (device) => {
  const { onvifAccounts: accounts, events } = device
  const unsubscribe = accounts.subscribe(() => {
    events.changed('onvif')
  })
  const notify = (id: HappeningId, names: readonly string[]): void => {
    for (const user of names) device.logToBench(id, { user })
  }

  /** Throws unless this account exists. */
  function checkKnown(name: string): void {
    if (accounts.find(name)) return
    throw fault('InvalidArgVal', 'UsernameMissing', 'A username is unknown.')
  }

  return {
    calls: [
      serve(getOnvifTime, () => systemTime(device)),
      serve(getOnvifUsers, (_, context) => {
        context.version(accounts.revision())
        return {
          User: accounts.all().map(({ name, level }) => ({ Username: name, UserLevel: level })),
        }
      }),
      serveChange(createOnvifUsers, ({ User }, context) => {
        context.mustMatch(accounts.revision())
        checkSome(User)
        const taken = new Set(accounts.all().map(({ name }) => name))
        const created = User.map(({ Username: name, Password = '', UserLevel }) => {
          checkName(name)
          if (taken.has(name)) {
            throw fault('OperationProhibited', 'UsernameClash', 'A username exists already.')
          }
          taken.add(name)
          checkPassword(Password)
          const level = checkLevel(UserLevel)
          checkRoot(name, level)
          return { name, level, password: Password }
        })
        if (taken.size > ONVIF_ACCOUNTS_MAX) {
          const message = `The device keeps at most ${ONVIF_ACCOUNTS_MAX} ONVIF accounts.`
          throw fault('Action', 'TooManyUsers', message)
        }
        accounts.add(created)
        notify(
          'onvif.added',
          created.map(({ name }) => name),
        )
        return {}
      }),
      serveChange(setOnvifUser, ({ User }, context) => {
        context.mustMatch(accounts.revision())
        checkSome(User)
        const changed = User.map(({ Username: name, Password: password, UserLevel }) => {
          checkKnown(name)
          if (password !== undefined) checkPassword(password)
          const level = checkLevel(UserLevel)
          checkRoot(name, level)
          return { name, level, password }
        })
        accounts.update(changed)
        notify(
          'onvif.changed',
          changed.map(({ name }) => name),
        )
        return {}
      }),
      serveChange(deleteOnvifUsers, ({ Username }, context) => {
        context.mustMatch(accounts.revision())
        checkSome(Username)
        for (const name of Username) {
          checkKnown(name)
          checkRoot(name, undefined)
        }
        accounts.remove(Username)
        notify('onvif.removed', Username)
        return {}
      }),
      serve(deviceManagementWsdl, (_, { origin }) =>
        describe(deviceManagement, DEVICE_MANAGEMENT, origin),
      ),
    ],
    close: unsubscribe,
  }
}
