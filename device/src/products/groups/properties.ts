import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { ENCODER_NAMES } from '@lintel/contract/audio-encoders'
import { RESOLUTIONS } from '@lintel/contract/parameters/camera'
import { properties } from '@lintel/contract/parameters/properties'
import { CLIP_KINDS } from '@lintel/contract/rules/clips'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { testsItsSpeaker } from '../features.ts'
import { group, live } from '../group.ts'

/** The device's identity and features. */
export function propertiesGroup(product: Product): Definition[] {
  const { firmware } = product
  return group(
    'Properties',
    properties,
    { read: 'viewer', write: 'never' },
    {
      // The version that clients look for before they ask for audio peers.
      ...(product.audio?.output && { 'API.AudioRelay.Version': '1.2' }),
      'API.Browser.Language': true,
      'API.Browser.RootPwdSetValue': true,
      'API.Browser.UserGroup': true,
      'API.HTTP.Version': '3',
      'API.Lintel.Version': '1',
      // Events in the streams (RTSP).
      'API.Metadata.Metadata': product.camera,
      'API.Metadata.Version': '1.0',
      'API.SIP.SIP': true,
      'API.SIP.Version': '2.0',
      'API.SpeakerTest.AutomaticTest': testsItsSpeaker(product),
      ...(testsItsSpeaker(product) && { 'API.SpeakerTest.Version': '1.0' }),
      'ApiDiscovery.ApiDiscovery': true,
      ...sound(product),
      // Applications can be installed, and listed by `list.cgi`.
      'EmbeddedDevelopment.EmbeddedDevelopment': true,
      'EmbeddedDevelopment.Version': '2.16',
      'Firmware.BuildDate': firmware.buildDate,
      'Firmware.BuildNumber': '1',
      'Firmware.Version': firmware.version,
      'FirmwareManagement.Version': firmwareStatus.answersWith,
      ...(product.camera && { 'Image.Resolution': RESOLUTIONS }),
      'PTZ.PTZ': product.ptz,
      'System.Architecture': process.arch === 'arm64' ? 'aarch64' : 'x86_64',
      'System.HardwareID': product.hardwareId,
      'System.Language': 'English',
      'System.LanguageType': 'default',
      'System.SerialNumber': live(({ serial }) => serial),
      'System.Soc': 'Lintel',
      'Tampering.ShockDetection': product.shockSensor,
      'Tampering.Tampering': product.camera,
      ...(product.capabilities?.hdmi && {
        'VideoOutputControl.OutputType': 'HDMI',
        'VideoOutputControl.VideoOutputControl': true,
      }),
      'VirtualInput.VirtualInput': true,
    },
  )
}

function sound({ audio }: Product) {
  if (!audio) return { 'Audio.Audio': false }
  return {
    'Audio.Audio': true,
    'Audio.DuplexMode': ['full', 'half', 'get', 'post'],
    'Audio.Format': ENCODER_NAMES,
    'Audio.InputType': audio.input?.types ?? [],
    'Audio.Source.A0.Input': audio.input !== undefined,
    'Audio.Source.A0.Output': audio.output !== undefined,
    ...(audio.output && {
      'AudioClip.Format': [...CLIP_KINDS],
      'AudioClip.PlayOptions': ['repeat', 'volume', 'location', 'audiodeviceid', 'audiooutputid'],
      'AudioClip.StopClip': true,
    }),
  }
}
