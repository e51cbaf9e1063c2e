import {
  applicationConditions,
  controlApplication,
  listApplications,
  removeLicenceKey,
  uploadApplication,
  uploadLicenceKey,
} from '@lintel/contract/calls/applications'
import type { IncomingFile } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { PACKAGE_MAX } from '@lintel/contract/rules/applications'
import { serve } from '@lintel/front-door/serve'
import { bytesOf } from '../../archive/read-tar.ts'
import type { Service } from '../service.ts'
import { licenceKitFolder } from './licence-kit.ts'
import { localFolder } from './local-pages.ts'

/**
 * Applications: installed, started, stopped and removed, with their licences and their own pages.
 * Source: console specification B §7 "Apps".
 */
export const appService: Service = ({ apps, log, parameters }) => {
  /** Code 10 sends people to the log, so it has the reason for every refusal. */
  async function told(work: () => Promise<void>): Promise<null> {
    try {
      await work()
      return null
    } catch (cause) {
      if (cause instanceof Refusal) log.warn({ codes: cause.codes }, cause.message)
      throw cause
    }
  }

  const install = (file: IncomingFile) => told(() => apps.install(file.bytes))

  return {
    calls: [
      serve(listApplications, () => apps.all()),
      serve(controlApplication, ({ package: name, action }) =>
        told(() => apps.control(name, action)),
      ),
      serve(uploadApplication, ({ file }) => install(file)),
      serve(uploadLicenceKey, ({ fields, file }) =>
        told(async () => apps.putLicence(fields.package, await bytesOf(file.bytes))),
      ),
      serve(removeLicenceKey, ({ package: name }) => told(() => apps.removeLicence(name))),
      serve(applicationConditions, () => ({
        allowed: apps.allowed,
        largest: PACKAGE_MAX,
        licenceKit: parameters.get('root.System.LicenseKit'),
      })),
    ],
    folders: [
      localFolder(apps, log),
      licenceKitFolder(() => parameters.get('root.System.LicenseKit')),
    ],
  }
}
