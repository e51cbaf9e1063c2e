import { setClientNote } from '@lintel/contract/calls/client-notes'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { yesNo } from '@lintel/contract/parameters/codec'
import { device } from '../../app/device.ts'
import { parametersQuery } from '../../app/queries.ts'
import { role } from '../../app/session/me.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { liveViewQuery, noteOf, readLiveView } from './live-view.ts'
import { parametersOf, sameSettings, settingsIn, storedOf } from './port-settings.ts'
import type { PortSettings, PortValues } from './port-settings.ts'
import type { IoPort } from './ports.ts'

/** A port with the button that it has in the live view. */
export interface PortState {
  /** Undefined when the device has been replaced by one without this port. */
  settings: PortSettings | undefined
  /** Undefined where there is no live view. */
  liveView: boolean | undefined
}

/**
 * A port: its parameters, then the note about its button in the live view. A failed note does not
 * fail the save (IO-11); the state that is read back shows it.
 * @param hasLiveView whether outputs have buttons there
 */
export const portSetting = ({ id, number }: Pick<IoPort, 'id' | 'number'>, hasLiveView: boolean) =>
  storedSetting<PortState, PortValues>({
    key: ['parameters', 'port', id],
    async read(options) {
      const list = await device.call(
        listParameters,
        inGroups(`root.IOPort.I${number - 1}`),
        options,
      )
      const { signal } = options
      return {
        settings: settingsIn(list.values, id),
        liveView: hasLiveView ? await readLiveView(number, signal ? { signal } : {}) : undefined,
      }
    },
    alsoShown: [parametersQuery(role()).queryKey, liveViewQuery(number).queryKey],
    call: updateParameters.id,
    values: ({ settings, liveView = false }) => settings && { ...settings, liveView },
    same: sameSettings,
    effective: (typed, before) => ({ ...storedOf(before, typed), liveView: typed.liveView }),
    proves: ({ settings, liveView = false }, sent) =>
      settings !== undefined && sameSettings(settings, sent) && liveView === sent.liveView,
    async write(sent, { now: { settings, liveView }, changed, options }) {
      const changes = parametersOf(id, settings ?? sent, sent)
      if (Object.keys(changes).length > 0) await device.call(updateParameters, changes, options)
      // An input has no button; that of the earlier output is restored with it.
      const noted = sent.direction === 'input' || !changed.has('liveView')
      if (!noted && sent.liveView !== liveView) await setLiveView(number, sent.liveView)
      return undefined
    },
  })

async function setLiveView(port: number, on: boolean): Promise<void> {
  const note = { ...noteOf(port), value: yesNo.encode(on) }
  await device.call(setClientNote, note).catch(() => undefined)
}
