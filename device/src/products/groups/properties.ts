import { LANGUAGES } from '@lintel/contract/languages'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { group, live, oneOf, text } from '../group.ts'
import type { Entries } from '../group.ts'

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

/** What the device is and can do. */
export function properties(product: Product): Definition[] {
  const { firmware } = product
  return group(
    'Properties',
    { read: 'viewer', write: 'never' },
    {
      'API.Browser.Language': text('yes'),
      'API.Browser.RootPwdSetValue': text('yes'),
      'API.Browser.UserGroup': text('yes'),
      'API.HTTP.Version': text('3'),
      'API.Lintel.Version': text('1'),
      ...sound(product),
      'Firmware.BuildDate': text(firmware.buildDate),
      'Firmware.BuildNumber': text('1'),
      'Firmware.Version': text(firmware.version),
      'FirmwareManagement.Version': text('1.4'),
      ...(product.camera ? { 'Image.Resolution': text(RESOLUTIONS.join(',')) } : {}),
      'PTZ.PTZ': text(yesNo(product.ptz)),
      'System.Architecture': text(process.arch === 'arm64' ? 'aarch64' : 'x86_64'),
      'System.HardwareID': text(product.hardwareId),
      'System.Language': oneOf(
        'English',
        LANGUAGES.map(({ name }) => name),
      ),
      'System.LanguageType': text('default'),
      'System.SerialNumber': live(({ serial }) => serial),
      'System.Soc': text('Lintel'),
    },
  )
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

function sound({ audio }: Product): Entries {
  if (!audio) return { 'Audio.Audio': text('no') }
  return {
    'Audio.Audio': text('yes'),
    'Audio.DuplexMode': text('full,half,get,post'),
    'Audio.Format': text('g711,g726,aac,opus,lpcm'),
    'Audio.InputType': text('internal'),
    'Audio.Source.A0.Input': text(yesNo(audio.input)),
    'Audio.Source.A0.Output': text(yesNo(audio.output)),
  }
}
