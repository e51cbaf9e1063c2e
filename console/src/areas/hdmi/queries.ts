import {
  getMirroring,
  getRotation,
  getVideoSources,
  setMirroring,
  setRotation,
  setVideoSource,
} from '@lintel/contract/calls/video-output'
import type { CallOptions } from '@lintel/contract/client'
import { device } from '../../app/device.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import { changesOf, hdmiValues } from './hdmi-values.ts'
import type { HdmiState, HdmiValues } from './hdmi-values.ts'

/** The version of the calls that we speak. B §7. */
const VERSION = { schemaversion: '1' }

async function readHdmi({ signal }: CallOptions): Promise<HdmiState> {
  const options = signal ? { signal } : {}
  const [sources, rotations, mirrored] = await Promise.all([
    device.call(getVideoSources, VERSION, options),
    device.call(getRotation, VERSION, options),
    device.call(getMirroring, VERSION, options),
  ])
  return { sources, rotations, mirrored }
}

const SETTERS: Record<keyof HdmiValues, (values: HdmiValues) => Promise<unknown>> = {
  source: ({ source }) => device.call(setVideoSource, { ...VERSION, id: source }),
  rotation: ({ rotation }) => device.call(setRotation, { ...VERSION, rotation }),
  mirroring: ({ mirroring }) =>
    device.call(setMirroring, { ...VERSION, mirroringenabled: String(mirroring) }),
}

/** The HDMI output: each value that was changed has a call of its own. B §7. */
export const hdmiSetting = storedSetting<HdmiState, HdmiValues>({
  key: ['hdmi'],
  read: readHdmi,
  call: setVideoSource.id,
  values: hdmiValues,
  async write(sent, { now }) {
    const left = changesOf(sent, hdmiValues(now))
    const count = left.length
    try {
      while (left[0]) {
        // oxlint-disable-next-line no-await-in-loop -- each has to fit to what is stored by then
        await SETTERS[left[0]](sent)
        left.shift()
      }
    } catch (cause) {
      if (left.length === count) throw cause
      throw new PartlySaved('', { cause, left })
    }
    return undefined
  },
})
