import { Refusal } from '@lintel/contract/fault'
import type { FromDevice } from '@lintel/contract/wire'
import type { Reported } from '../reported.ts'
import { runningWire } from './parts.ts'
import type { ControlParts } from './parts.ts'

/** An image for the bench's page. */
export interface ShownImage {
  hash: string
  contentType: string
  bytes: Buffer
}

export interface DisplayControls {
  /** @throws Refusal `absent` if the display shows no such button */
  touch(button: string): void
  /** @throws Refusal `absent` if the display has nothing to search in */
  searchDisplay(text: string): void
  /**
   * The welcome image of the display.
   * @throws Refusal `absent` if there is none; `conflict` while the device does not run
   */
  welcomeImage(): Promise<ShownImage>
}

/** Milliseconds for an image of 20 MB. */
const IMAGE_LIMIT = 20_000

/** What visitors do on the display, and what it shows them. */
export function displayControls(
  parts: Pick<ControlParts, 'power' | 'happened'> & {
    reported: Pick<Reported, 'front'>
    /** The image that the device has sent last, to be taken once. */
    takeImage: () => Extract<FromDevice, { type: 'welcomeImage' }>['image'] | undefined
  },
): DisplayControls {
  const { power, happened, reported, takeImage } = parts
  /** What all who want the image at once share. */
  let fetching: Promise<ShownImage> | undefined

  async function fetchImage(): Promise<ShownImage> {
    await runningWire(power).ask({ type: 'sendWelcomeImage' }, IMAGE_LIMIT)
    const image = takeImage()
    if (!image) throw new Refusal('absent', 'The display has no welcome image.')
    return { ...image, bytes: Buffer.from(image.bytes, 'base64') }
  }

  return {
    touch(button) {
      const { buttons = [] } = reported.front().display
      const shown = buttons.find(({ id }) => id === button)
      if (!shown) throw new Refusal('absent', 'The display shows no such button.')
      happened('touched', { label: shown.label })
      power.wire()?.send({ type: 'touched', button })
    },
    searchDisplay(text) {
      if (!reported.front().display.search) {
        throw new Refusal('absent', 'The display has nothing to search in.')
      }
      power.wire()?.send({ type: 'searched', text })
    },
    welcomeImage() {
      fetching ??= fetchImage().finally(() => (fetching = undefined))
      return fetching
    },
  }
}
