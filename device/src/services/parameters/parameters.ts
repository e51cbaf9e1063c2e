import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import {
  addParameterGroup,
  listParameters,
  removeParameterGroup,
  updateParameters,
} from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import { fullName } from '@lintel/contract/parameters/full-name'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { updateAs } from './update.ts'

/** Fields that clients send besides the parameters, and that the device ignores. */
const IGNORED = new Set(['action', 'force', 'usergroup', 'responsecharset', 'responseformat'])

/** Lists and updates parameters. Source: console specification A §7 "Parameters". */
export const parameterService: Service = (device) => {
  const { parameters, events } = device
  const unsubscribe = parameters.subscribe('root', (changed) => {
    device.logToBench('parameters.changed', { count: changed.length })
    events.changed('parameters')
  })
  return {
    calls: [
      serve(listParameters, ({ group }, context) => {
        context.version(parameters.versions.current())
        return parameters.list(namesIn(group), context.groups)
      }),
      serve(listDefinitions, ({ group }, context) => {
        context.version(parameters.versions.current())
        return {
          model: parameters.get('root.Brand.ProdShortName'),
          firmwareVersion: parameters.get('root.Properties.Firmware.Version'),
          origin: `http://${parameters.get('root.Network.eth0.IPAddress')}`,
          parameters: parameters.describe(namesIn(group), context.groups),
        }
      }),
      serveChange(addParameterGroup, ({ template, group, ...values }, context) => {
        const parent = fullName(group)
        context.mustMatch((version) => parameters.versions.isCurrent(version, [parent]))
        return parameters.add(template, parent, valuesIn(values), context.groups)
      }),
      serveChange(removeParameterGroup, ({ group }, context) => {
        const members = namesIn(group).map(fullName)
        context.mustMatch((version) => parameters.versions.isCurrent(version, members))
        parameters.remove(members, context.groups)
        return null
      }),
      serveChange(updateParameters, (input, context) => {
        const values = valuesIn(input)
        if (Object.keys(values).length === 0) {
          throw new Refusal('missing', 'No parameter to set was given!')
        }
        updateAs(context, values, parameters)
        return null
      }),
    ],
    close: unsubscribe,
  }
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** The values of parameters by full name, without the fields that the device ignores. */
function valuesIn(input: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => !IGNORED.has(name))
      .map(([name, value]) => [fullName(name), value]),
  )
}
