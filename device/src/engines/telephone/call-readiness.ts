import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { Wire } from '../../hardware/wire.ts'
import type { IntercomSettings } from '../../state/intercom-settings.ts'
import type { Phonebook } from '../../state/phonebook/phonebook.ts'
import type { Engine } from '../engine.ts'
import { whomToRing } from './ringing/whom-to-ring.ts'
import type { TelephoneParts } from './telephone.ts'

/** Tells the bench whether the device can make and take calls, and whether its button rings anybody. */
export function openCallReadiness(parts: {
  wire: Pick<Wire, 'send'>
  sipSettings: TelephoneParts['sipSettings']
  sipAccounts: Pick<TelephoneParts['sipAccounts'], 'all' | 'subscribe'>
  phonebook: Pick<Phonebook, 'find' | 'childrenOf' | 'subscribe'>
  intercomSettings: Pick<IntercomSettings, 'get' | 'subscribe'>
}): Engine {
  const { wire, sipSettings, sipAccounts, phonebook, intercomSettings } = parts
  let sent = ''

  /** Whoever may be rung at some time, whatever the time is now, once SIP is enabled. */
  function ringsAnybody(): boolean {
    if (phonebook.find(CALL_BUTTON_RULE)?.record.DisplayButton === false) return false
    const rules = {
      phonebook,
      isActive: () => true,
      accountFor: () => '',
      tellsVms: () => intercomSettings.get().CallTriggersEnabled,
    }
    const steps = Array.from(whomToRing(rules, CALL_BUTTON_RULE))
    return steps.some((step) => step.do !== 'skip')
  }

  function tell(): void {
    const { SIPEnabled: sip = false, AllowIncomingCalls: incoming = false } =
      sipSettings.configuration()
    const autoAnswer = sipAccounts
      .all()
      .some(({ Enabled, AutoAnswerEnabled }) => Enabled && AutoAnswerEnabled)
    const readiness = { sip, incoming, autoAnswer, button: ringsAnybody() }
    const text = JSON.stringify(readiness)
    if (text === sent) return
    sent = text
    wire.send({ type: 'callReadiness', readiness })
  }

  const stops = [sipSettings, sipAccounts, phonebook, intercomSettings].map((one) =>
    one.subscribe(tell),
  )
  return {
    start: tell,
    stateRestored: tell,
    close() {
      for (const stop of stops) stop()
    },
  }
}
