import { LANGUAGES } from '../languages.ts'
import { asText, choice, list, text, yesNo } from './codec.ts'
import { group } from './group.ts'

/**
 * The device's identity and features. `API.Lintel.Version` announces the calls of our own design.
 */
export const properties = group('Properties', {
  'API.AudioRelay.Version': text(),
  'API.Browser.Language': asText(yesNo),
  'API.Browser.RootPwdSetValue': asText(yesNo),
  'API.Browser.UserGroup': asText(yesNo),
  'API.HTTP.Version': text(),
  'API.Lintel.Version': text(),
  'API.Metadata.Metadata': asText(yesNo),
  'API.Metadata.Version': text(),
  'API.SIP.SIP': asText(yesNo),
  'API.SIP.Version': text(),
  'API.SpeakerTest.AutomaticTest': asText(yesNo),
  'API.SpeakerTest.Version': text(),
  'ApiDiscovery.ApiDiscovery': asText(yesNo),
  'Audio.Audio': asText(yesNo),
  'Audio.DuplexMode': list(','),
  'Audio.Format': list(','),
  'Audio.InputType': list(','),
  'Audio.Source.A0.Input': asText(yesNo),
  'Audio.Source.A0.Output': asText(yesNo),
  'AudioClip.Format': list(','),
  'AudioClip.PlayOptions': list(','),
  'AudioClip.StopClip': asText(yesNo),
  'EmbeddedDevelopment.EmbeddedDevelopment': asText(yesNo),
  'EmbeddedDevelopment.Version': text(),
  'Firmware.BuildDate': text(),
  'Firmware.BuildNumber': text(),
  'Firmware.Version': text(),
  'FirmwareManagement.Version': text(),
  'Image.Resolution': list(','),
  'PTZ.PTZ': asText(yesNo),
  'System.Architecture': text(),
  'System.HardwareID': text(),
  'System.Language': choice(LANGUAGES.map(({ name }) => name)),
  'System.LanguageType': text(),
  'System.SerialNumber': text(),
  'System.Soc': text(),
  'Tampering.ShockDetection': asText(yesNo),
  'Tampering.Tampering': asText(yesNo),
  'VideoOutputControl.OutputType': text(),
  'VideoOutputControl.VideoOutputControl': asText(yesNo),
})
