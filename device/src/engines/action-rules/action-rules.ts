import { actionTemplate } from '@lintel/contract/action-rules/templates'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import { openActionJobs } from '../../state/action-jobs.ts'
import type { ActionLog } from '../../state/action-log.ts'
import type { ActionRuleStore } from '../../state/action-rules.ts'
import type { Database } from '../../state/database.ts'
import type { Engine } from '../engine.ts'
import { failureOf, openDeliveries } from './deliveries.ts'
import type { Try } from './deliveries.ts'
import { openHearing } from './hearing.ts'
import { openLogWriter } from './log-writer.ts'
import { openLocalRuns } from './local-runs.ts'
import { openLoops } from './loops.ts'
import { makeParcel, withInitial } from './parcels.ts'
import { openRate } from './rate.ts'
import { openStarts } from './starts.ts'
import type { LoadedRule, Start } from './starts.ts'
import { ActionFailure } from './types.ts'
import type { LocalAction, Parcel, Values } from './types.ts'
import { openWatch } from './watch.ts'

/** Carries out action rules: watches events, runs actions, delivers, and logs how it ended. */
export interface ActionRules extends Engine {
  start(): void
  stateRestored(): void
  /**
   * Runs the action of a rule once, whatever its conditions.
   * @throws Refusal `absent`; `busy` if it still has too much to do
   */
  run(rule: string): void
  /** Deliveries that wait or are under way. */
  waiting(): number
  /** When each rule last started (ISO 8601), by its id. */
  lastStarts(): ReadonlyMap<string, string>
  /** Writes the log now, for those who are about to read it. */
  flushLog(): void
  close(): void
}

/** What actions need from the rest of the device. */
export interface ActionEffects {
  /** Actions of the device itself, by the token of their template. */
  local: ReadonlyMap<string, LocalAction>
  /**
   * Delivers a parcel as the template says.
   * @param values of the action and its recipient, with secrets
   */
  deliver(
    delivery: { template: string; values: Values; parcel: Parcel; topic: string },
    signal: AbortSignal,
  ): Promise<string>
  /** Takes a picture. @throws ActionFailure `notPossible` without a camera */
  picture(signal: AbortSignal): Promise<Uint8Array>
  /** Replaces modifiers in the texts of one delivery, as they are now. */
  modifiers(): (text: string) => string
}

export interface ActionRuleParts {
  actionRuleStore: ActionRuleStore
  actionLog: ActionLog
  database: Database
  clock: Clock
  events: EventBus
  log: Log
  logToBench: LogToBench
}

export function openActionRules(parts: ActionRuleParts, effects: ActionEffects): ActionRules {
  const { actionRuleStore: store, actionLog, database, clock, events, log, logToBench } = parts
  const loops = openLoops()
  const rate = openRate()
  const writer = openLogWriter(parts)
  const runs = openLocalRuns(parts)
  /** Since the device has started; what was before is in the log. */
  const begun = new Map<string, string>()
  let rules = new Map<string, LoadedRule>()
  let started = false
  /** Aborted when the device closes, or all stored state is replaced. */
  let over = new AbortController()

  const deliveries = openDeliveries({
    jobs: openActionJobs(database),
    clock,
    log,
    retriesOf: (rule) => rules.get(rule)?.retries,
    async send({ rule: id, parcel, topic }, signal) {
      const rule = rules.get(id)
      if (!rule) throw new ActionFailure('notFound')
      const { template } = rule.configured
      const values = store.configurationValues(rule.configured)
      return loops.follow(id, () => effects.deliver({ template, values, parcel, topic }, signal))
    },
    onTry: tell,
  })
  const starts = openStarts({
    clock,
    loops,
    rate,
    runs,
    ruleNow: (id) => rules.get(id),
    isFull,
    isHeld: (id) => watch.isHeld(id),
    begin: ({ rule, event }) => begin(rule, event, rule.delay * 1000),
    stop,
    dropped: ({ rule, event }) => writer.dropped(entry(rule, causeOf(rule, event))),
  })
  const watch = openWatch({
    current: () => events.current(),
    onStart(id, event) {
      const rule = rules.get(id)
      // One that was stopped just now is watched until that is stored.
      if (rule && !rule.stopped) starts.start({ rule, event })
    },
    onEnd: (id) => runs.endLasting(id),
  })

  function forget(rule: string): void {
    runs.forget(rule)
    loops.forget(rule)
    rate.forget(rule)
    starts.forget(rule)
  }

  function isFull({ id, action }: LoadedRule): boolean {
    return action.isDelivery ? !deliveries.hasRoom(id) : runs.isFull(id)
  }

  const isoNow = () => new Date(clock.now()).toISOString()

  function tell({ job, result, failure, detail }: Try): void {
    const rule = rules.get(job.rule)
    if (!rule) return
    const now = clock.monotonic()
    if (result !== 'retrying') loops.ended(rule.id, now)
    const count = result === 'done' ? job.failures + 1 : job.failures
    writer.write({
      ...entry(rule, job.topic),
      at: isoNow(),
      result,
      reason: failure?.reason,
      detail,
      count,
    })
    if (result === 'done') logToBench('rule.done', { name: rule.name })
    else if (result === 'failed') tellFailure(rule, failure ?? new ActionFailure('internal'))
  }

  function tellFailure(rule: LoadedRule, failure: ActionFailure): void {
    log.warn({ rule: rule.name, reason: failure.reason, detail: failure.detail }, 'action failed')
    logToBench('rule.failed', { name: rule.name, reason: failure.message })
    const description = `${rule.name}: ${failure.message}`
    events.publish({ topic: RULE_TOPICS.actionFailed, source: {}, data: { description } })
  }

  /** Stops a rule that started itself, until somebody saves or enables it. */
  function stop({ rule, event }: Start): void {
    log.warn({ rule: rule.name }, 'action rule stopped, because it started itself')
    logToBench('rule.stopped', { name: rule.name })
    writer.write({
      ...entry(rule, causeOf(rule, event)),
      at: isoNow(),
      result: 'stopped',
      count: 1,
    })
    rules.set(rule.id, { ...rule, stopped: true })
    runs.endLasting(rule.id)
    // Not while the watch looks through its rules, which this changes.
    setImmediate(() => {
      try {
        if (started && store.rules.find(rule.id)?.version === rule.version) {
          store.rules.update(rule.id, { stopped: true })
        }
      } catch (cause) {
        log.error({ err: cause, rule: rule.name }, 'could not store that a rule was stopped')
      }
    })
  }

  function begin(rule: LoadedRule, event: DeviceEvent | undefined, delay: number, tried = false) {
    loops.began(rule.id)
    begun.set(rule.id, isoNow())
    const work = rule.action.isDelivery
      ? prepare(rule, event, delay, tried)
      : loops.follow(rule.id, () => runLocally(rule, event, delay, tried))
    work.catch((cause: unknown) => log.error({ err: cause, rule: rule.name }, 'action rule failed'))
  }

  /** Makes what is to be delivered, as it is at the time of the event, and stores it. */
  async function prepare(
    rule: LoadedRule,
    event: DeviceEvent | undefined,
    delay: number,
    tried: boolean,
  ): Promise<void> {
    const topic = event?.topic ?? ''
    const { signal } = over
    const { template } = rule.configured
    const leaveRoom = deliveries.reserve(rule.id)
    try {
      const values = withInitial(template, store.configurationValues(rule.configured))
      const expand = effects.modifiers()
      const due = clock.now() + delay
      const sends = rule.action.needs === 'camera'
      const picture = sends ? await effects.picture(signal) : undefined
      const parcel = makeParcel({ template, rule: rule.name, event, values, expand, picture })
      // A rule that was changed meanwhile still delivers what it was started for.
      const now = rules.get(rule.id)
      if (signal.aborted || now?.configured.template !== template) return
      if (!now.enabled && rule.enabled) return
      deliveries.add({ rule: rule.id, parcel, topic, failures: 0, due }, tried)
    } catch (cause) {
      if (signal.aborted) return
      const failure = failureOf(notStored(cause), log)
      loops.ended(rule.id, clock.monotonic())
      const told = { at: isoNow(), result: 'failed', count: 1 } as const
      writer.write({
        ...entry(rule, topic),
        ...told,
        reason: failure.reason,
        detail: failure.detail,
      })
      tellFailure(rule, failure)
    } finally {
      leaveRoom()
    }
  }

  async function runLocally(
    rule: LoadedRule,
    event: DeviceEvent | undefined,
    delay: number,
    tried: boolean,
  ): Promise<void> {
    const { template } = rule.configured
    const topic = tried ? '' : causeOf(rule, event)
    const at = new Date(clock.now() + delay).toISOString()
    const outcome = await runs.run({
      rule: { id: rule.id, name: rule.name },
      event,
      act: effects.local.get(template),
      parameters: withInitial(template, store.configurationValues(rule.configured)),
      lasts: rule.action.runs === 'unlimited',
      delay,
      tried,
      onLong: () => writer.write({ ...entry(rule, topic), at, result: 'started', count: 1 }),
    })
    loops.ended(rule.id, clock.monotonic())
    if (!outcome || !started) return
    const { failure, detail } = outcome
    const result = failure ? 'failed' : 'done'
    const told = { at: isoNow(), result, reason: failure?.reason, detail, count: 1 } as const
    writer.write({ ...entry(rule, topic), ...told })
    if (failure) tellFailure(rule, failure)
    else logToBench('rule.done', { name: rule.name })
  }

  function read(): Map<string, LoadedRule> {
    const found = new Map<string, LoadedRule>()
    for (const rule of store.rules.all()) {
      const configured = store.configurations.find(rule.configuration)
      const action = configured && actionTemplate(configured.template)
      if (action) found.set(rule.id, { ...rule, action, configured })
    }
    return found
  }

  const watched = () =>
    Array.from(rules.values())
      .filter(({ enabled, stopped }) => enabled && !stopped)
      .map(({ id, version, configured, start, conditions, action }) => ({
        id,
        version: `${version} ${configured.version}`,
        start,
        conditions,
        unlimited: action.runs === 'unlimited',
      }))

  /** Adopts the stored rules; what changed ends what it was doing. */
  function load(): void {
    const before = rules
    rules = read()
    for (const [id, rule] of before) {
      const now = rules.get(id)
      if (!now) {
        forget(id)
        begun.delete(id)
        deliveries.forget(id)
      } else if (
        now.version !== rule.version ||
        now.configured.version !== rule.configured.version
      ) {
        forget(id)
        // What was made for one kind of recipient means nothing to another.
        if (now.configured.template !== rule.configured.template) deliveries.forget(id)
        else if (rule.enabled && !now.enabled) cancel(now)
      }
    }
    watch.load(watched())
  }

  /** What a rule still had to deliver when it was disabled is not delivered. */
  function cancel(rule: LoadedRule): void {
    const count = deliveries.forget(rule.id)
    if (count === 0) return
    const detail = `The rule was disabled: ${count} not delivered.`
    const told = { at: isoNow(), result: 'failed', reason: 'notPossible', count: 1 } as const
    writer.write({ ...entry(rule, ''), ...told, detail })
  }

  const hearing = openHearing({
    events,
    log,
    watch: {
      hear(event, kind) {
        if (started) watch.hear(event, kind)
      },
      forget(state) {
        if (started) watch.forget(state)
      },
    },
  })
  const unsubscribes = [
    store.subscribe(() => {
      if (!started) return
      hearing.catchUp()
      load()
    }),
    actionLog.subscribe(() => events.changed('actionLog')),
  ]

  return {
    start() {
      hearing.drop()
      started = true
      rules = read()
      deliveries.start()
      watch.load(watched())
    },
    stateRestored() {
      hearing.drop()
      over.abort(new Error('All state was replaced.'))
      over = new AbortController()
      for (const id of rules.keys()) forget(id)
      begun.clear()
      rules = read()
      deliveries.reload()
      watch.load(watched())
    },
    run(id) {
      const rule = rules.get(id)
      if (!rule) throw new Refusal('absent', 'The action rule was not found.')
      if (isFull(rule)) throw new Refusal('busy', 'The rule still has too much to do.')
      begin(rule, undefined, 0, true)
    },
    waiting: () => deliveries.waiting(),
    lastStarts: () => new Map([...actionLog.lastStarts(), ...begun]),
    flushLog: () => writer.flush(),
    close() {
      started = false
      over.abort(new Error('The device closes.'))
      hearing.close()
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const id of rules.keys()) forget(id)
      deliveries.close()
      writer.close()
    },
  }
}

/**
 * The topic of what started a rule. Without an event everything held already when the rules were loaded:
 * that is what the rule is about.
 */
const causeOf = ({ start, conditions }: LoadedRule, event: DeviceEvent | undefined): string =>
  event?.topic ?? (start ?? conditions[0])?.topic ?? ''

function entry(rule: LoadedRule, topic: string) {
  return {
    ruleId: rule.id,
    rule: rule.name,
    topic,
    template: rule.configured.template,
    reason: undefined,
    detail: '',
  }
}

/** A full disk is something that people can understand. */
const notStored = (cause: unknown): unknown =>
  cause instanceof Refusal && cause.reason === 'storage'
    ? new ActionFailure('noSpace', cause.message)
    : cause
