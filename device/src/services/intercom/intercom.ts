import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import type { Capabilities } from '@lintel/contract/capabilities'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/** The service behind reader, call button and phonebook. Source: console specification A §7. */
export const intercomService: Service = ({ product: { capabilities } }) => ({
  calls: capabilities
    ? [serve(getServiceCapabilities, () => ({ Capabilities: inBothSpellings(capabilities) }))]
    : [],
})

/** Consoles read the specification's spelling, other clients the published one. */
function inBothSpellings(capabilities: Capabilities) {
  const { Version, ...members } = capabilities
  const calls = members.callButton || members.callKeypad
  return {
    Version,
    Call: calls,
    DTMFEvent: calls,
    CallButton: members.callButton,
    CallKeypad: members.callKeypad,
    PinKeypad: members.pinKeypad,
    Reader: members.reader,
    ...members,
    supportedCallButtonIdleBehavior: members.SupportedCallButtonIdleBehavior,
  }
}
