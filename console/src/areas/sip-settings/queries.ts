import type { CallOptions } from '@lintel/contract/client'
import {
  getAudioCodecs,
  getSipConfiguration,
  getSupportedAudioCodecs,
  getSupportedSipAttributes,
  getUnusedSipSettings,
  setAudioCodecs,
  setSipConfiguration,
} from '@lintel/contract/calls/sip'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { unlessMissing } from '../../app/missing.ts'
import { PartlySaved, readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { recordsOf } from './codecs.ts'
import { configurationOf, effective, sameSip, shownAttributes, valuesIn } from './settings.ts'
import type { ProductParts, SipState, SipValues } from './settings.ts'

async function readState(versioned: CallOptions): Promise<SipState> {
  const { SIPConfiguration } = await device.call(getSipConfiguration, {}, versioned)
  const { signal } = versioned
  const options: CallOptions = signal ? { signal } : {}
  let codecsVersion: string | undefined
  const onVersion = (version: string | undefined) => {
    codecsVersion = version
  }
  const [attributes, codecs, supported, unused] = await Promise.all([
    unlessMissing(device.call(getSupportedSipAttributes, {}, options)),
    unlessMissing(device.call(getAudioCodecs, {}, { ...options, onVersion })),
    unlessMissing(device.call(getSupportedAudioCodecs, {}, options)),
    deviceHas(getUnusedSipSettings) ? device.call(getUnusedSipSettings, {}, options) : undefined,
  ])
  return {
    configuration: SIPConfiguration,
    attributes: attributes?.AttributeInfo ?? [],
    codecs: codecs?.AudioCodec ?? [],
    supported: supported?.AudioCodec ?? [],
    codecsVersion,
    unused: unused?.names ?? [],
  }
}

const sip: Reading<SipState> = { key: ['sip', 'settings'], read: readState }

export const sipQuery = readingQuery(sip)

/** The settings and the codecs, which are saved one after the other. B §4 (SIPSET-37). */
export const sipSetting = (parts: ProductParts) =>
  storedSetting<SipState, SipValues>({
    ...sip,
    call: setSipConfiguration.id,
    values: valuesIn,
    same: sameSip,
    effective,
    // Whether a password was replaced by another can't be read.
    proves: (state, sent) => sent.turnPassword === '' && sameSip(valuesIn(state), sent),
    async write(sent, { now, options }) {
      const SIPConfiguration = configurationOf(sent, now, shownAttributes(now, parts))
      await device.call(setSipConfiguration, { SIPConfiguration }, { ...options, secret: true })
      const AudioCodec = recordsOf([...now.codecs, ...now.supported], sent.codecs)
      if (AudioCodec.length === 0) return undefined
      const ifMatch = now.codecsVersion === undefined ? {} : { ifMatch: now.codecsVersion }
      await device.call(setAudioCodecs, { AudioCodec }, ifMatch).catch((cause: unknown) => {
        throw new PartlySaved('', { cause, left: ['codecs'] })
      })
      return undefined
    },
  })
