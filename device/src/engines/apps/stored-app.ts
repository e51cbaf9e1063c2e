import { dirname, join } from 'node:path'
import type { Application, AppLicence } from '@lintel/contract/calls/applications'
import type { Network } from '../network/network.ts'
import type { AppAccount } from './account.ts'
import { checkLicence } from './licence.ts'
import type { Licence } from './licence.ts'
import type { AppSettings } from './settings.ts'

/** The folder that an application may write to, and keeps with another version. */
export const OWN_DATA = 'localdata'

/** An installed application, as it is stored. */
export interface StoredApp {
  settings: AppSettings
  /** The name of its folder. */
  id: string
  /** Whether people want it to run. */
  wanted: boolean
  licence?: Licence
}

/** What an application needs of a licence, and whether it has that. */
export function licenceStateOf(
  { settings, licence }: StoredApp,
  conditions: { serial: string; now: number },
): AppLicence {
  if (settings.licence !== 'checked') return settings.licence === 'own' ? 'Custom' : 'None'
  if (!licence) return 'Missing'
  try {
    checkLicence(licence, settings, conditions)
    return 'Valid'
  } catch {
    return 'Invalid'
  }
}

/** Where applications reach the device: over HTTPS only if HTTP leads there. */
export function urlOf(network: Pick<Network, 'urls'>): string {
  const { http, https } = network.urls()
  return http === '' ? (https ?? '') : http
}

/**
 * All that a program gets of the device's environment: where the device is, and an account there.
 * @param folder its own
 */
export const environmentOf = ({ user, password }: AppAccount, url: string, folder: string) => ({
  // With the folder of Node, in which programs may be written.
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  LANG: 'C.UTF-8',
  HOME: join(folder, OWN_DATA),
  TMPDIR: join(folder, OWN_DATA),
  LINTEL_URL: url,
  LINTEL_USER: user,
  LINTEL_PASSWORD: password,
})

/** An application as the device lists it. */
export function describe(
  { settings, licence }: StoredApp,
  state: AppLicence,
  running: boolean,
): Application {
  const { name, niceName, vendor, vendorHomepage, version, applicationId, settingPage } = settings
  return {
    name,
    applicationId,
    niceName,
    vendor,
    vendorHomepage,
    version,
    licence: state,
    licenceEnds: state === 'Valid' ? (licence?.expires ?? '') : '',
    running,
    configPage: settingPage === '' ? '' : `local/${name}/${settingPage}`,
  }
}
