/** The bench's calls for the display of a door station. All of our own design. */
import * as v from 'valibot'
import { restCall } from './call.ts'

const post = {
  source: 'own design',
  proof: 'own design',
  access: 'anyone',
  methods: ['POST'],
  effect: 'write',
} as const

const done = v.object({})

export const touchDisplay = restCall({
  ...post,
  id: 'bench.touch',
  path: '/bench/touch',
  summary:
    'Touches a button that the display shows (`display.buttons` of the state), by its `id`. Those of contacts, call groups and the reception ring.',
  request: v.object({ button: v.pipe(v.string(), v.maxLength(128)) }),
  data: done,
})

export const searchDisplay = restCall({
  ...post,
  id: 'bench.search',
  path: '/bench/search',
  summary:
    'Types into the search of the display, in place of what is there. 404 where it has none (`display.search` of the state).',
  request: v.object({ text: v.pipe(v.string(), v.maxLength(64)) }),
  data: done,
})

export const displayCalls = [touchDisplay, searchDisplay]
