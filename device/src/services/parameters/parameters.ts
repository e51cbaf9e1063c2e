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
import type { ParameterChange } from '../../state/parameter-listeners.ts'
import type { Service } from '../service.ts'
import { updateAs } from './update.ts'

/** Fields that clients send besides the parameters, and that the device ignores. */
const IGNORED = new Set(['action', 'force', 'usergroup', 'responsecharset', 'responseformat'])

/** Lists and updates parameters. Source: console specification A §7 "Parameters". */
export const parameterService: Service = (device) => {
  const { parameters, events } = device
  const unsubscribe = parameters.subscribe('root', (changed, changes) => {
    const named = changes.length > NAMED + 1 ? changes.slice(0, NAMED) : changes
    device.logToBench('parameters.set', {
      count: changed.length,
      changes: named.map(inWords).join('\n'),
      more: changes.length - named.length,
    })
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

/** How many changes the log of the bench names; one more rather than to say that there is one more. */
const NAMED = 3
/** Characters of a text that it has. */
const SHOWN = 40

const quoted = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text)

const inWords = ({ name, before, now }: ParameterChange): string =>
  `${name}: ${quoted(before)} → ${quoted(now)}`

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
