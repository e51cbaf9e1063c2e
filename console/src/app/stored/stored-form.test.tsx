import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { SaveBar } from '@lintel/ui/save-bar'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import shell from '../../../messages/shell/en.json'
import { queryClient } from '../query-client.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { useStoredForm } from './stored-form.ts'
import { PartlySaved, storedSetting } from './stored-setting.ts'
import type { SettingOptions } from './stored-setting.ts'

interface Names {
  name: string
  place: string
}

const STORED: Names = { name: 'gate', place: 'yard' }
const CHANGED = /Somebody else has changed these settings in the meantime\./

/** A device that stores the names, and refuses a write with an old version. */
let stored: Names
let version: number
/** What happens to the next write, before and after the device has stored it. */
let before: () => void
let after: () => void
const writes = vi.fn<(sent: Names) => void>()

const lost = () => {
  throw new DeviceFault('unreachable', 'names.set', '')
}

/** Another administrator's write. */
function change(part: Partial<Names>): void {
  stored = { ...stored, ...part }
  version += 1
}

const tell = () => act(() => queryClient.invalidateQueries({ queryKey: ['names'] }))

beforeEach(() => {
  stored = STORED
  version = 1
  before = () => undefined
  after = () => undefined
  writes.mockReset()
})
afterEach(() => queryClient.clear())

const settingWith = (more: Partial<SettingOptions<Names, Names, string>> = {}) =>
  storedSetting<Names, Names, string>({
    key: ['names'],
    call: 'names.set',
    // eslint-disable-next-line require-await -- as a call does
    async read({ onVersion }: CallOptions) {
      onVersion?.(`"${version}"`)
      return stored
    },
    values: (state) => state,
    async write(sent, { options }) {
      writes(sent)
      before()
      if (options.ifMatch !== `"${version}"`) throw new DeviceFault('conflict', 'names.set', '')
      change(sent)
      after()
      return undefined
    },
    ...more,
  })

const onSaved =
  vi.fn<(saved: { sent: Names; stored: Names; elsewhere: string | undefined }) => void>()

function Page(props: {
  setting: ReturnType<typeof settingWith>
  hold?: boolean
  running?: Partial<Names>
}) {
  const { data } = useQuery(props.setting.query)
  return data ? <Form {...props} state={data} /> : null
}

function Form(props: Parameters<typeof Page>[0] & { state: Names }) {
  const { setting, ...options } = props
  const { form, changed, partly } = useStoredForm(setting, { ...options, onSaved })
  return (
    <SettingsForm form={form} label="Names">
      {changed && <ChangedNotice />}
      {partly && <p>Half of it.</p>}
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="place" label="Place" />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

async function openPage(props: Partial<Parameters<typeof Page>[0]> = {}) {
  onSaved.mockReset()
  const page = (more: typeof props = {}) => (
    <QueryClientProvider client={queryClient}>
      <Page setting={settingWith()} {...props} {...more} />
    </QueryClientProvider>
  )
  const { rerender } = renderWithMessages(page(), 'en', [shell])
  await screen.findByLabelText('Name')
  return { again: (more: typeof props) => rerender(page(more)) }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = async (label: string, text: string) => {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), text)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const isClean = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())

test('saves, reads back, and updates the query with what the device stored', async () => {
  after = () => {
    stored = { ...stored, name: stored.name.toUpperCase() }
  }
  const reads = settingWith({ stores: ({ name }, sent) => name === sent.name.toUpperCase() })
  await openPage({ setting: reads })
  await type('Name', 'door')
  await save()
  await isClean()
  expect(stored).toEqual({ name: 'DOOR', place: 'yard' })
  expect(field('Name').value).toBe('DOOR')
  expect(queryClient.getQueryData(['names'])).toEqual(stored)
  expect(onSaved.mock.calls).toEqual([
    [{ sent: { name: 'door', place: 'yard' }, stored, elsewhere: undefined }],
  ])
})

test('a device that accepts a write but stores something else has refused it', async () => {
  after = () => change({ name: 'gate' })
  await openPage()
  await type('Name', 'door')
  await save()
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  expect(field('Name').value).toBe('door')
  expect(onSaved).not.toHaveBeenCalled()
})

test('another administrator’s change is reported before overwriting it, and input stays (EXPECT-21)', async () => {
  await openPage()
  await type('Name', 'door')
  change({ name: 'theirs', place: 'lobby' })
  await save()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toMatch(/^Not saved\. Somebody else has changed these settings/)
  expect(document.activeElement).toBe(notice)
  expect(writes).not.toHaveBeenCalled()
  expect([field('Name').value, field('Place').value]).toEqual(['door', 'lobby'])
  expect(field('Name').getAttribute('aria-describedby')).toBe(
    screen.getByText('On the device now: theirs').id,
  )
  await save()
  await isClean()
  expect(stored).toEqual({ name: 'door', place: 'lobby' })
  expect(screen.queryByText(/On the device now/)).toBeNull()
  expect(screen.queryByText(CHANGED)).toBeNull()
})

test('a change made between comparison and write is not lost (EXPECT-21)', async () => {
  await openPage()
  await type('Name', 'door')
  before = () => {
    before = () => undefined
    change({ name: 'theirs' })
  }
  await save()
  expect(await screen.findByText(CHANGED)).toBeTruthy()
  expect(stored.name).toBe('theirs')
  expect(writes).toHaveBeenCalledTimes(1)
})

test('a lost response is a success once the device has the sent values (EXPECT-12)', async () => {
  await openPage()
  await type('Name', 'door')
  after = lost
  await save()
  await isClean()
  expect(stored.name).toBe('door')
  expect(onSaved).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Not saved.')).toBeNull()
})

test('a lost write stays unsaved, and so does one that can’t be read back', async () => {
  await openPage({ setting: settingWith({ proves: () => false }) })
  await type('Name', 'door')
  before = lost
  await save()
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  before = () => undefined
  after = lost
  await save()
  await waitFor(() => expect(stored.name).toBe('door'))
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  expect(onSaved).not.toHaveBeenCalled()
})

test('untouched fields follow the device, unless the form holds them', async () => {
  await openPage()
  await type('Name', 'door')
  change({ place: 'lobby' })
  await tell()
  await waitFor(() => expect(field('Place').value).toBe('lobby'))
  expect(field('Name').value).toBe('door')
})

test('a form that holds shows its other values unchanged until everything is saved', async () => {
  await openPage({ hold: true })
  await type('Name', 'door')
  change({ place: 'lobby' })
  await tell()
  expect(queryClient.getQueryData(['names'])).toEqual({ name: 'gate', place: 'lobby' })
  expect(field('Place').value).toBe('yard')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(field('Place').value).toBe('lobby'))
  expect(field('Name').value).toBe('gate')
})

test('values that advance by themselves are no change, before, during and after a save', async () => {
  const setting = settingWith({ same: (one, other) => one.name === other.name })
  const { again } = await openPage({ setting, running: { place: '12:00' } })
  expect(field('Place').value).toBe('12:00')
  again({ running: { place: '12:01' } })
  expect(field('Place').value).toBe('12:01')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await type('Name', 'door')
  after = lost
  await save()
  again({ running: { place: '12:02' } })
  await isClean()
  await waitFor(() => expect(field('Place').value).toBe('12:02'))
  expect(writes).toHaveBeenCalledWith({ name: 'door', place: '12:01' })
})

test('a save that moves the device reads nothing back and reports the new address', async () => {
  const read = vi.fn(async ({ onVersion }: CallOptions) => {
    onVersion?.(`"${version}"`)
    return stored
  })
  const setting = settingWith({ read, write: async () => 'http://127.0.0.2' })
  await openPage({ setting })
  await type('Name', 'door')
  read.mockClear()
  await save()
  await isClean()
  expect(read).toHaveBeenCalledTimes(1)
  expect(onSaved.mock.calls[0]?.[0].elsewhere).toBe('http://127.0.0.2')
})

test('settings stored before a later step failed are the base of the next save', async () => {
  const cause = new DeviceFault('refused', 'clock.set', 'The clock is stuck.')
  await openPage()
  await type('Name', 'door')
  after = () => {
    throw new PartlySaved('', { cause })
  }
  await save()
  expect(await screen.findByText('Half of it.')).toBeTruthy()
  expect(screen.getByText('The clock is stuck.', { exact: false })).toBeTruthy()
  after = () => undefined
  await save()
  await isClean()
  expect(screen.queryByText(CHANGED)).toBeNull()
})

describe('after a save of which one value is left', () => {
  const cause = new DeviceFault('refused', 'place.set', 'The place is fixed.')
  const setting = settingWith({
    async write(sent) {
      change({ name: sent.name })
      before()
      change({ place: sent.place })
      after()
      return undefined
    },
  })
  const partly = () => {
    throw new PartlySaved('', { cause, left: ['place'] })
  }

  test('only that one is still a change, on top of what is stored', async () => {
    await openPage({ setting })
    await type('Name', 'door')
    await type('Place', 'lobby')
    before = partly
    await save()
    expect(await screen.findByText('Half of it.')).toBeTruthy()
    expect(screen.getByText(/not saved/).textContent).toBe('1 change not saved')
    expect([field('Name').value, field('Place').value]).toEqual(['door', 'lobby'])
    expect(stored).toEqual({ name: 'door', place: 'yard' })
    before = () => undefined
    await save()
    await isClean()
    expect(screen.queryByText('Half of it.')).toBeNull()
    expect(stored).toEqual({ name: 'door', place: 'lobby' })
  })

  test('the save is a success once the device turns out to have it after all', async () => {
    await openPage({ setting })
    await type('Name', 'door')
    await type('Place', 'lobby')
    after = partly
    await save()
    await isClean()
    expect(onSaved).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Half of it.')).toBeNull()
    expect(screen.queryByText('Not saved.')).toBeNull()
  })
})

test('the write receives the changes, and hidden values unchanged', async () => {
  const seen: unknown[] = []
  const setting = settingWith({
    effective: (typed, { place }) => ({ ...typed, place }),
    async write(sent, { changed, before: base, now }) {
      seen.push({ sent, changed: [...changed], base, now })
      change(sent)
      return undefined
    },
  })
  await openPage({ setting })
  await type('Name', 'door')
  await save()
  await isClean()
  expect(seen).toEqual([
    { sent: { name: 'door', place: 'yard' }, changed: ['name'], base: STORED, now: STORED },
  ])
})

test('a setting that was removed meanwhile is not written, and the query shows it is gone (EXPECT-22)', async () => {
  const gone = settingWith({ values: (state) => (state.name === '' ? undefined : state) })
  change({ name: '' })
  const late = gone.save(
    { ...STORED, name: 'door' },
    { before: STORED, changed: new Set(['name']) },
  )
  await expect(late).rejects.toThrow()
  expect(writes).not.toHaveBeenCalled()
  expect(queryClient.getQueryData(['names'])).toEqual({ name: '', place: 'yard' })
})
