import type { StoryState } from '@lintel/contract/bench-story'
import type { RequestOf } from '@lintel/contract/call'
import type { playStory } from '@lintel/contract/bench-story'
import type { CallAtFront } from '@lintel/contract/wire'
import type { BoardHappened } from '../board-log.ts'
import { runningWire } from '../controls/parts.ts'
import type { HostTime } from '../host-time.ts'
import type { Power } from '../power.ts'
import { DAY, timeOfDay } from './steps.ts'
import type { Line, StoryControls } from './steps.ts'

/** Milliseconds between two steps at normal speed. */
const PAUSE = 6_000
const DAY_MS = 86_400_000

export interface StoryParts {
  controls: StoryControls
  /** UTC milliseconds of the device's clock. */
  now: () => number
  /** Milliseconds that the device's time zone is ahead of UTC. */
  zone: () => number
  /** Moves the device's clock forward, and keeps people signed in. */
  advance: (milliseconds: number) => Promise<void>
  world: () => { temperature: number; lux: number | null }
  power: Pick<Power, 'wire'>
  time: Pick<HostTime, 'after'>
  happened: BoardHappened
  changed: () => void
}

/** What happens in a call that nobody was to answer if the device does so by itself. */
const ownAnswer = (telephone: 'calls' | 'ends' | undefined) =>
  telephone === 'ends' ? ('hangUp' as const) : ('selfAnswered' as const)

const isActive = ({ state }: Pick<CallAtFront, 'state'>): boolean => state === 'active'

/** A day in service, played by the bench. */
export interface Story {
  state(): StoryState
  /**
   * Resolves once it is done: with `step`, the next step.
   * @throws Refusal `conflict` if that needs a running device
   */
  playStory(order: RequestOf<typeof playStory>): Promise<void>
  /** Takes back what a day has left behind in a device that did not run at its end. */
  tidyUp(): void
}

export function openStory(parts: StoryParts): Story {
  const { controls, now, zone, advance, world, power, time, happened, changed } = parts
  let state: StoryState['state'] = 'idle'
  let speed: number = 1
  let done = 0
  let failed = false
  let noCall = false
  let selfAnswered = false
  /** The steps of the day that is played. */
  let steps: typeof DAY = []
  /** The midnight before it (device's local time). */
  let midnight = 0
  /** The surroundings before it. */
  let before: ReturnType<typeof world> | undefined
  let line: Line = { call: undefined }
  /** What the steps have stored in the device and has to be taken back. */
  let stored: typeof DAY = []
  let tidying = false
  let cancel: (() => void) | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const suited = () => DAY.filter(({ suits }) => suits(controls))
  const local = () => now() + zone()

  function begin(): void {
    steps = suited()
    done = 0
    failed = false
    noCall = false
    selfAnswered = false
    line = { call: undefined }
    before = world()
    midnight = Math.floor(local() / DAY_MS) * DAY_MS
    const [first] = steps
    if (first && midnight + timeOfDay(first.at) < local()) midnight += DAY_MS
  }

  /** What can't be taken back now is taken back once the device runs. */
  async function takeBack(): Promise<void> {
    const before = stored
    stored = []
    tidying = true
    for (const step of before) {
      await step.undo?.(controls).catch(() => {
        stored = [...stored, step]
      })
    }
    tidying = false
  }

  /** Ends a call in progress and brings back the surroundings from before the day. */
  async function restore(): Promise<void> {
    line.call?.hangUp()
    line.call = undefined
    if (before) {
      const { temperature, lux } = before
      before = undefined
      controls.setWorld({ temperature, ...(controls.product.camera ? { lux } : {}) })
      await controls.inStep()
    }
    await takeBack()
  }

  /** Hangs up what was answered, by whomever. */
  async function endTalk(): Promise<void> {
    const talks = controls.calls().filter(isActive)
    await Promise.all(talks.map(async ({ callId }) => controls.endCall(callId)))
    await controls.until(() => !controls.calls().some(isActive))
  }

  async function doStep(): Promise<void> {
    const step = steps[done]
    if (!step) return
    runningWire(power)
    const ahead = midnight + timeOfDay(step.at) - local()
    // Nobody talks for hours, and the other side would miss the time in between.
    if (ahead > 0 && step.telephone !== 'ends') await endTalk()
    if (ahead > 0) await advance(Math.ceil(ahead))
    const isRefused = step.telephone === 'calls' && controls.takesCalls() === false
    // A call that could not be made does not end either.
    const isIdle = step.telephone === 'ends' && line.call === undefined
    if (!step.telephone) selfAnswered = false
    if (step.telephone === 'calls') {
      selfAnswered = step.needsNobody === true && controls.answersItself()
    }
    if (isRefused) controls.noCall()
    else if (!isIdle) happened(`story.${selfAnswered ? ownAnswer(step.telephone) : step.id}`)
    if (step.undo && !stored.includes(step)) stored = [...stored, step]
    if (!isRefused) await step.act(controls, line)
    await controls.inStep()
    // Together with the step, whose text it replaces.
    if (step.telephone === 'calls') noCall = line.call === undefined
    if (step.telephone === undefined) noCall = false
    done += 1
    failed = false
  }

  async function finish(): Promise<void> {
    state = 'over'
    await restore()
    happened('story.over')
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine.finally(changed)
  }

  const isPlaying = () => state === 'playing'

  function halt(): void {
    cancel?.()
    cancel = undefined
  }

  /** One step of a day that is played, and the next one after a while. */
  async function playOn(): Promise<void> {
    if (state !== 'playing') return
    try {
      if (done < steps.length) await doStep()
      else await finish()
    } catch {
      failed = true
      // Somebody may have ended the day meanwhile.
      if (isPlaying()) state = 'paused'
      happened('story.failed')
    }
    if (isPlaying()) later()
  }

  function later(): void {
    halt()
    cancel = time.after(PAUSE / speed, () => void inTurn(playOn))
  }

  async function step(): Promise<void> {
    if (state === 'idle' || state === 'over') begin()
    state = 'paused'
    await doStep()
    if (done === steps.length) await finish()
  }

  return {
    tidyUp() {
      const over = state === 'idle' || state === 'over'
      if (over && stored.length > 0 && !tidying) void inTurn(takeBack)
    },
    state: () => ({
      state,
      steps: (state === 'idle' ? suited() : steps).map(({ id, at }) => ({
        id,
        at: at.padStart(5, '0'),
      })),
      done,
      failed,
      noCall,
      selfAnswered,
      speed,
    }),
    async playStory({ action, speed: wanted = speed }) {
      speed = wanted
      switch (action) {
        case 'play':
          runningWire(power)
          if (state === 'playing') {
            if (cancel) later()
          } else {
            if (state !== 'paused') begin()
            state = 'playing'
            halt()
            void inTurn(playOn)
          }
          break
        case 'pause':
          halt()
          if (state === 'playing') state = 'paused'
          break
        case 'step':
          halt()
          runningWire(power)
          await inTurn(step)
          break
        case 'stop':
          halt()
          await inTurn(async () => {
            await restore()
            state = 'idle'
            done = 0
            failed = false
            noCall = false
            selfAnswered = false
          })
          break
      }
      changed()
    },
  }
}
