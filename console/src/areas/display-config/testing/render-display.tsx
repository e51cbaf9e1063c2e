import type { DisplayConfiguration } from '@lintel/contract/display'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import displayConfig from '../../../../messages/display-config/en.json'
import image from '../../../../messages/image/en.json'
import shell from '../../../../messages/shell/en.json'
import { pages } from '../../../app/pages.ts'
import { capabilitiesQuery, parametersQuery } from '../../../app/queries.ts'
import { queryClient } from '../../../app/query-client.ts'
import { history } from '../../../app/routing/history.ts'
import { PagesContext } from '../../../app/routing/pages-context.ts'
import { me } from '../../../app/session/me.ts'

type Body = Record<string, unknown>

const entry = (id: string, type: PhonebookEntry['type'], place?: string): PhonebookEntry => ({
  id,
  type,
  label: id,
  childIds: [],
  image: '',
  version: `v-${id}`,
  ...(place === undefined ? {} : { UIAttributes: [{ Name: 'DisplayOrder', Value: place }] }),
})

/** Stands for the device in `fetch` and `XMLHttpRequest`: a display, organisations and call groups. */
export function fakeDisplay() {
  const fake = {
    display: {
      selectedLanguage: 'English',
      supportedLanguages: ['English', 'Spanish', 'German', 'Italian', 'French'],
      showWelcomeImage: false,
      showFindContact: true,
      showKeypadLink: false,
      welcomeTitle: 'Hello',
      welcomeSubTitle: '',
      receptionCallGroup: '',
      welcomeImage: '',
    } as DisplayConfiguration | undefined,
    presenceTimeout: 60,
    /** Whether the device is too warm, so that it reports 5 s. */
    warm: false,
    entries: [
      entry('Garden', 'Organization', '1'),
      entry('House', 'Organization', '2'),
      entry('Mill', 'Organization'),
      entry('A call group with a long name', 'Rule'),
    ],
    /** Reasons with which these requests are refused. */
    refusals: {} as Record<string, string>,
    /** Ends an upload that waits after its first byte; undefined: uploads are done at once. */
    finishUpload: undefined as (() => void) | undefined,
    /** What was sent and changes something, in order. */
    sent: [] as [string, unknown][],
  }

  function answerTo(operation: string, input: Body): object {
    if (operation === 'GetConfiguration') {
      const PresenceTimeout = fake.warm ? 5 : fake.presenceTimeout
      const DisplayConfiguration = fake.display && { ...fake.display }
      return { Configuration: { Version: '1.3', PresenceTimeout, DisplayConfiguration } }
    }
    if (operation === 'GetPhonebookEntries') {
      const { filter } = input as { filter: PhonebookEntry['type'] }
      return { phonebookEntries: fake.entries.filter(({ type }) => type === filter) }
    }
    if (operation === 'UpdateConfiguration') {
      const { DisplayConfiguration = {}, PresenceTimeout = fake.presenceTimeout } = input[
        'Configuration'
      ] as { DisplayConfiguration?: object; PresenceTimeout?: number }
      fake.display = fake.display && { ...fake.display, ...DisplayConfiguration }
      fake.presenceTimeout = PresenceTimeout
    }
    if (operation === 'SetPhonebookEntries') {
      const changed = input['phonebookEntries'] as PhonebookEntry[]
      fake.entries = fake.entries.map((one) => ({
        ...one,
        ...changed.find(({ id }) => id === one.id),
      }))
    }
    return {}
  }

  function setImage(welcomeImage: string): void {
    fake.display = fake.display && { ...fake.display, welcomeImage }
  }

  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body: string }) => {
    if (method === 'DELETE') {
      fake.sent.push(['DELETE', address])
      setImage('')
      return Promise.resolve(Response.json({}))
    }
    const [[name, input] = ['', {}]] = Object.entries(JSON.parse(body) as Record<string, Body>)
    const operation = name.replace('axdsapi:', '')
    // The app may ask whether the device is ready.
    if (operation === 'apiVersion') return Promise.resolve(Response.json({}))
    if (!operation.startsWith('Get')) fake.sent.push([operation, input])
    const reason = fake.refusals[operation]
    if (reason !== undefined) {
      return Promise.resolve(Response.json({ FaultMsg: reason }, { status: 400 }))
    }
    return Promise.resolve(Response.json(answerTo(operation, input)))
  })

  /** A request that uploads the image. */
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    setRequestHeader = () => {}
    open = () => {}
    abort = () => {}
    send(form: FormData) {
      fake.sent.push(['upload', (form.get('imageFile_Content') as File).name])
      const reason = fake.refusals['upload']
      if (reason === undefined) setImage('/image?version=2')
      this.status = reason === undefined ? 200 : 400
      this.responseText = JSON.stringify(
        reason === undefined ? { image: '/image?version=2' } : { FaultMsg: reason },
      )
      const finish = () => this.dispatchEvent(new Event('load'))
      if (fake.finishUpload) {
        fake.finishUpload = finish
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1 }))
      } else setTimeout(finish)
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return fake
}

/** Shows a page of the display to an administrator, as the console of an A8307-E does. */
export function showDisplay(element: ReactNode, { pinKeypad = true } = {}): void {
  const values = new Map([['root.Brand.ProdType', 'Network Video Door Station']])
  me.set({ user: 'root', groups: ['admin'] })
  queryClient.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  queryClient.setQueryData(capabilitiesQuery.queryKey, { display: true, pinKeypad })
  history.navigate('/display-config', { force: true })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <PagesContext value={pages}>
        {element}
        <ToastRegion />
      </PagesContext>
    </QueryClientProvider>,
    'en',
    [shell, displayConfig, image],
  )
}

/** Puts back what a test leaves behind. */
export function leaveDisplay(): void {
  cleanup()
  queryClient.clear()
  me.set(undefined)
  vi.unstubAllGlobals()
}

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

export const choose = (label: string) => fireEvent.click(screen.getByLabelText(label))

export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** The names of the fields of the form. */
export const fields = () =>
  Array.from(document.querySelectorAll('form [name]'), (one) => one.getAttribute('name'))
