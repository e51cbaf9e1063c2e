import * as v from 'valibot'
import { downloadCall, restCall, uploadCall } from '../call.ts'
import { faultJson } from '../fault-json.ts'
import { IMAGE_MAX } from '../rules/phonebook.ts'

/** The image of an entry. Source: specification B §7; device-api.md #32. */
const image = {
  path: '/vapix/axdsapi/PhonebookEntries/{id}/image',
  publicPath: '/vapix/intercom/PhonebookEntries/{id}/image',
  access: 'admin',
  source: 'B §7 Phonebook and reader service',
  proof: 'own design',
} as const

const request = v.object({ id: v.string() })

export const getEntryImage = downloadCall({
  ...image,
  id: 'phonebook.getImage',
  effect: 'read',
  summary:
    'Returns the image of an entry, as it was uploaded. The answer has an ETag; `timestamp` has no effect.',
  request: v.object({ ...request.entries, timestamp: v.optional(v.string()) }),
  contentType: 'image/jpeg',
})

export const uploadEntryImage = uploadCall({
  ...image,
  id: 'phonebook.setImage',
  effect: 'write',
  summary: 'Sets the image of an entry: JPEG, PNG or BMP, at most 20 MB.',
  part: 'imageFile_Content',
  maxBytes: IMAGE_MAX,
  request,
  format: faultJson<{ image: string }>(),
})

export const removeEntryImage = restCall({
  ...image,
  id: 'phonebook.removeImage',
  methods: ['DELETE'],
  effect: 'write',
  summary: 'Removes the image of an entry.',
  request,
  data: v.object({}),
})
