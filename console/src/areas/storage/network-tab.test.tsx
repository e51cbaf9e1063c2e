/** The page of the network share: adding it, with what is taken back, its check and its removal. */
import * as shares from '@lintel/contract/calls/network-shares'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NetworkStoragePage } from './storage-page.tsx'
import { cardWith, fakeDisks, jobWith, SHARE, shareDiskWith } from './testing/fake-disks.ts'
import type { FakeDisks } from './testing/fake-disks.ts'
import {
  alerts,
  control,
  dialog,
  fill,
  later,
  leaveStorage,
  operate,
  page,
  press,
  showStorage,
  told,
} from './testing/render-storage.tsx'

let device: FakeDisks
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeDisks()
})
afterEach(leaveStorage)

const show = () => showStorage(<NetworkStoragePage />, { at: '/storage/network' })

function showShare(more: Parameters<typeof shareDiskWith>[0] = {}): Promise<void> {
  // The disk has the one that is bound to it.
  device.shares = [{ ...SHARE, shareId: '6', share: 'other', diskid: '' }, SHARE]
  device.shareDisk = shareDiskWith(more)
  return show()
}

describe('adding a share', () => {
  function type(): void {
    fill('Server address', '192.0.2.20')
    fill('Share', 'rec')
    fill('Username', 'guard')
    fill('Password', 'secret')
  }
  const ADDED = [
    'param update action=update&root.Storage.S1.ExtraMountOptions=vers=2.0',
    'networkshare/add schemaversion=1&nicename=192.0.2.20/rec&address=192.0.2.20&share=rec&user=guard&pass=secret',
    'networkshare/bind schemaversion=1&automaticmount=no&shareid=7',
    'mount action=mount&diskid=NetworkShare',
  ]
  const UNBOUND = 'networkshare/unbind schemaversion=1&shareid=7'
  const REMOVED = 'networkshare/remove schemaversion=1&shareid=7'
  const RESTORED = 'param update action=update&root.Storage.S1.ExtraMountOptions=vers=1.0'

  async function add(): Promise<void> {
    device.parameters.set('root.Storage.S1.ExtraMountOptions', 'vers=1.0')
    await show()
    type()
    fill('SMB version', '2.0')
    await press('Add network share')
    await later(4_000)
  }

  test('sets the version, adds, binds and mounts it, and then shows it (STORAGE-61, STORAGE-65, OPEN-88)', async () => {
    await add()
    expect(device.sent).toEqual(ADDED)
    expect(page()).toContain('//192.0.2.20/rec is added.')
    expect(screen.getByRole('region', { name: 'Network share' }).textContent).toContain('guard')
  })

  test.each([
    ['param update', 'param update', 1, [RESTORED]],
    ['add', 'networkshare/add', 2, [RESTORED]],
    ['bind', 'networkshare/bind', 3, [REMOVED, RESTORED]],
    ['mount', 'mount', 4, [UNBOUND, REMOVED, RESTORED]],
  ])(
    'takes back what was done when %s fails, and says why (STORAGE-62, STORAGE-76)',
    async (_, call, done, undone) => {
      device.answers[call] = '# Error: No such host.'
      await add()
      expect(device.sent).toEqual([...ADDED.slice(0, done), ...undone])
      expect(alerts().join(' ')).toContain('No such host.')
      // What was typed is still there, and so is the form.
      expect(screen.getByLabelText<HTMLInputElement>('Share').value).toBe('rec')
    },
  )

  test('takes it back when the job of its mount fails, also what can’t be taken back (STORAGE-62)', async () => {
    device.job['mount'] = { result: 'ERROR', description: 'Wrong password.' }
    device.answers['networkshare/unbind'] = 'Not now.'
    await add()
    expect(device.sent).toEqual([...ADDED, UNBOUND, REMOVED, RESTORED])
    expect(alerts().join(' ')).toContain('Wrong password.')
    expect(alerts().join(' ')).not.toContain('Not now.')
  })

  test('keeps the form until the last step, whatever the page learns meanwhile', async () => {
    await show()
    type()
    await press('Add network share')
    await later(1_500)
    await told()
    expect(device.shares).toHaveLength(1)
    expect(page()).toContain('Add network share')
    await later(4_000)
    expect(page()).not.toContain('Add network share')
  })

  test('without a login neither user nor password is sent, and the first share has its form (STORAGE-60)', async () => {
    await show()
    type()
    fill('Share', 'x'.repeat(80))
    screen.getByRole('switch', { name: 'Sign in to the server' }).click()
    await later()
    await press('Add network share')
    await later(10_000)
    expect(device.sent[1]).toBe(
      `networkshare/add schemaversion=1&nicename=192.0.2.20/${'x'.repeat(53)}&address=192.0.2.20&share=${'x'.repeat(80)}`,
    )
  })

  test('a path in the place of the name is refused (STORAGE-58)', async () => {
    await show()
    type()
    fill('Share', 'rec/2026')
    await press('Add network share')
    await later(10_000)
    expect(page()).toContain("A share's name has no slashes")
    expect(device.sent).toEqual([])
  })

  test('user and password are required with a login (STORAGE-59)', async () => {
    await show()
    type()
    fill('Username', '')
    fill('Password', '')
    await press('Add network share')
    await later(10_000)
    expect(page().match(/Fill this in/g)).toHaveLength(2)
    expect(device.sent).toEqual([])
  })
})

describe('a share', () => {
  test('that is mounted shows its details (STORAGE-65, STORAGE-55)', async () => {
    await showShare()
    expect(page()).toContain('50.0% of 1 MB free')
    expect(control('locked')).not.toBeNull()
    expect(screen.queryByLabelText('Delete files after')).not.toBeNull()
  })

  test('that is mounted, but of unknown size, has no details yet (STORAGE-65)', async () => {
    await showShare({ totalsize: 0, freesize: 0 })
    expect(page()).not.toContain('free')
    expect(control('locked')).toBeNull()
  })

  test('that failed has a warning (STORAGE-66)', async () => {
    await showShare({ status: 'failed' })
    expect(alerts()).toEqual([
      "The device can't use //192.0.2.20/rec. Check the connection to find out why.",
    ])
    expect([control('erase')?.disabled, control('removeShare')?.disabled]).toEqual([true, false])
  })

  test('that is protected can’t be erased (STORAGE-25)', async () => {
    await showShare({ locked: true })
    expect([control('erase')?.disabled, control('removeShare')?.disabled]).toEqual([true, false])
  })

  test('is removed once that is confirmed, and the form is there again (STORAGE-54, STORAGE-63, STORAGE-67)', async () => {
    // It is not the card that has to be unmounted.
    device.card = cardWith({ status: 'disconnected' })
    await showShare()
    await operate('removeShare')
    expect(dialog()?.textContent).toContain('//192.0.2.20/rec')
    await press('Cancel')
    expect(device.sent).toEqual([])
    await operate('removeShare')
    await press('Remove')
    await later(10_000)
    expect(device.sent).toEqual([
      'mount action=unmount&diskid=NetworkShare',
      'networkshare/unbind schemaversion=1&shareid=7',
      'networkshare/remove schemaversion=1&shareid=7',
    ])
    expect(dialog()?.textContent).toContain('The share is removed.')
    await press('Close')
    expect(page()).toContain('Add network share')
  })

  test('is erased by formatting it with cifs (STORAGE-64)', async () => {
    await showShare()
    await operate('erase')
    await press('Erase')
    await later(10_000)
    expect(device.sent).toEqual(['format diskid=NetworkShare&filesystem=cifs'])
  })

  test('that somebody else works on can’t be worked on here', async () => {
    device.lastJobs = [jobWith({ diskid: 'NetworkShare', progress: 10 })]
    await showShare()
    expect(page()).toContain('A job is running on this disk: 10%.')
    for (const tool of ['mount', 'shareCheck', 'erase', 'removeShare'] as const) {
      expect(control(tool)?.disabled, tool).toBe(true)
    }
    device.lastJobs = []
  })
})

describe('the check of a share', () => {
  const CHECK = 'networkshare/test schemaversion=1&shareid=7'
  /** How often the job was asked for. */
  let asked = 0
  beforeEach(async () => {
    asked = 0
    await showShare()
    const send = fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (address.includes('networkshare/job')) asked += 1
      return send(address, init)
    })
  })

  test('asks every 300 ms until it is done (STORAGE-68, STORAGE-53, OPEN-85)', async () => {
    device.shareJob = { progress: 30, error: '', code: '' }
    await operate('shareCheck')
    await later(2_900)
    expect([device.sent, asked]).toEqual([[CHECK], 9])
    expect(dialog()?.textContent).toContain('Checking the connection…')
    expect(dialog()?.querySelector('[aria-valuenow="30"]')).not.toBeNull()
    device.shareJob = { progress: 100, error: '', code: '' }
    await later(300)
    expect(dialog()?.textContent).toContain('The device can write to the share and read from it.')
    await later(2_000)
    expect(asked).toBe(10)
    await press('Close')
    expect(dialog()).toBeNull()
  })

  test('ends after 30 s without an answer, and the page reads the share again (OPEN-85)', async () => {
    device.shareJob = { progress: 30, error: '', code: '' }
    await operate('shareCheck')
    await later(29_000)
    expect(dialog()?.textContent).toContain('Checking the connection…')
    device.shareDisk = shareDiskWith({ status: 'failed' })
    await later(2_000)
    expect(dialog()?.textContent).toContain('The server took too long to answer.')
    expect(asked).toBe(100)
    expect(page()).toContain("The device can't use //192.0.2.20/rec.")
  })

  test('is no longer asked for after Cancel (OPEN-85)', async () => {
    device.shareJob = { progress: 30, error: '', code: '' }
    await operate('shareCheck')
    await later(900)
    const before = asked
    await press('Cancel')
    await later(5_000)
    expect([dialog(), asked]).toEqual([null, before])
  })

  test.each([
    [
      { error: 'The server refuses the password.', code: '720' },
      'The server refuses the password.',
    ],
    [{ error: '', code: '720' }, 'Something went wrong.'],
    [{ error: '<html><title>Gateway</title></html>', code: '10' }, 'Gateway'],
  ])('that fails with %o says %s (STORAGE-76, STORAGE-71)', async (more, said) => {
    device.shareJob = { progress: 100, ...more }
    device.answers['networkshare/job'] = shares.getShareJob.format
      .encode({ progress: 100, error: 'x', code: more.code })
      .replace('>x<', `>${more.error.replaceAll('<', '&lt;')}<`)
    await operate('shareCheck')
    await later(1_000)
    expect(dialog()?.textContent).toContain("The connection doesn't work.")
    expect(dialog()?.textContent).toContain(said)
  })

  test('that the device refuses says why (STORAGE-72)', async () => {
    device.answers['networkshare/test'] =
      shares.testShare.format.refuse?.('There is no such share.', ['200']) ?? ''
    await operate('shareCheck')
    await later(1_000)
    expect(dialog()?.textContent).toContain('There is no such share.')
  })
})
