import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import {
  addParameterGroup,
  listParameters,
  removeParameterGroup,
  updateParameters,
} from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** Fields that clients send besides the parameters, and that the device ignores. */
const IGNORED = new Set(['action', 'force', 'usergroup', 'responsecharset', 'responseformat'])

/** Lists and updates parameters. Source: console specification A §7 "Parameters". */
export const parameterService: Service = (device) => {
  const { parameters, events } = device
  const ending = parameters.subscribe('root', (changed) => {
    device.logToBench('parameters.changed', { count: changed.length })
    events.changed('parameters')
  })
  return {
    calls: [
      serve(listParameters, ({ group }, asked) => {
        asked.version(parameters.versions.current())
        return parameters.list(namesIn(group), asked.groups)
      }),
      serve(listDefinitions, ({ group }, asked) => {
        asked.version(parameters.versions.current())
        return {
          model: parameters.get('root.Brand.ProdShortName'),
          firmwareVersion: parameters.get('root.Properties.Firmware.Version'),
          origin: `http://${parameters.get('root.Network.eth0.IPAddress')}`,
          parameters: parameters.describe(namesIn(group), asked.groups),
        }
      }),
      serve(addParameterGroup, ({ template, group, ...values }, asked) => {
        const parent = fullName(group)
        asked.mustMatch((version) => parameters.versions.isCurrent(version, [parent]))
        return parameters.add(template, parent, fullNames(values), asked.groups)
      }),
      serve(removeParameterGroup, ({ group }, asked) => {
        const members = namesIn(group).map(fullName)
        asked.mustMatch((version) => parameters.versions.isCurrent(version, members))
        parameters.remove(members, asked.groups)
        return null
      }),
      serve(updateParameters, (given, asked) => {
        const values = fullNames(given)
        if (Object.keys(values).length === 0) {
          throw new Refusal('missing', 'No parameter to set was given!')
        }
        // The handler is synchronous, so nothing runs between check and commit.
        asked.mustMatch((version) => parameters.versions.isCurrent(version, Object.keys(values)))
        parameters.update(values, asked.groups)
        return null
      }),
    ],
    close: ending,
  }
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const fullName = (name: string) => (name.startsWith('root.') ? name : `root.${name}`)

/** The same values by full name: `root.` is optional in requests. */
function fullNames(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !IGNORED.has(name))
      .map(([name, value]) => [fullName(name), value]),
  )
}
