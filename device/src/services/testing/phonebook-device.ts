import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished } from 'vitest'
import { createFakeAgent, servicesWith } from '../../engines/telephone/testing/fake-agent.ts'
import { phonebookService } from '../phonebook/phonebook.ts'
import type { Service } from '../service.ts'
import { openTestDevice } from './test-device.ts'

/** What a test knows of an entry. */
export type Entry = Omit<PhonebookEntry, 'version'> & { version: string }

/**
 * A device with the phonebook, whose calls a fake agent takes.
 * @param others further services
 */
export async function openPhonebookDevice(number = 'A8307-E', others: readonly Service[] = []) {
  const agent = createFakeAgent()
  const device = await openTestDevice(
    [servicesWith([phonebookService, ...others], agent)],
    undefined,
    productCalled(number),
  )
  onTestFinished(() => device.close())
  device.makeAccounts()
  const post = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    device.fetch('/vapix/axdsapi', {
      as: 'root',
      method: 'POST',
      headers,
      body: JSON.stringify({ [`axdsapi:${operation}`]: input }),
    })
  /** The answer to an operation that succeeds. */
  async function ask(operation: string, input: object = {}) {
    const answer = await post(operation, input)
    const body: unknown = await answer.json()
    expect([answer.status, body], operation).toEqual([200, body])
    return body
  }
  const entries = async (filter: object | string = {}) =>
    ((await ask('GetPhonebookEntries', { filter })) as { phonebookEntries: Entry[] })
      .phonebookEntries
  return {
    device,
    agent,
    post,
    entries,
    /** The entry with this id. */
    async entry(id: string) {
      const [found] = await entries({ ids: [id] })
      return found
    },
    /** Stores entries, and returns their ids. */
    set: async (...phonebookEntries: object[]) =>
      ((await ask('SetPhonebookEntries', { phonebookEntries })) as { ids: string[] }).ids,
    remove: async (...ids: string[]) => void (await ask('RemovePhonebookEntries', { ids })),
    /** Why entries are refused. */
    async refusal(...phonebookEntries: object[]) {
      const answer = await post('SetPhonebookEntries', { phonebookEntries })
      expect(answer.status).not.toBe(200)
      return ((await answer.json()) as { FaultMsg: string }).FaultMsg
    },
    /** A page of one of the lists, by the last part of its path. */
    async list(name: string, query: Record<string, string> = {}) {
      const path = `/lintel/phonebook/${name}?${new URLSearchParams(query).toString()}`
      return JSON.parse(await device.text(path, { as: 'root' })) as {
        items: Record<string, unknown>[]
        total: number
        version: string
      }
    },
  }
}

/** An organisation with two contacts, one of them in a department, and a call group of both. */
export const HOUSE = [
  { id: 'house', type: 'Organization', label: 'House', childIds: ['ada', 'labs', 'all'] },
  {
    id: 'ada',
    type: 'Person',
    firstName: 'Ada',
    lastName: 'Lovelace',
    keyTrigger: '1',
    callInformation: [{ type: 'SIP', address: 'sip:ada@127.0.0.1', accountid: '' }],
    childIds: ['ada-fallback'],
  },
  { id: 'ada-fallback', type: 'Fallback', childIds: ['bob'] },
  { id: 'labs', type: 'Group', label: 'Labs', childIds: ['bob'] },
  {
    id: 'bob',
    type: 'Person',
    firstName: 'Bob',
    lastName: '',
    keyTrigger: '2',
    callInformation: [{ type: 'VMS' }],
    organisationId: 'house',
  },
  {
    id: 'desk',
    type: 'CallInfo',
    callInformation: [{ type: 'SIP', address: 'sip:desk@127.0.0.1' }],
  },
  {
    id: 'all',
    type: 'Rule',
    label: 'All',
    triggerType: 'Key',
    keyTrigger: '3',
    childIds: ['ada', 'desk', 'bob'],
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  },
] as const
