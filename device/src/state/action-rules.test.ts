import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openActionRuleStore } from './action-rules.ts'
import { openDatabase } from './database.ts'
import { openSecretBox } from './secret-box.ts'

const MAIL = 'com.axis.recipient.smtp'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-rules-'))
  const path = join(folder, 'state.db')
  const database = openDatabase(path)
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  return {
    store: openActionRuleStore(database, openSecretBox(join(folder, 'keys'))),
    /** All that is on the disk. */
    onDisk: () =>
      ['', '-wal']
        .map((end) => path + end)
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, 'latin1'))
        .join(''),
  }
}

test('a secret that was replaced leaves no trace, not even a sealed one', () => {
  const { store, onDisk } = open()
  const seal = (password: string) => store.seal(MAIL, { host: 'mail', password })
  const add = () => store.recipients.add({ name: 'Guard', template: MAIL, ...seal('open sesame') })
  const before = store.change(add)
  const { password: sealed = '' } = before.secrets
  expect(onDisk()).toContain(sealed)
  expect(onDisk()).not.toContain('sesame')
  store.change(() => store.recipients.update(before.id, seal('new')))
  expect(onDisk()).not.toContain(sealed)
  const after = store.recipients.find(before.id) ?? expect.fail('it is gone')
  expect(store.recipientValues(after)).toEqual({ host: 'mail', password: 'new' })
})

test('secrets that are not given stay, and empty ones go', () => {
  const { store } = open()
  const before = { name: '', template: MAIL, ...store.seal(MAIL, { password: 'old' }) }
  const values = (given: Record<string, string>) =>
    store.recipientValues({ ...before, ...store.seal(MAIL, given, before) })
  expect(values({ host: 'mail' })).toEqual({ host: 'mail', password: 'old' })
  expect(values({ password: '' })).toEqual({})
  expect(values({ password: 'new', unknown: 'x' })).toEqual({ password: 'new' })
})
