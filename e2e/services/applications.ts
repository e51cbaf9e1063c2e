import { listApplications } from '@lintel/contract/calls/applications'
import { appPackage } from '../../device/src/engines/apps/testing/make-package.ts'
import type { AppOptions } from '../../device/src/engines/apps/testing/make-package.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Addresses } from '../rig/board.ts'

/** A running device. */
interface Reached {
  addresses: Pick<Addresses, 'http'>
}

/** A package with a page, of an application that sleeps. */
export const bell = (options: AppOptions = {}): Buffer =>
  appPackage({
    configuration: { settingPage: 'index.html' },
    more: [{ name: 'html/index.html', content: '<!doctype html><title>Bell</title><h1>Bell' }],
    ...options,
  })

/** Installs an application that needs a licence, unless told otherwise. */
export async function installBell(reached: Reached, options: AppOptions = {}): Promise<void> {
  const form = new FormData()
  const eap = bell({ copyProtection: { method: 'axis' }, ...options })
  form.append('packfil', new Blob([new Uint8Array(eap)]), 'bell.eap')
  const address = `${reached.addresses.http}/axis-cgi/applications/upload.cgi`
  const ask = digestFetch(ROOT, PASSWORD)
  // A device that asks for credentials doesn't read the package to its end.
  await ask(reached.addresses.http + listApplications.path)
  const answer = await ask(address, { method: 'POST', body: form })
  const text = await answer.text()
  if (!text.startsWith('OK')) throw new Error(`The application was not installed: ${text}`)
}

/** The list as the device gives it. */
export async function listed(rig: Reached): Promise<string> {
  const address = rig.addresses.http + listApplications.path
  return (await digestFetch(ROOT, PASSWORD)(address)).text()
}
