import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { onTestFinished } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { createEventBus } from '../../../events/bus.ts'
import { openActionLog } from '../../../state/action-log.ts'
import { openActionRuleStore } from '../../../state/action-rules.ts'
import type { StoredRule } from '../../../state/action-rules.ts'
import { openDatabase } from '../../../state/database.ts'
import { openSecretBox } from '../../../state/secret-box.ts'
import { openActionRules } from '../action-rules.ts'
import type { ActionEffects } from '../action-rules.ts'
import type { LocalAction, LocalRun, Parcel, Values } from '../types.ts'

export const MAIL = 'com.axis.action.fixed.notification.smtp'
export const MAIL_PICTURE = 'com.axis.action.fixed.send_images.smtp'
export const PULSE = 'com.axis.action.fixed.io.toggle'
export const SWITCH = 'com.axis.action.unlimited.io.toggle'

export const PRESSED = { topic: RULE_TOPICS.callButton, items: [] }
export const AT_NIGHT = {
  topic: RULE_TOPICS.schedule,
  items: [
    { name: 'id', value: 'night' },
    { name: 'active', value: '1' },
  ],
}

/** An action of the device that goes on until it has to stop. */
export function lastingAction() {
  const runs: LocalRun[] = []
  const act = (run: LocalRun) =>
    new Promise<string>((resolve) => {
      runs.push(run)
      run.until.addEventListener('abort', () => resolve('ended'), { once: true })
    })
  return { runs, act, going: () => runs.filter(({ until }) => !until.aborted).length }
}

export interface Delivered {
  template: string
  values: Values
  parcel: Parcel
  topic: string
}

/** Engines on one database, one after the other, as power cuts make them. */
export function openRuleRig() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-rules-'))
  const clock = startClock({ host: { now: () => Date.UTC(2026, 10, 27, 21), monotonic: () => 0 } })
  const events = createEventBus(() => clock.now())
  const published: DeviceEvent[] = []
  events.subscribe((event) => published.push(event))
  const sent: Delivered[] = []
  const benchLog: unknown[] = []
  const errors: object[] = []
  let diskFull = false
  /** Deliveries that got a number. */
  let numbered = 0
  /** What becomes of deliveries, by the name of the recipient's host; by default they arrive. */
  const fates = new Map<string, (signal: AbortSignal) => Promise<string>>()
  const local = new Map<string, LocalAction>()
  /** Takes pictures. */
  const camera: { take: ActionEffects['picture'] } = {
    take: () => Promise.resolve(Uint8Array.of(0xff, 0xd8)),
  }

  const effects: ActionEffects = {
    local,
    async deliver(delivery, signal) {
      sent.push(delivery)
      return (await fates.get(delivery.values['host'] ?? '')?.(signal)) ?? ''
    },
    picture: (signal) => camera.take(signal),
    modifiers() {
      const number = (numbered += 1)
      return (text) => text.replaceAll('%F-%H-%M-%S', 'now').replaceAll('#s', String(number))
    },
  }

  function powerOn() {
    const database = openDatabase(join(folder, 'state.db'), { diskFull: () => diskFull })
    const store = openActionRuleStore(database, openSecretBox(join(folder, 'keys')))
    const actionLog = openActionLog(database)
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (facts: object) => void errors.push(facts),
    }
    const rules = openActionRules(
      {
        actionRuleStore: store,
        actionLog,
        database,
        clock,
        events,
        log,
        logToBench: (...entry) => benchLog.push(entry),
      },
      effects,
    )
    return { database, store, actionLog, rules }
  }
  let on = powerOn()
  const powerOff = () => {
    on.rules.close()
    on.database.close()
  }
  onTestFinished(() => {
    powerOff()
    rmSync(folder, { recursive: true })
  })

  return {
    clock,
    events,
    published,
    sent,
    benchLog,
    errors,
    fates,
    local,
    camera,
    get store() {
      return on.store
    },
    get rules() {
      return on.rules
    },
    start: () => on.rules.start(),
    powerCut() {
      powerOff()
      on = powerOn()
      on.rules.start()
    },
    fillDisk(full: boolean) {
      diskFull = full
    },
    /** Adds a rule with its action, and returns its id. */
    add(
      action: { template: string; parameters?: Values; recipient?: string },
      rule: Partial<StoredRule> = {},
    ): string {
      const { template, parameters = { host: 'up' }, recipient = '' } = action
      return on.store.change(() => {
        const name = rule.name ?? `Rule ${on.store.rules.count() + 1}`
        const { id } = on.store.configurations.add({
          name,
          template,
          recipient,
          ...on.store.seal(template, parameters),
        })
        return on.store.rules.add({
          name,
          enabled: true,
          start: PRESSED,
          conditions: [],
          delay: 0,
          retries: 2,
          stopped: false,
          ...rule,
          configuration: id,
        }).id
      })
    },
    press: () => events.publish({ topic: RULE_TOPICS.callButton, source: {}, data: {} }),
    night: (active: boolean) =>
      events.publish(
        {
          topic: RULE_TOPICS.schedule,
          source: { id: 'night' },
          data: { active: active ? '1' : '0' },
        },
        'state',
      ),
    /** The log, oldest first: rule, result and reason or detail. */
    log() {
      on.rules.flushLog()
      const { items } = on.actionLog.page({ limit: 500 })
      return items.map(({ rule, result, reason, detail, count }) => ({
        rule,
        result,
        why: reason ?? detail,
        count,
      }))
    },
    /** What started the entries of the log, oldest first. */
    topics: () => on.actionLog.page({ limit: 500 }).items.map(({ topic }) => topic),
    /** Lets what has been started go on, without time passing. */
    async settle() {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
