/** Applications as outside clients use them. */
import * as apps from '@lintel/contract/calls/applications'
import { writeLicence } from '../../device/src/engines/apps/licence.ts'
import { appPackage } from '../../device/src/engines/apps/testing/make-package.ts'
import { PRIVATE_KEY } from '../../device/src/engines/firmware/testing/make-image.ts'
import { PLUGGED } from '../../device/src/testing/plugged.ts'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station } from './station.ts'

const OK = /^OK\s*$/

/** Installs an application, gives it a licence, runs it and removes it. */
export async function useApplications(station: Station, client: Client): Promise<void> {
  const eap = appPackage({ copyProtection: { method: 'axis' } })
  const licence = { applicationId: '4711', deviceId: PLUGGED.serial, version: '', expires: '' }
  const key = Buffer.from(writeLicence(licence, PRIVATE_KEY))
  const file = { field: 'packfil', name: 'bell.eap', base64: eap.toString('base64') }
  const keyFile = { field: 'fileData', name: 'licenseKey.xml', base64: key.toString('base64') }
  const order = (action: string) => ({
    call: apps.controlApplication,
    query: { action, package: 'bell' },
    find: OK,
  })
  const upload = apps.uploadLicenceKey
  await station.makes(client, [
    { call: apps.uploadApplication, file, find: OK },
    { call: apps.listApplications, find: /Name="bell".*Status="Stopped" License="Missing"/ },
    {
      call: upload,
      path: `${upload.path}?action=uploadlicensekey&package=bell`,
      file: keyFile,
      find: OK,
    },
    order('start'),
    { call: apps.listApplications, find: /Status="Running" License="Valid"/ },
    order('restart'),
    order('stop'),
    {
      call: apps.removeLicenceKey,
      query: { action: 'removelicensekey', package: 'bell' },
      find: OK,
    },
    order('remove'),
  ])
}
