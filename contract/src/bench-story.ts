/** A day in service, which the bench plays. Of our own design. */
import * as v from 'valibot'
import { restCall } from './call.ts'

/**
 * What happens in the course of the day, in order. The text of each is the message
 * `happened.story.<id>`.
 */
export const STORY_STEPS = [
  'light',
  'soundCheck',
  'bell',
  'enrol',
  'announcement',
  'card',
  'knownCard',
  'unknownCard',
  'pin',
  'door',
  'release',
  'call',
  'hangUp',
  'missedCall',
  'gaveUp',
  'page',
  'pageOver',
  'forced',
  'shut',
  'heat',
  'withdraw',
  'cool',
  'evening',
  'dark',
  'knock',
  'speakerTest',
] as const
export type StoryStepId = (typeof STORY_STEPS)[number]

/** How fast a day can be played. */
export const STORY_SPEEDS = [1, 2, 4] as const

/** What is planned for a time of day. */
export interface StoryStep {
  id: StoryStepId
  /** In the device's zone, `HH:mm`. */
  at: string
}

/** The day that is played, with the steps that the product has the parts for. */
export interface StoryState {
  /** `over`: all steps are done; `idle`: none is. */
  state: 'idle' | 'playing' | 'paused' | 'over'
  steps: StoryStep[]
  /** How many of them are done. */
  done: number
  /** Whether the last one could not be done. */
  failed: boolean
  /** Whether the device did not take the last call. */
  noCall: boolean
  /** Whether it has answered the last one by itself, although nobody was there. */
  selfAnswered: boolean
  /** One of `STORY_SPEEDS`. */
  speed: number
}

export const playStory = restCall({
  source: 'own design',
  proof: 'own design',
  access: 'anyone',
  methods: ['POST'],
  effect: 'write',
  id: 'bench.story',
  path: '/bench/story',
  summary:
    "Plays a day in service: a ring, cards, a PIN, calls, a door that is forced open, announcements, speaker tests, heat, darkness, as far as the product has the parts for them (`story` of the state). Each step moves the device's clock forward to its time of day and then acts on the device. People stay signed in. `play` does a step every few seconds, from the first one if none is left; `pause` halts that; `step` does the next step at once, and answers when it is done; `stop` ends the day, brings back the light and the temperature from before, closes the door that it has forced, and removes the card that it has added. `step` needs a running device; `play` pauses when a step fails.",
  request: v.object({
    action: v.picklist(['play', 'pause', 'step', 'stop']),
    speed: v.optional(v.picklist(STORY_SPEEDS)),
  }),
  data: v.object({}),
})
