import { actionTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionTemplate } from '@lintel/contract/action-rules/templates'
import type { Stored } from '@lintel/contract/collection'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import { openActionJobs } from '../../state/action-jobs.ts'
import type { ActionLog } from '../../state/action-log.ts'
import type { ActionRuleStore, StoredConfiguration, StoredRule } from '../../state/action-rules.ts'
import type { Database } from '../../state/database.ts'
import type { Engine } from '../engine.ts'
import { failureOf, openDeliveries } from './deliveries.ts'
import type { Try } from './deliveries.ts'
import { openLogWriter } from './log-writer.ts'
import { openLocalRuns } from './local-runs.ts'
import { openLoops } from './loops.ts'
import { makeParcel, withInitial } from './parcels.ts'
import { openRate } from './rate.ts'
import { ActionFailure } from './types.ts'
import type { LocalAction, Parcel, Values } from './types.ts'
import { openWatch } from './watch.ts'

/** Carries out action rules: watches events, runs actions, delivers, and logs how it ended. */
export interface ActionRules extends Engine {
  start(): void
  stateRestored(): void
  /**
   * Runs the action of a rule once, whatever its conditions.
   * @throws Refusal `absent`
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
  /** Replaces modifiers in a text. */
  expand: (text: string) => string
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

interface LoadedRule extends Stored<StoredRule> {
  action: ActionTemplate
  configured: Stored<StoredConfiguration>
}

export function openActionRules(parts: ActionRuleParts, effects: ActionEffects): ActionRules {
  const { actionRuleStore: store, actionLog, database, clock, events, log, logToBench } = parts
  const loops = openLoops()
  const rate = openRate()
  const writer = openLogWriter(parts)
  const runs = openLocalRuns(parts)
  /** Since the device has started; what was before is in the log. */
  const starts = new Map<string, string>()
  let rules = new Map<string, LoadedRule>()
  let started = false

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
  const watch = openWatch({
    current: () => events.current(),
    onStart,
    onEnd: (id) => runs.endLasting(id),
  })

  function forget(rule: string): void {
    runs.forget(rule)
    loops.forget(rule)
    rate.forget(rule)
  }

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

  function onStart(id: string, event: DeviceEvent | undefined): void {
    const rule = rules.get(id)
    if (!rule) return
    const now = clock.monotonic()
    if (loops.isLoop(id, now)) {
      stop(rule, event)
      return
    }
    const isFull = rule.action.isDelivery
      ? !deliveries.hasRoom(id)
      : runs.isFull(id, rule.action.runs === 'unlimited')
    if (isFull || !rate.take(id, now)) {
      writer.dropped(entry(rule, event?.topic ?? ''))
      return
    }
    begin(rule, event, rule.delay * 1000)
  }

  /** Stops a rule that started itself, until somebody saves or enables it. */
  function stop(rule: LoadedRule, event: DeviceEvent | undefined): void {
    log.warn({ rule: rule.name }, 'action rule stopped, because it started itself')
    logToBench('rule.stopped', { name: rule.name })
    writer.write({ ...entry(rule, event?.topic ?? ''), at: isoNow(), result: 'stopped', count: 1 })
    rules.delete(rule.id)
    watch.load(watched())
    // Not within the event, which may be published in somebody's transaction.
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
    starts.set(rule.id, isoNow())
    const work = rule.action.isDelivery
      ? prepare(rule, event, delay)
      : loops.follow(rule.id, () => runLocally(rule, event, delay, tried))
    work.catch((cause: unknown) => log.error({ err: cause, rule: rule.name }, 'action rule failed'))
  }

  /** Makes what is to be delivered, as it is at the time of the event, and stores it. */
  async function prepare(rule: LoadedRule, event: DeviceEvent | undefined, delay: number) {
    const topic = event?.topic ?? ''
    const signal = runs.signalOf(rule.id)
    const { template } = rule.configured
    try {
      const sends = rule.action.needs === 'camera'
      const picture = sends ? await effects.picture(signal) : undefined
      const values = withInitial(template, store.configurationValues(rule.configured))
      const { expand } = effects
      const parcel = makeParcel({ template, rule: rule.name, event, values, expand, picture })
      if (!rules.has(rule.id)) return
      deliveries.add({ rule: rule.id, parcel, topic, failures: 0, due: clock.now() + delay })
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
    }
  }

  async function runLocally(
    rule: LoadedRule,
    event: DeviceEvent | undefined,
    delay: number,
    tried: boolean,
  ): Promise<void> {
    const { template } = rule.configured
    const topic = event?.topic ?? ''
    const begun = new Date(clock.now() + delay).toISOString()
    const outcome = await runs.run({
      rule: { id: rule.id, name: rule.name },
      event,
      act: effects.local.get(template),
      parameters: withInitial(template, store.configurationValues(rule.configured)),
      lasts: rule.action.runs === 'unlimited',
      delay,
      tried,
      onLong: () => writer.write({ ...entry(rule, topic), at: begun, result: 'started', count: 1 }),
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
        starts.delete(id)
        deliveries.forget(id)
      } else if (
        now.version !== rule.version ||
        now.configured.version !== rule.configured.version
      ) {
        forget(id)
        // What was made for one kind of recipient means nothing to another.
        if (now.configured.template !== rule.configured.template) deliveries.forget(id)
      }
    }
    watch.load(watched())
  }

  const unsubscribes = [
    store.subscribe(() => {
      if (started) load()
    }),
    actionLog.subscribe(() => events.changed('actionLog')),
  ]
  const unhear = events.subscribe((event) => {
    if (started) watch.hear(event)
  })

  return {
    start() {
      started = true
      rules = read()
      deliveries.start()
      watch.load(watched())
    },
    stateRestored() {
      for (const id of rules.keys()) forget(id)
      starts.clear()
      rules = read()
      deliveries.reload()
      watch.load(watched())
    },
    run(id) {
      const rule = rules.get(id)
      if (!rule) throw new Refusal('absent', 'The action rule was not found.')
      if (rule.action.isDelivery && !deliveries.hasRoom(id)) {
        throw new Refusal('busy', 'The rule still has too much to deliver.')
      }
      begin(rule, undefined, 0, true)
    },
    waiting: () => deliveries.waiting(),
    lastStarts: () => new Map([...actionLog.lastStarts(), ...starts]),
    flushLog: () => writer.flush(),
    close() {
      started = false
      for (const stop of [...unsubscribes, unhear]) stop()
      for (const id of rules.keys()) forget(id)
      deliveries.close()
      writer.close()
    },
  }
}

/** A full disk is something that people can understand. */
const notStored = (cause: unknown): unknown =>
  cause instanceof Refusal && cause.reason === 'storage'
    ? new ActionFailure('noSpace', cause.message)
    : cause
