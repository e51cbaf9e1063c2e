import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import type { DisplaySettings } from '@lintel/contract/display'
import type { FromDevice } from '@lintel/contract/wire'
import type { DisplayContent } from '@lintel/contract/shown'
import { onTestFinished } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { createEventBus } from '../../events/bus.ts'
import { definitionsOf } from '../../products/definitions.ts'
import { openDatabase } from '../../state/database.ts'
import { openIntercomSettings } from '../../state/intercom-settings.ts'
import { openParameters } from '../../state/parameters.ts'
import { openPhonebook } from '../../state/phonebook/phonebook.ts'
import { openWelcomeImage } from '../../state/welcome-image.ts'
import { openDisplay } from '../display.ts'

/** A display at 14:07:32 in Stockholm. */
export function openDisplayRig() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-display-'))
  const database = openDatabase(join(folder, 'state.db'))
  const now = Date.parse('2026-11-20T13:07:32Z')
  const clock = startClock({ host: { now: () => now, monotonic: () => 0 } })
  const events = createEventBus(() => clock.now())
  const parameters = openParameters(database, definitionsOf(productCalled('A8307-E')), {
    serial: 'AECC8E012345',
    lease: () => undefined,
    place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => true,
    now: () => clock.now(),
  })
  const sent: DisplayContent[] = []
  const settings = openIntercomSettings(database)
  // Sleep delay, longer than any test that isn't about sleep.
  settings.update({ PresenceTimeout: 86_400 })
  /** What the display does with messages of the board, by their type. */
  const handlers = new Map<string, (message: object) => void>()
  const receive = (type: string, message: object) => handlers.get(type)?.(message)
  const phonebook = openPhonebook(database)
  const welcomeImage = openWelcomeImage(database)
  const send = (message: FromDevice) => {
    if (message.type === 'display') sent.push(message.display)
  }
  const display = openDisplay({
    clock,
    parameters,
    events,
    wire: {
      send,
      on: (type, fn) => {
        handlers.set(type, fn as (message: object) => void)
        return () => {}
      },
      onCut() {},
    },
    product: productCalled('A8307-E'),
    intercomSettings: settings,
    welcomeImage,
    phonebook,
  })
  onTestFinished(() => {
    display.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const heat = (HeatState: string) => {
    events.publish({ topic: TOPICS.doorStationHeat, source: {}, data: { HeatState } }, 'state')
  }
  return {
    clock,
    parameters,
    sent,
    display,
    settings,
    heat,
    phonebook,
    events,
    welcomeImage,
    press: (key = 'display') => receive('pressed', { key }),
    touch: (button: string) => receive('touched', { button }),
    search: (text: string) => receive('searched', { text }),
    set: (DisplayConfiguration: DisplaySettings) => settings.update({ DisplayConfiguration }),
    /** The ids of the buttons that are shown. */
    buttons: () => sent.at(-1)?.buttons?.map(({ id }) => id),
    last: () => sent.at(-1),
  }
}
