import type { AnswerOf } from '@lintel/contract/call'
import type { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { TOPICS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Handled } from '@lintel/contract/handling'
import type { Product } from '@lintel/contract/products/product'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../state/database.ts'
import type { Parameters } from '../../state/parameters.ts'
import { openRecord } from '../../state/records.ts'
import type { Engine } from '../engine.ts'
import { RATE } from '../sound/levels.ts'
import { SOUND_GROUPS, soundSettings } from '../sound/settings.ts'
import type { Sound } from '../sound/sound.ts'
import { playback } from '../sound/sources.ts'
import { measure, soundsLike } from './measure.ts'
import type { Levels } from './measure.ts'
import { record } from './record.ts'
import type { Period } from './record.ts'
import { roomOf } from './room.ts'
import { AMPLITUDE, RECORDED, sweep, TEST_RATE } from './sweep.ts'

type Report = AnswerOf<typeof getSpeakerTestReport>['SpeakerTestReport']

/** What is stored of the last calibration and test. */
interface Outcome {
  status: 'Uncalibrated' | 'Calibrated' | 'OK' | 'Failed'
  /** UTC, ISO 8601; empty for never. */
  tested: string
  calibrated: string
  /** What tests are compared with, for gains of 0 dB; empty without a calibration. */
  levels: Levels
}

const UNCALIBRATED: Outcome = { status: 'Uncalibrated', tested: '', calibrated: '', levels: [] }

/** Silence before the sweep, while the amplifier wakes up. */
const LEAD_MS = 500
/** How long a calibration or a test takes on the device's clock. */
export const RUN_MS = LEAD_MS + (RECORDED / TEST_RATE) * 1000

type Kind = 'calibration' | 'test'

/** The factors of both gains. */
interface Gain {
  output: number
  input: number
}

/** A measurement that is going on. */
interface Run {
  kind: Kind
  gain: Gain
  /** How the loudspeaker was. */
  periods: Period[]
  /** Monotonic milliseconds at which the sweep begins. */
  sweepAt: number
  end: AbortController
  /** Ends the sweep. */
  hush: () => void
}

/** What was played and heard during a sweep: `RECORDED` samples of each. */
interface Take {
  played: Float64Array
  around?: Float64Array
}

/**
 * The loudspeaker test: a calibration records a sweep at the place of installation, and later tests
 * compare with it. The result of a run is stored when it ends; one that a power cut ends leaves
 * nothing.
 */
export interface Speaker extends Engine {
  /** `DisabledInHardware` as long as the microphone is. */
  report(): Report
  /**
   * Starts a calibration, which takes `RUN_MS`.
   * @throws Refusal with the codes of its Fault
   */
  calibrate(): void
  /**
   * Starts a test.
   * @throws Refusal with the codes of its Fault
   */
  test(): void
  /**
   * Calibrates without taking time, for the bench.
   * @throws Refusal like `calibrate`, and if nothing is heard
   */
  calibrateAtOnce(): void
  /** Discards the calibration. */
  forget(): void
  /** Called after every change of the report. */
  subscribe(fn: () => void): () => void
}

export interface SpeakerParts {
  database: Database
  clock: Clock
  wire: Wire
  plugged: { serial: string; world: Handled }
  product: Pick<Product, 'audio' | 'capabilities'>
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  sound: Pick<Sound, 'mix' | 'listen' | 'past'>
  events: Pick<EventBus, 'publish'>
  logToBench: LogToBench
  log: Log
}

/**
 * The loudspeaker of a device with a microphone. Reports its state to the board, now and after every
 * change.
 * @param deviceId for its events: the device's UUID
 */
export function openSpeaker(parts: SpeakerParts, deviceId: string): Speaker {
  const { database, clock, wire, parameters, sound, events, logToBench, log } = parts
  const stored = openRecord<Outcome>(database, 'speakerCalibration')
  const listeners = new Set<() => void>()
  let handled = parts.plugged.world
  let run: Run | undefined
  /** Whether the last result could not be stored. */
  let lost = false

  const outcome = () => stored.get() ?? UNCALIBRATED

  function report(): Report {
    const { status, tested, calibrated } = outcome()
    if (run) {
      return {
        SpeakerTestStatus: 'Pending',
        TestTimestamp: '',
        CalibrationTimestamp: run.kind === 'calibration' ? '' : calibrated,
      }
    }
    return {
      SpeakerTestStatus: handled.microphoneDisabled
        ? 'DisabledInHardware'
        : lost
          ? 'InternalError'
          : status,
      TestTimestamp: tested,
      CalibrationTimestamp: calibrated,
    }
  }

  function notify(): void {
    const { calibrated } = outcome()
    wire.send({ type: 'speaker', calibrated, status: report().SpeakerTestStatus })
    for (const fn of Array.from(listeners)) fn()
  }

  const periodFrom = (since: number): Period => ({ since, speaker: handled.speaker })

  /** The gains as they are; 0 for what is muted, disabled or not used by the duplex mode. */
  function gainNow(): Gain {
    const { outputFactor, inputFactor } = soundSettings(parts.product, parameters)
    return { output: outputFactor, input: inputFactor }
  }

  /** @throws Refusal if nothing can be measured */
  function check(kind: Kind): Gain {
    if (handled.microphoneDisabled) {
      throw fault('axast:DisabledInHardware', 'The microphone is disabled in hardware.')
    }
    if (run) throw fault('ter:Failure', 'A calibration or test is going on.')
    if (kind === 'test' && outcome().calibrated === '') {
      throw fault(
        'axast:DeviceNotCalibrated',
        'The Auto Speaker Test cannot be done without prior calibration.',
      )
    }
    const gain = gainNow()
    if (gain.output === 0) throw fault('ter:Failure', 'The output is off or muted.')
    if (gain.input === 0) throw fault('ter:Failure', 'The microphone is off or muted.')
    return gain
  }

  function start(kind: Kind): void {
    const gain = check(kind)
    lost = false
    const sweepAt = clock.monotonic() + LEAD_MS
    const begun: Run = {
      kind,
      gain,
      periods: [periodFrom(-LEAD_MS)],
      sweepAt,
      end: new AbortController(),
      hush: playSweep(sampleAt(sweepAt), gain),
    }
    run = begun
    notify()
    clock.wait(RUN_MS, begun.end.signal).then(
      () => finish(begun),
      () => undefined,
    )
  }

  /** People hear the sweep, too. @returns what ends it */
  function playSweep(began: number, gain: Gain): () => void {
    const samples = Float32Array.from(sweep())
    const factor = softened(gain)
    const unmix = sound.mix(
      playback({ samples, rate: TEST_RATE, began, plays: 1, factor, until: Infinity }),
    )
    // Calls are recorded only while somebody listens.
    const leave = sound.listen(() => {})
    return () => {
      unmix()
      leave()
    }
  }

  /** What has really been played and heard, clips, calls and people included. */
  function takeOf({ sweepAt }: Run): Take {
    const every = RATE / TEST_RATE
    const { played, around } = sound.past(sampleAt(sweepAt), RECORDED * every)
    const thinned = (samples: Float32Array) =>
      Float64Array.from({ length: RECORDED }, (_, index) => samples[index * every] ?? 0)
    return { played: thinned(played), around: thinned(around) }
  }

  /** The levels in a recording, for gains of 0 dB; undefined if the sweep is not heard. */
  function levelsIn(take: Take, periods: readonly Period[], gain: Gain): Levels | undefined {
    const factor = softened(gain)
    const sent = sweep().map((sample) => sample * factor)
    // Half a megabyte, which is needed for a moment.
    const room = roomOf(parts.plugged.serial)
    const { output, input } = gain
    const recorded = record({ ...take, periods, input, room, moment: clock.now() })
    return measure(recorded, sent)?.map((level) => level - 20 * Math.log10(output * input))
  }

  function finish(ended: Run): void {
    const { kind, periods, gain, hush } = ended
    run = undefined
    try {
      const levels = levelsIn(takeOf(ended), periods, gain)
      store(kind === 'calibration' ? calibratedBy(levels) : testedBy(levels))
    } catch (cause) {
      log.error({ err: cause }, 'the result of the speaker test could not be stored')
      lost = true
    }
    hush()
    notify()
  }

  /** With other gains than at the beginning there is nothing to compare. */
  function gainsChanged(): void {
    if (!run) return
    const now = gainNow()
    if (now.output === run.gain.output && now.input === run.gain.input) return
    log.warn({}, 'the gains were changed during the speaker test, so it has no result')
    abandon()
    lost = true
    notify()
  }

  /** Stores a result and tells of it. */
  function store({ next, entry, result }: Result): void {
    stored.put(next)
    logToBench(entry)
    if (result) {
      events.publish({
        topic: TOPICS.speakerTest,
        source: { DeviceUUID: deviceId },
        data: { SpeakerTestStatus: result },
      })
    }
  }

  const now = () => new Date(clock.now()).toISOString().replace(/\.\d+/, '')

  function calibratedBy(levels: Levels | undefined): Result {
    if (!levels) return { next: { ...UNCALIBRATED, status: 'Failed' }, entry: 'speaker.notHeard' }
    return {
      next: { status: 'Calibrated', tested: '', calibrated: now(), levels },
      entry: 'speaker.calibrated',
    }
  }

  function testedBy(levels: Levels | undefined): Result {
    const before = outcome()
    const result = levels && soundsLike(before.levels, levels) ? 'OK' : 'Failed'
    return {
      next: { ...before, status: result, tested: now() },
      entry: result === 'OK' ? 'speaker.passed' : 'speaker.failed',
      result,
    }
  }

  function abandon(): void {
    run?.end.abort()
    run?.hush()
    run = undefined
    lost = false
  }

  const stops = SOUND_GROUPS.map((group) => parameters.subscribe(group, gainsChanged))
  notify()

  return {
    report,
    stateRestored() {
      abandon()
      notify()
    },
    worldChanged(world) {
      const before = handled
      handled = world
      if (run && before.speaker !== world.speaker) {
        run.periods.push(periodFrom(clock.monotonic() - run.sweepAt))
      }
      if (before.microphoneDisabled === world.microphoneDisabled) return
      if (world.microphoneDisabled) abandon()
      notify()
    },
    calibrate: () => start('calibration'),
    test: () => start('test'),
    calibrateAtOnce() {
      const gain = check('calibration')
      const factor = softened(gain) * gain.output
      const played = sweep().map((sample) => sample * factor)
      const levels = levelsIn({ played }, [periodFrom(0)], gain)
      if (!levels) throw new Refusal('invalid', 'The microphone hears nothing of the loudspeaker.')
      lost = false
      store(calibratedBy(levels))
      notify()
    },
    forget() {
      abandon()
      stored.put(UNCALIBRATED)
      notify()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    close() {
      for (const stop of stops) stop()
      abandon()
    },
  }
}

/** The number of the sample at these milliseconds since the start of the device. */
const sampleAt = (at: number): number => Math.round((at * RATE) / 1000)

/** The factor with which a sweep is played so that its gain doesn't cut it off. */
const softened = ({ output }: Gain): number => Math.min(1, 1 / (AMPLITUDE * output))

interface Result {
  next: Outcome
  entry: 'speaker.calibrated' | 'speaker.notHeard' | 'speaker.passed' | 'speaker.failed'
  /** Of a test. */
  result?: 'OK' | 'Failed'
}

/** Source: the public speaker test service, "Fault codes". */
const fault = (code: string, reason: string) =>
  new Refusal('invalid', reason, ['env:Receiver', 'ter:Action', code])
