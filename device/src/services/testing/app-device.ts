import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugged } from '@lintel/contract/wire'
import { appPackage, vendor } from '../../engines/apps/testing/make-package.ts'
import type { AppOptions } from '../../engines/apps/testing/make-package.ts'
import { appService } from '../apps/apps.ts'
import { eventService } from '../events/events.ts'
import { openTestDevice } from './test-device.ts'

export const SERIAL = 'ACCC8E012345'
export type AppDevice = Awaited<ReturnType<typeof openAppDevice>>

/** A device that runs applications, and their calls as administrators make them. */
export async function openAppDevice(board: Partial<Plugged> = {}, now?: number) {
  const keys = vendor()
  const device = await openTestDevice([appService, eventService], now, undefined, SERIAL, {
    allowApps: true,
    trustedKeys: [keys.publicKey],
    ...board,
  })
  if (!device.accounts.find('root')) device.makeAccounts()
  const folder = join(device.plugged.dataFolder, 'apps')
  const post = async (path: string, part: string, file: Uint8Array, name: string) => {
    const form = new FormData()
    form.append(part, new Blob([Buffer.from(file)]), name)
    const answer = await device.fetch(path, { method: 'POST', body: form, as: 'root' })
    return answer.text()
  }
  const call = (path: string) =>
    device.text(`/axis-cgi/applications/${path}`, { as: 'root', method: 'POST' })

  const upload = (file: Uint8Array) =>
    post('/axis-cgi/applications/upload.cgi', 'packfil', file, 'bell.eap')
  const list = () => call('list.cgi')

  return {
    device,
    keys,
    folder,
    /** The folders of applications. */
    stored: (): string[] => (existsSync(folder) ? readdirSync(folder) : []),
    upload,
    /** Uploads the test's application. */
    install: (options?: AppOptions) => upload(appPackage(options)),
    uploadKey: (key: string, app = 'bell') =>
      post(
        `/axis-cgi/applications/license.cgi?action=uploadlicensekey&package=${app}`,
        'fileData',
        Buffer.from(key),
        'licenseKey.xml',
      ),
    removeKey: (app = 'bell') => call(`license.cgi?action=removelicensekey&package=${app}`),
    control: (action: string, app = 'bell') => call(`control.cgi?action=${action}&package=${app}`),
    list,
    /** The status of the first application. */
    status: async () => /Status="(\w+)"/.exec(await list())?.[1],
    /** What is at a path of applications. */
    local: (path: string, as?: string) =>
      device.fetch(`/local/${path}`, { redirect: 'manual', ...(as ? { as } : {}) }),
  }
}
