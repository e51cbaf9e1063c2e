import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitionsOf } from '../products/definitions.ts'
import { openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { finishRestore, planRestore } from './reset.ts'
import { openScheduleStore } from './schedules.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-schedules-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (diskFull = () => false) => openDatabase(join(folder, 'state.db'), { diskFull })
const FACTORY = ['weekdays', 'office_hours', 'after_hours', 'weekends'].map(
  (name) => `com.axis.schedules.${name}`,
)
const calendar = 'DTSTART:19700101T120000\nDTEND:19700101T130000\nRRULE:FREQ=DAILY'

/** The EventIDs after a start, in which `change` happens. */
function afterStart(change: (store: ReturnType<typeof openScheduleStore>) => void = () => {}) {
  const database = open()
  const store = openScheduleStore(database)
  change(store)
  const ids = store.all().map(({ eventId }) => eventId)
  database.close()
  return ids
}

test('the schedules of the factory are made once, and stay removed', () => {
  expect(afterStart()).toEqual(FACTORY)
  expect(
    afterStart((store) => {
      for (const id of FACTORY) store.remove(id)
    }),
  ).toEqual([])
  expect(afterStart()).toEqual([])
})

test('a restore of the factory values makes them again, and no other stays', () => {
  afterStart((store) => {
    store.remove('com.axis.schedules.weekends')
    store.add({ name: 'Lunch', calendar })
  })
  const database = open()
  planRestore(database)
  finishRestore(database, definitionsOf(productCalled('A8307-E')))
  database.close()
  expect(afterStart()).toEqual(FACTORY)
})

test('EventIDs count on over starts', () => {
  const lunch = (store: ReturnType<typeof openScheduleStore>) => {
    const id = store.add({ name: 'Lunch', calendar })
    store.remove(id)
  }
  afterStart(lunch)
  afterStart(lunch)
  expect(afterStart((store) => void store.add({ name: 'Lunch', calendar }))).toEqual([
    ...FACTORY,
    'com.axis.schedules.genid.id-2',
  ])
})

test('a snapshot from before there were schedules gets those of the factory', () => {
  const snapshot = join(folder, 'snapshot.db')
  const older = openDatabase(snapshot, {
    migrations: MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex((one) => one.includes('TABLE schedules')),
    ),
  })
  older.close()
  const database = open()
  const store = openScheduleStore(database)
  store.add({ name: 'Lunch', calendar })
  database.restore(snapshot)
  expect(store.all().map(({ eventId }) => eventId)).toEqual(FACTORY)
  database.close()
})

test('a full disk keeps no device from starting; the next start makes them', () => {
  open().close()
  const database = open(() => true)
  expect(openScheduleStore(database).all()).toEqual([])
  database.close()
  expect(afterStart()).toEqual(FACTORY)
})
