import {
  applicationConditions,
  controlApplication,
  listApplications,
  removeLicenceKey,
  uploadApplication,
  uploadLicenceKey,
} from '@lintel/contract/calls/applications'
import type { Application } from '@lintel/contract/calls/applications'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import { systemLog } from '@lintel/contract/calls/reports'
import { queryOf, withQuery } from '@lintel/contract/client'
import type { CallOptions } from '@lintel/contract/client'
import { isLost } from '@lintel/contract/fault'
import type { UploadOptions } from '@lintel/contract/upload-client'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { addressOf } from '../../app/firmware.ts'
import { unlessMissing } from '../../app/missing.ts'
import { queryClient } from '../../app/query-client.ts'
import { createStore } from '@lintel/ui/store'
import { readingQuery } from '../../app/stored/stored-setting.ts'
import { files } from '../../app/upload/upload.ts'

/** An application as a row of a list. */
export type AppRow = Application & { id: string }

/** The installed applications. B §7. */
export const applicationsQuery = readingQuery<AppRow[]>({
  key: ['applications'],
  read: async (options: CallOptions) =>
    (await device.call(listApplications, {}, options)).map((app) => ({ ...app, id: app.name })),
})

/** Whether the device takes packages; null on firmware that doesn't say. */
export const conditionsQuery = queryOptions({
  // The address of the licence kit is a parameter.
  queryKey: ['parameters', 'applications'],
  queryFn: async ({ signal }) =>
    (await unlessMissing(device.call(applicationConditions, {}, { signal }))) ?? null,
})

const SERIAL = 'root.Properties.System.SerialNumber'

/** The device for which licences are issued. */
export const serialQuery = queryOptions({
  queryKey: ['parameters', 'serial'],
  queryFn: async ({ signal }) =>
    (await device.call(listParameters, inGroups(SERIAL), { signal })).values.get(SERIAL) ?? '',
})

/** Whether something is being installed or changed: nothing else can be meanwhile. B §4. */
export const installing = createStore(false)

/** Does something while `installing`, and reads the applications again. */
async function alone(work: () => Promise<unknown>): Promise<void> {
  installing.set(true)
  try {
    await work()
  } finally {
    installing.set(false)
    await queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey })
  }
}

/** The applications after an answer that got lost; undefined if nobody knows, or if none was lost. */
const listAfter = async (fault: unknown): Promise<readonly AppRow[] | undefined> =>
  isLost(fault)
    ? queryClient.fetchQuery({ ...applicationsQuery, staleTime: 0 }).catch(() => undefined)
    : undefined

/**
 * Starts or stops an application. If the answer gets lost, the list says whether it did.
 * @throws DeviceFault
 */
export const control = ({ name }: Application, action: 'start' | 'stop'): Promise<void> =>
  alone(async () => {
    try {
      await device.call(controlApplication, { package: name, action })
    } catch (fault) {
      const now = (await listAfter(fault))?.find((app) => app.name === name)
      if (now?.running !== (action === 'start')) throw fault
    }
  })

/** Removes an application with its data, as `control` does. @throws DeviceFault */
export async function removeApplication({ name }: Application): Promise<void> {
  try {
    await device.call(controlApplication, { package: name, action: 'remove' })
  } catch (fault) {
    const now = await listAfter(fault)
    if (!now || now.some((app) => app.name === name)) throw fault
  }
}

/** Installs a package. @throws DeviceFault */
export const install = (file: File, progress: UploadOptions): Promise<void> =>
  alone(() => files.upload(uploadApplication, {}, file, progress))

/** Gives an application a licence key. @throws DeviceFault */
export const activate = (
  { name }: Application,
  key: File,
  progress: UploadOptions,
): Promise<void> => alone(() => files.upload(uploadLicenceKey, { package: name }, key, progress))

/** Takes the licence key from an application, as `control` does. @throws DeviceFault */
export const deactivate = ({ name }: Application): Promise<void> =>
  alone(async () => {
    try {
      await device.call(removeLicenceKey, { package: name })
    } catch (fault) {
      const now = (await listAfter(fault))?.find((app) => app.name === name)
      if (now?.licence !== 'Missing') throw fault
    }
  })

/** Where the device shows what an application has logged. B §7. */
export const logAddress = ({ name }: Application): string =>
  withQuery(addressOf(systemLog), queryOf({ appname: name }))
