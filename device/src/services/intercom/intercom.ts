import {
  getConfiguration,
  getServiceCapabilities,
  injectKeySequence,
  setConfiguration,
  updateConfiguration,
} from '@lintel/contract/calls/intercom'
import type { RequestOf } from '@lintel/contract/call'
import type { Capabilities } from '@lintel/contract/capabilities'
import { serve, serveChange } from '@lintel/front-door/serve'
import { nameOf } from '../../engines/telephone/ringing/whom-to-ring.ts'
import { openKeypad } from '../../hardware/keypad.ts'
import type { Key, SpeedDials } from '../../hardware/keypad.ts'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'
import { acceptedReader, cardTypeCalls } from './card-reader.ts'
import { acceptedDisplay, displayImageCalls } from './display.ts'
import { displayConfiguration } from '../../state/display-settings.ts'

/** Version name of the configuration's format. */
const VERSION = '1.3'

/** The service for reader, keypad, call button and display. Source: console specification A §7. */
export const intercomService: Service = (device) => {
  const {
    product,
    intercomSettings: settings,
    welcomeImage,
    cardReader,
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
      if (display?.asksForPin()) return false
      const [first] = phonebook.withSpeedDial(keys)
      if (!first) return false
      device.logToBench('keypad.dialled', { name: nameOf(first) })
      telephone.ring(first.entry)
      return true
    },
    goOn: (keys) => !display?.asksForPin() && phonebook.hasLongerSpeedDial(keys),
  }
  const keypad = openKeypad({
    clock,
    events,
    pin: () => cardReader.get().PinConfiguration,
    entered(keys, ended) {
      device.logToBench('keypad.entered', { keys: keys.length })
      // With length 0 PINs are off.
      if (cardReader.get().PinConfiguration.pinLength > 0) device.reader?.enter(keys, ended)
    },
    speedDials: capabilities.callKeypad ? speedDials : undefined,
  })
  const stopListening = wire.on('pressed', ({ key }) => {
    // In a call the keys are for the other side.
    if (key !== 'callButton' && key !== 'display' && !telephone.inCall()) keypad.press(key)
  })
  // A restored state does not include keys typed before.
  database.onRestored(() => keypad.press('C'))
  const changed = () => {
    events.changed('intercom')
  }
  const unsubscribe = [settings, cardReader, welcomeImage].map((one) => one.subscribe(changed))
  const version = () => versionOf([settings.get(), cardReader.stored(), welcomeImage.describe()])

  /** The members of a write. @throws Refusal for settings of the reader that it can't have */
  const accepted = (configuration: RequestOf<typeof setConfiguration>['Configuration']) => {
    const { CardReaderConfiguration: written, DisplayConfiguration, ...others } = configuration
    // The format's, which is no setting.
    delete others.Version
    const reader = written && acceptedReader(written, device, capabilities)
    const display = DisplayConfiguration && acceptedDisplay(DisplayConfiguration, device)
    return { reader, others: { ...others, ...(display && { DisplayConfiguration: display }) } }
  }
  return {
    calls: [
      serve(getServiceCapabilities, () => ({ Capabilities: inBothSpellings(capabilities) })),
      serve(getConfiguration, (_, context) => {
        context.version(version())
        const { DisplayConfiguration: _settings, ...stored } = settings.get()
        const PresenceTimeout = display?.sleepSeconds() ?? stored.PresenceTimeout
        const parts = {
          ...(capabilities.reader && { CardReaderConfiguration: cardReader.shown() }),
          ...(capabilities.display && { DisplayConfiguration: displayConfiguration(device) }),
        }
        return { Configuration: { Version: VERSION, ...stored, PresenceTimeout, ...parts } }
      }),
      serveChange(updateConfiguration, ({ Configuration }, context) => {
        context.mustMatch(version())
        const { reader, others } = accepted(Configuration)
        if (Object.keys(others).length > 0) settings.update(others)
        if (reader) cardReader.update(reader)
        return {}
      }),
      serveChange(setConfiguration, ({ Configuration }, context) => {
        context.mustMatch(version())
        const { reader, others } = accepted(Configuration)
        settings.set(others)
        cardReader.set(reader ?? {})
        return {}
      }),
      ...cardTypeCalls(capabilities),
      ...displayImageCalls(device),
      serve(injectKeySequence, ({ KeySequence, Source }) => {
        for (const key of KeySequence) keypad.press(key as Key)
        device.logToBench('keypad.injected', { source: Source })
        return {}
      }),
    ],
    close() {
      stopListening()
      for (const stop of unsubscribe) stop()
      keypad.close()
    },
  }
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
