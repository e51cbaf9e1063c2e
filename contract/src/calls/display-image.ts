import * as v from 'valibot'
import { downloadCall, restCall, uploadCall } from '../call.ts'
import { faultJson } from '../fault-json.ts'
import { IMAGE_MAX } from '../rules/phonebook.ts'

/** The image on the home screen of the display. Source: specification B §7; device-calls.md #32. */
const image = {
  path: '/vapix/axdsapi/Configuration/DisplayConfiguration/welcomeImage',
  publicPath: '/vapix/intercom/Configuration/DisplayConfiguration/welcomeImage',
  access: 'admin',
  source: 'B §7 Phonebook and reader service',
  proof: 'own design',
} as const

export const getWelcomeImage = downloadCall({
  ...image,
  id: 'display.getWelcomeImage',
  effect: 'read',
  summary:
    'Returns the welcome image of the display, as it was uploaded. The answer has an ETag; `version` has no effect.',
  request: v.object({ version: v.optional(v.string()) }),
  contentType: 'image/jpeg',
})

export const uploadWelcomeImage = uploadCall({
  ...image,
  id: 'display.setWelcomeImage',
  effect: 'write',
  summary:
    'Sets the welcome image of the display: JPEG, PNG or BMP, at most 20 MB. `showWelcomeImage` in the configuration decides whether it is shown.',
  part: 'imageFile_Content',
  maxBytes: IMAGE_MAX,
  request: v.object({}),
  format: faultJson<{ image: string }>(),
})

export const removeWelcomeImage = restCall({
  ...image,
  id: 'display.removeWelcomeImage',
  methods: ['DELETE'],
  effect: 'write',
  summary: 'Removes the welcome image of the display.',
  request: v.object({}),
  data: v.object({}),
})
