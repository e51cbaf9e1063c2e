import {
  getWelcomeImage,
  removeWelcomeImage,
  uploadWelcomeImage,
} from '@lintel/contract/calls/display-image'
import type { RequestOf } from '@lintel/contract/call'
import type { updateConfiguration } from '@lintel/contract/calls/intercom'
import type { DisplaySettings } from '@lintel/contract/display'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { welcomeImageAddress } from '../../state/display-settings.ts'
import { checkedImage } from '../phonebook/check-image.ts'
import { bytesOf } from '../phonebook/images.ts'

type Written = NonNullable<
  RequestOf<typeof updateConfiguration>['Configuration']['DisplayConfiguration']
>

/**
 * The settings in a write of the display's configuration.
 * @throws Refusal `invalid` for a product without a display, and a reception that is no call group
 */
export function acceptedDisplay(
  written: Written,
  { product, phonebook }: Pick<Device, 'product' | 'phonebook'>,
): DisplaySettings {
  if (!product.capabilities?.display) {
    throw new Refusal('invalid', 'This product has no display.')
  }
  const { supportedLanguages: _languages, welcomeImage: _image, ...settings } = written
  const { receptionCallGroup: reception = '' } = settings
  if (reception !== '' && phonebook.find(reception)?.type !== 'Rule') {
    throw new Refusal(
      'invalid',
      "Parameter 'Configuration.DisplayConfiguration.receptionCallGroup' is not a call group.",
    )
  }
  return settings
}

/** The welcome image of the display; products without one lack the calls. */
export function displayImageCalls({
  product,
  welcomeImage,
}: Pick<Device, 'product' | 'welcomeImage'>): ServedCall[] {
  if (!product.capabilities?.display) return []
  return [
    serve(getWelcomeImage, () => {
      const described = welcomeImage.describe()
      if (!described) throw new Refusal('absent', 'There is no such image.')
      return {
        contentType: described.type,
        etag: described.hash,
        bytes: () => welcomeImage.get()?.bytes ?? new Uint8Array(),
      }
    }),
    serve(uploadWelcomeImage, async ({ file }) => {
      welcomeImage.set(checkedImage(await bytesOf(file)))
      return { image: welcomeImageAddress(welcomeImage) }
    }),
    serveChange(removeWelcomeImage, () => {
      welcomeImage.set(undefined)
      return {}
    }),
  ]
}
