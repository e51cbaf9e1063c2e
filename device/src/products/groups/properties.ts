import type { Definition } from '../../state/definition.ts'
import { group, live, oneOf, text } from '../group.ts'

/** Picture sizes, largest first. */
export const RESOLUTIONS = [
  '1920x1080',
  '1280x960',
  '1280x720',
  '1024x768',
  '800x600',
  '704x576',
  '640x480',
  '640x360',
  '352x288',
  '320x240',
  '176x144',
  '960x1280',
  '720x1280',
  '600x800',
  '480x640',
]

/** Languages of the device's pages, by their English names. Source: console specification A §1. */
const LANGUAGES = ['English', 'Spanish', 'German', 'Italian', 'French']

/** What the device is and can do. */
export function properties(about: {
  firmware: string
  buildDate: string
  ptz: 'yes' | 'no'
}): Definition[] {
  return group(
    'Properties',
    { read: 'viewer', write: 'never' },
    {
      'API.Browser.Language': text('yes'),
      'API.Browser.RootPwdSetValue': text('yes'),
      'API.Browser.UserGroup': text('yes'),
      'API.HTTP.Version': text('3'),
      'Audio.Audio': text('yes'),
      'Audio.DuplexMode': text('full,half,get,post'),
      'Audio.Format': text('g711,g726,aac,opus,lpcm'),
      'Audio.InputType': text('internal'),
      'Audio.Source.A0.Input': text('yes'),
      'Audio.Source.A0.Output': text('yes'),
      'Firmware.BuildDate': text(about.buildDate),
      'Firmware.BuildNumber': text('1'),
      'Firmware.Version': text(about.firmware),
      'FirmwareManagement.Version': text('1.4'),
      'Image.Resolution': text(RESOLUTIONS.join(',')),
      'PTZ.PTZ': text(about.ptz),
      'System.Architecture': text(process.arch === 'arm64' ? 'aarch64' : 'x86_64'),
      'System.HardwareID': text('7D7'),
      'System.Language': oneOf('English', LANGUAGES),
      'System.LanguageType': text('default'),
      'System.SerialNumber': live(({ serial }) => serial),
      'System.Soc': text('Lintel'),
    },
  )
}
