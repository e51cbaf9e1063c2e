import { randomUUID } from 'node:crypto'
import type { CsvColumn, CsvRow } from '@lintel/contract/calls/phonebook-files'
import { fold } from '@lintel/contract/fold'
import type { CallInformation, WrittenEntry } from '@lintel/contract/phonebook-entries'
import { callAddress } from '@lintel/contract/rules/call-button'
import {
  fullName,
  name,
  needsSpeedDial,
  organisationLabel,
  speedDial,
} from '@lintel/contract/rules/phonebook'
import { problem, required } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'
import type { Device } from '../../device.ts'
import type { StoredEntry } from '../../state/phonebook/rows.ts'
import type { CsvLine } from './csv-lines.ts'

/** What the rows of a file do to the phonebook, one after the other. */
export interface CsvBook {
  take(line: CsvLine): CsvRow
  /** The labels of organisations that rows have added. */
  newOrganisations(): string[]
  /** The entries that the rows taken so far change or add. */
  entries(): WrittenEntry[]
}

/** A department, and who is in it. */
interface Department {
  id: string
  label: string
  organisation: string
  members: Set<string>
  changed: boolean
}

/** Contacts are the same if organisation and names are, whatever their case and accents. */
const keyOf = (...parts: string[]): string => parts.map(fold).join('\n')

export function openCsvBook({
  phonebook,
  sipAccounts,
  product,
}: Pick<Device, 'phonebook' | 'sipAccounts' | 'product'>): CsvBook {
  const { callKeypad = false } = product.capabilities ?? {}
  const dialRule = speedDial(needsSpeedDial({ callKeypad, number: product.number }))
  const accounts = sipAccounts.all()
  const organisations = new Map<string, string>()
  const departments = new Map<string, Department>()
  /** The department of a contact. */
  const places = new Map<string, Department>()
  const people = new Map<string, StoredEntry>()
  /** Speed dials and whose they are. */
  const dials = new Map<string, { entry: string; owner: string }>()
  const seen = new Set<string>()
  const added: { id: string; label: string }[] = []
  const persons: WrittenEntry[] = []

  for (const { entry, label } of phonebook.all({ type: 'Organization' })) {
    organisations.set(fold(label), entry)
  }
  for (const { entry, label, organisation } of phonebook.all({ type: 'Group' })) {
    const members = new Set(phonebook.childrenOf({ entry, type: 'Group' }))
    const department = { id: entry, label, organisation, members, changed: false }
    departments.set(keyOf(organisation, label), department)
    for (const member of members) places.set(member, department)
  }
  for (const person of phonebook.all({ type: 'Person' })) {
    const { entry, organisation, firstName, lastName, keyTrigger } = person
    people.set(keyOf(organisation, firstName, lastName), person)
    if (keyTrigger !== '') dials.set(keyTrigger, { entry, owner: fullName(person) })
  }
  for (const { entry, keyTrigger, label } of phonebook.all({ type: 'Rule' })) {
    if (keyTrigger !== '') dials.set(keyTrigger, { entry, owner: label })
  }

  const accountCalled = (text: string) =>
    text === ''
      ? accounts.find(({ IsDefault }) => IsDefault)
      : accounts.find(({ Id, Name }) => Id === text || fold(Name) === fold(text))

  /** The values of a contact that columns can change, as the file would have them. */
  function valuesOf(person: StoredEntry | undefined): Record<CsvColumn, string> {
    const call = person?.record.callInformation?.find(({ type }) => type === 'SIP')
    return {
      organisation: '',
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      department: places.get(person?.entry ?? '')?.label ?? '',
      speedDial: person?.keyTrigger ?? '',
      address: call?.type === 'SIP' ? call.address : '',
      account: call?.type === 'SIP' ? call.accountid : '',
    }
  }

  function problemsOf(values: CsvLine['values'], before: StoredEntry | undefined) {
    const { organisation = '', department = '', firstName = '', lastName = '' } = values
    const { address = '', account = '', speedDial: dial = before?.keyTrigger ?? '' } = values
    const problems: { column: CsvColumn; problem: Problem | undefined }[] = []
    const check = (column: CsvColumn, wrong: Problem | undefined) => {
      if (wrong) problems.push({ column, problem: wrong })
    }
    if (firstName === '' && lastName === '') check('firstName', required(''))
    check('firstName', name(firstName))
    check('lastName', name(lastName))
    check('department', name(department))
    if (organisation !== '') check('organisation', organisationLabel(organisation))
    if (department !== '' && organisation === '') check('organisation', required(''))
    const taken = dials.get(dial)
    const isTaken = dial !== '' && taken !== undefined && taken.entry !== before?.entry
    check(
      'speedDial',
      dialRule(dial) ??
        (isTaken ? problem('phonebook.keyTriggerExists', { owner: taken.owner }) : undefined),
    )
    if (address !== '' || account !== '') {
      const caller = accountCalled(account)
      if (!caller) check('account', problem('sip.noSuchAccount'))
      else check('address', callAddress(caller)(address))
    }
    return problems.flatMap(({ column, problem: wrong }) =>
      wrong ? [{ column, problem: wrong }] : [],
    )
  }

  function organisationCalled(label: string): string {
    if (label === '') return ''
    const known = organisations.get(fold(label))
    if (known !== undefined) return known
    const id = randomUUID()
    organisations.set(fold(label), id)
    added.push({ id, label })
    return id
  }

  /** Moves a contact into a department; undefined: it stays where it is, empty: out of them. */
  function move(id: string, label: string | undefined, organisation: string): void {
    if (label === undefined) return
    const now = places.get(id)
    if (now) {
      if (fold(now.label) === fold(label)) return
      now.members.delete(id)
      now.changed = true
      places.delete(id)
    }
    if (label === '') return
    const key = keyOf(organisation, label)
    const department = departments.get(key) ?? newDepartment(label, organisation)
    departments.set(key, department)
    department.members.add(id)
    department.changed = true
    places.set(id, department)
  }

  function callsOf(
    before: StoredEntry | undefined,
    { address, account }: CsvLine['values'],
  ): CallInformation[] | undefined {
    if (address === undefined || address === '') return undefined
    const calls = [...(before?.record.callInformation ?? [])]
    const place = calls.findIndex(({ type }) => type === 'SIP')
    const old = calls[place]
    const call: CallInformation = {
      type: 'SIP',
      address,
      accountid:
        account === undefined && old?.type === 'SIP'
          ? old.accountid
          : account
            ? (accountCalled(account)?.Id ?? '')
            : '',
      scheduleIds: old?.scheduleIds ?? [],
    }
    if (place === -1) calls.push(call)
    else calls[place] = call
    return calls
  }

  /** What is wrong with the calls that a contact would have, also those that the row leaves as they are. */
  function callProblems(values: CsvLine['values'], before: StoredEntry | undefined) {
    const calls = callsOf(before, values) ?? before?.record.callInformation ?? []
    for (const call of calls) {
      if (call.type !== 'SIP') continue
      const { address, accountid } = call
      const caller = accounts.find(({ Id, IsDefault }) =>
        accountid === '' ? IsDefault : Id === accountid,
      )
      if (!caller && accountid !== '') {
        return [{ column: 'account' as const, problem: problem('sip.noSuchAccount') }]
      }
      const wrong = caller ? callAddress(caller)(address) : required(address)
      if (wrong) return [{ column: 'address' as const, problem: wrong }]
    }
    return []
  }

  function accept(values: CsvLine['values'], before: StoredEntry | undefined, id: string): void {
    const organisationId = organisationCalled(values.organisation ?? '')
    const callInformation = callsOf(before, values)
    const keyTrigger = values.speedDial ?? before?.keyTrigger ?? ''
    const { firstName = '', lastName = '' } = values
    persons.push({
      id,
      type: 'Person',
      firstName,
      lastName,
      keyTrigger,
      organisationId,
      ...(callInformation ? { callInformation } : {}),
    })
    if (before && before.keyTrigger !== '') dials.delete(before.keyTrigger)
    if (keyTrigger !== '') {
      dials.set(keyTrigger, { entry: id, owner: fullName({ firstName, lastName }) })
    }
    move(id, values.department, organisationId)
  }

  function changesOf(values: CsvLine['values'], before: StoredEntry): CsvColumn[] {
    const now = valuesOf(before)
    const names = Object.keys(values) as CsvColumn[]
    return names.filter((column) => {
      const text = values[column] ?? ''
      if (column === 'organisation' || (column === 'address' && text === '')) return false
      if (column === 'account') {
        return values.address !== undefined && values.address !== '' && text !== ''
          ? accountCalled(text)?.Id !== now.account
          : false
      }
      return text !== now[column]
    })
  }

  return {
    take({ line, values }) {
      const { organisation = '', firstName = '', lastName = '' } = values
      const key = keyOf(organisation, firstName, lastName)
      const home = organisation === '' ? '' : organisations.get(fold(organisation))
      const before = home === undefined ? undefined : people.get(keyOf(home, firstName, lastName))
      const repeated = seen.has(key)
      seen.add(key)
      const problems = repeated
        ? [{ column: 'line' as const, problem: problem('phonebook.csvRepeated') }]
        : problemsOf(values, before)
      const row = { line, values, changes: [] as CsvColumn[], problems }
      if (problems.length > 0) return { ...row, action: 'refuse' }
      const changes = before ? changesOf(values, before) : []
      if (before && changes.length === 0) return { ...row, action: 'same' }
      const wrong = callProblems(values, before)
      if (wrong.length > 0) return { ...row, action: 'refuse', problems: wrong }
      accept(values, before, before?.entry ?? randomUUID())
      return { ...row, changes, action: before ? 'change' : 'add' }
    },
    newOrganisations: () => added.map(({ label }) => label),
    entries: () => [
      ...added.map(({ id, label }): WrittenEntry => ({ id, type: 'Organization', label })),
      ...persons,
      ...Array.from(departments.values())
        .filter(({ changed }) => changed)
        .map(({ id, label, organisation, members }): WrittenEntry => ({
          id,
          type: 'Group',
          label,
          organisationId: organisation,
          childIds: [...members],
        })),
    ],
  }
}

const newDepartment = (label: string, organisation: string): Department => ({
  id: randomUUID(),
  label,
  organisation,
  members: new Set(),
  changed: true,
})
