import {
  getAudioCodecs,
  getDefaultAudioCodecs,
  getMediaEncryptionModes,
  getSipCapabilities,
  getSipConfiguration,
  getSupportedAccountAttributes,
  getSupportedAudioCodecs,
  getSupportedSipAttributes,
  getUnusedSipSettings,
  setAudioCodecs,
  setSipConfiguration,
} from '@lintel/contract/calls/sip'
import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { attributesOf } from '../../engines/telephone/attributes.ts'
import { codecNames, codecRecords, DEFAULT_CODECS } from '../../engines/telephone/codecs.ts'
import {
  changedConfiguration,
  currentConfiguration,
} from '../../engines/telephone/configuration.ts'
import { unusedOf } from '../../engines/telephone/unused.ts'
import { versionOf } from '../version-of.ts'

/** The settings of SIP, and the codecs. */
export function settingsCalls(device: Device): ServedCall[] {
  const { product, sipSettings: settings } = device
  const parts = { ...device, settings }
  const configuration = () => currentConfiguration(parts)
  const codecs = () => ({ AudioCodec: codecRecords(settings.codecs() ?? DEFAULT_CODECS) })
  return [
    serve(getSipCapabilities, () => ({
      Capabilities: {
        SIP: true,
        DTMF: true,
        AudioCodec: true,
        MediaEncryption: true,
        Certificate: true,
        Attribute: true,
      },
    })),
    serve(getSipConfiguration, (_, context) => {
      const SIPConfiguration = configuration()
      context.version(versionOf(SIPConfiguration))
      return { SIPConfiguration }
    }),
    serveChange(setSipConfiguration, ({ SIPConfiguration, KeepCurrent }, context) => {
      context.mustMatch(versionOf(configuration()))
      // JSON has no undefined.
      const change = SIPConfiguration as Partial<SipConfiguration>
      settings.setConfiguration(changedConfiguration(parts, change, KeepCurrent))
      return {}
    }),
    serve(getSupportedSipAttributes, () => ({
      AttributeInfo: attributesOf(product).map(({ name, type, default: Default }) => ({
        Name: name,
        Type: type,
        Default,
      })),
    })),
    serve(getSupportedAccountAttributes, () => ({ AttributeInfo: [] })),
    serve(getUnusedSipSettings, () => ({ names: unusedOf(product) })),
    serve(getMediaEncryptionModes, () => ({
      MediaEncryption: ['None', 'SRTPBestEffort', 'SRTPMandatory'],
    })),
    serve(getAudioCodecs, (_, context) => {
      context.version(versionOf(codecs()))
      return codecs()
    }),
    serveChange(setAudioCodecs, ({ AudioCodec }, context) => {
      context.mustMatch(versionOf(codecs()))
      settings.setCodecs(codecNames(AudioCodec))
      return {}
    }),
    serve(getSupportedAudioCodecs, () => ({ AudioCodec: codecRecords(DEFAULT_CODECS) })),
    serve(getDefaultAudioCodecs, () => ({ AudioCodec: codecRecords(DEFAULT_CODECS) })),
  ]
}
