import {
  addDtmfTrigger,
  DTMF_TRIGGERS_MAX,
  getDtmfTriggers,
  removeDtmfTrigger,
  updateDtmfTrigger,
} from '@lintel/contract/calls/dtmf-triggers'
import {
  getDtmfConfiguration,
  getDtmfConfigurations,
  removeDtmfConfiguration,
  removeDtmfConfigurations,
  setDtmfConfiguration,
  setDtmfConfigurations,
} from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { Refusal } from '@lintel/contract/fault'
import { EVERY_ACCOUNT } from '@lintel/contract/rules/dtmf'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { StoredDtmfTrigger } from '../../state/dtmf-triggers.ts'
import { keepingCodes } from './enterable-codes.ts'

/** The most DTMF configurations. Source: device-api.md §1.4, entities per type. */
const CONFIGURATIONS_MAX = 100

/** How keys are received, and what codes do. */
export function dtmfCalls(device: Device): ServedCall[] {
  const { dtmfConfigurations: configurations, dtmfTriggers: triggers } = device
  const { sipAccounts, ioPorts } = device

  function find(id: string): DtmfConfiguration {
    const found = configurations.find(id)
    if (!found) throw new Refusal('absent', 'There is no such DTMF configuration.')
    return found
  }

  function put(written: DtmfConfiguration): string {
    const { Id, DTMFTriggerId } = written
    const known = new Set(triggers.all().map(({ id }) => id))
    if (!DTMFTriggerId.every((id) => known.has(id))) {
      throw new Refusal('invalid', 'There is no such DTMF trigger.')
    }
    if (!/^[\w.-]*$/.test(Id)) throw new Refusal('invalid', "Parameter 'Id' is not valid.")
    if (!configurations.find(Id) && configurations.all().length >= CONFIGURATIONS_MAX) {
      throw new Refusal('invalid', `At most ${CONFIGURATIONS_MAX} DTMF configurations are kept.`)
    }
    return configurations.put(written)
  }

  function remove(ids: readonly string[]): void {
    if (sipAccounts.all().some(({ DTMFConfigurationId: id }) => ids.includes(id))) {
      throw new Refusal('invalid', 'A SIP account has this DTMF configuration.')
    }
    configurations.remove(ids)
  }

  /** @throws Refusal `invalid` for a trigger that could not work */
  function check({ code, account, port }: StoredDtmfTrigger, own?: string): void {
    const same = triggers.findBy('code', code)
    if (same && same.id !== own) throw new Refusal('invalid', 'This code is in use.')
    if (account !== '' && account !== EVERY_ACCOUNT && !sipAccounts.find(account)) {
      throw new Refusal('invalid', 'There is no such SIP account.')
    }
    if (ioPorts.state(port).direction !== 'output') {
      throw new Refusal('invalid', `Port ${port} is not an output.`)
    }
  }

  return [
    serve(getDtmfConfiguration, ({ DTMFConfigurationId }, context) => {
      context.version(configurations.version())
      return { DTMFConfiguration: find(DTMFConfigurationId) }
    }),
    serve(getDtmfConfigurations, ({ DTMFConfigurationId: ids }, context) => {
      context.version(configurations.version())
      const chosen = configurations.all().filter(({ Id }) => !ids || ids.includes(Id))
      return { DTMFConfiguration: chosen }
    }),
    serveChange(setDtmfConfiguration, ({ DTMFConfiguration }, context) => {
      context.mustMatch(configurations.version())
      return { DTMFConfigurationId: keepingCodes(device, () => put(DTMFConfiguration)) }
    }),
    serveChange(setDtmfConfigurations, ({ DTMFConfiguration }, context) => {
      context.mustMatch(configurations.version())
      return { DTMFConfigurationId: keepingCodes(device, () => DTMFConfiguration.map(put)) }
    }),
    serveChange(removeDtmfConfiguration, ({ DTMFConfigurationId }, context) => {
      context.mustMatch(configurations.version())
      remove([DTMFConfigurationId])
      return {}
    }),
    serveChange(removeDtmfConfigurations, ({ DTMFConfigurationId }, context) => {
      context.mustMatch(configurations.version())
      remove(DTMFConfigurationId)
      return {}
    }),
    serve(getDtmfTriggers, (request) => triggers.page(request)),
    serveChange(addDtmfTrigger, (trigger) => {
      check(trigger)
      if (triggers.count() >= DTMF_TRIGGERS_MAX) {
        throw new Refusal('invalid', `The device keeps at most ${DTMF_TRIGGERS_MAX} DTMF triggers.`)
      }
      return keepingCodes(device, () => triggers.add(trigger))
    }),
    serveChange(updateDtmfTrigger, ({ id, version, ...trigger }) => {
      check(trigger, id)
      return keepingCodes(device, () => triggers.update(id, trigger, version))
    }),
    serveChange(removeDtmfTrigger, ({ id, version }) => {
      triggers.change(() => {
        triggers.remove(id, version)
        configurations.forgetTrigger(id)
      })
      return {}
    }),
  ]
}
