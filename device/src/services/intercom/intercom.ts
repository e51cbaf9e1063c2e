import {
  getConfiguration,
  getServiceCapabilities,
  injectKeySequence,
  setConfiguration,
  updateConfiguration,
} from '@lintel/contract/calls/intercom'
import type { RequestOf } from '@lintel/contract/call'
import type { IntercomConfiguration } from '@lintel/contract/calls/intercom'
import type { Capabilities } from '@lintel/contract/capabilities'
import { serve, serveChange } from '@lintel/front-door/serve'
import { nameOf } from '../../engines/telephone/ringing/whom-to-ring.ts'
import { openKeypad } from '../../hardware/keypad.ts'
import type { Key, SpeedDials } from '../../hardware/keypad.ts'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'

/** Version name of the configuration's format. */
const VERSION = '1.3'

/** The service for reader, keypad, call button and display. Source: console specification A §7. */
export const intercomService: Service = (device) => {
  const {
    product,
    intercomSettings: settings,
    database,
    display,
    events,
    clock,
    wire,
    telephone,
    phonebook,
  } = device
  const { capabilities } = product
  if (!capabilities) return { calls: [] }
  const speedDials: SpeedDials = {
    ring(keys) {
      const [first] = phonebook.withSpeedDial(keys)
      if (!first) return false
      device.logToBench('keypad.dialled', { name: nameOf(first) })
      telephone.ring(first.entry)
      return true
    },
    goOn: (keys) => phonebook.hasLongerSpeedDial(keys),
  }
  const keypad = openKeypad({
    clock,
    events,
    pin: () => settings.get().CardReaderConfiguration?.PinConfiguration,
    entered: (keys) => device.logToBench('keypad.entered', { keys }),
    speedDials: capabilities.callKeypad ? speedDials : undefined,
  })
  const stopListening = wire.on('pressed', ({ key }) => {
    // In a call the keys are for the other side.
    if (key !== 'callButton' && key !== 'display' && !telephone.inCall()) keypad.press(key)
  })
  // A restored state does not include keys typed before.
  database.onRestored(() => keypad.press('C'))
  const unsubscribe = settings.subscribe(() => {
    events.changed('intercom')
  })
  return {
    calls: [
      serve(getServiceCapabilities, () => ({ Capabilities: inBothSpellings(capabilities) })),
      serve(getConfiguration, (_, context) => {
        const stored = settings.get()
        context.version(versionOf(stored))
        const PresenceTimeout = display?.sleepSeconds() ?? stored.PresenceTimeout
        return { Configuration: { Version: VERSION, ...stored, PresenceTimeout } }
      }),
      serveChange(updateConfiguration, ({ Configuration }, context) => {
        context.mustMatch(versionOf(settings.get()))
        settings.update(settingsIn(Configuration))
        return {}
      }),
      serveChange(setConfiguration, ({ Configuration }, context) => {
        context.mustMatch(versionOf(settings.get()))
        settings.set(settingsIn(Configuration))
        return {}
      }),
      serve(injectKeySequence, ({ KeySequence, Source }) => {
        for (const key of KeySequence) keypad.press(key as Key)
        device.logToBench('keypad.injected', { source: Source })
        return {}
      }),
    ],
    close() {
      stopListening()
      unsubscribe()
      keypad.close()
    },
  }
}

/** The members that can be set, which excludes the format. */
function settingsIn(
  configuration: RequestOf<typeof setConfiguration>['Configuration'],
): IntercomConfiguration {
  const settings = { ...configuration }
  delete settings.Version
  return settings
}

/** Consoles use the specification's spelling, other clients the published one. */
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
