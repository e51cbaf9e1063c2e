import {
  addRecipient,
  getRecipients,
  RECIPIENTS_MAX,
  removeRecipient,
  testRecipient,
  updateRecipient,
} from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import type { Stored } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { ActionFailure } from '../../engines/action-rules/types.ts'
import type { StoredRecipient } from '../../state/action-rules.ts'
import type { Service } from '../service.ts'
import { expectRecipient } from './check.ts'

/** Tests that run at the same time. */
const TESTS_MAX = 4

/** To whom action rules send. Own design. */
export const recipientService: Service = (device) => {
  const { actionRuleStore: store, events, delivery } = device
  const { recipients } = store
  const closed = new AbortController()
  let tests = 0
  const unsubscribe = recipients.subscribe((ids) => events.changed('recipients', ids))

  const rowOf = ({ secrets, ...stored }: Stored<StoredRecipient>): Recipient => ({
    ...stored,
    secrets: Object.keys(secrets),
    usedBy: store.rulesOf(stored.id).length,
  })

  function checkName(name: string, own?: string): void {
    const same = recipients.findBy('name', name)
    if (same && same.id !== own) throw new Refusal('invalid', 'This name is in use.')
  }

  return {
    calls: [
      serve(getRecipients, (request) => {
        const page = recipients.page(request)
        return { ...page, items: page.items.map(rowOf) }
      }),
      serveChange(addRecipient, ({ name, template, parameters }) => {
        expectRecipient(device, { name, template, parameters }, [])
        checkName(name)
        if (recipients.count() >= RECIPIENTS_MAX) {
          throw new Refusal('invalid', `The device keeps at most ${RECIPIENTS_MAX} recipients.`)
        }
        return store.change(() =>
          rowOf(recipients.add({ name, template, ...store.seal(template, parameters) })),
        )
      }),
      serveChange(updateRecipient, ({ id, version, name, template, parameters }) => {
        const before = recipients.find(id)
        const kept = before?.template === template ? before : undefined
        expectRecipient(device, { name, template, parameters }, Object.keys(kept?.secrets ?? {}))
        checkName(name, id)
        if (before && before.template !== template && store.rulesOf(id).length > 0) {
          throw new Refusal('invalid', 'Action rules send to it, so its type has to stay.')
        }
        return store.change(() => {
          const sealed = store.seal(template, parameters, kept)
          return rowOf(recipients.update(id, { name, template, ...sealed }, version))
        })
      }),
      serveChange(removeRecipient, ({ id, version }) => {
        if (store.rulesOf(id).length > 0) {
          throw new Refusal('invalid', 'Action rules send to this recipient.')
        }
        store.change(() => recipients.remove(id, version))
        return {}
      }),
      serve(testRecipient, async ({ id, template, parameters }) => {
        const stored = id === undefined ? undefined : recipients.find(id)
        const kept = stored?.template === template ? stored : undefined
        const secrets = Object.keys(kept?.secrets ?? {})
        expectRecipient(device, { name: 'Test', template, parameters }, secrets)
        const known = kept ? store.recipientValues(kept) : {}
        const values = Object.fromEntries(secrets.map((name) => [name, known[name] ?? '']))
        if (tests >= TESTS_MAX) throw new Refusal('busy', 'Too many tests are running.')
        tests += 1
        try {
          const to = { template, parameters: { ...values, ...parameters } }
          const detail = await delivery.test(to, closed.signal)
          return { ok: true, detail }
        } catch (cause) {
          if (!(cause instanceof ActionFailure)) throw cause
          return { ok: false, reason: cause.reason, detail: cause.detail }
        } finally {
          tests -= 1
        }
      }),
    ],
    close() {
      closed.abort()
      unsubscribe()
    },
  }
}
