import { signOut } from '@lintel/contract/calls/session'
import { atSite } from '@lintel/contract/site'
import { device } from '../device.ts'

/**
 * Ends the session and opens the sign-in page.
 * @throws DeviceFault
 */
export async function leave(): Promise<void> {
  await device.call(signOut, {})
  // A top-level navigation, so that the browser asks about unsaved values.
  location.assign(atSite('/sign-in'))
}
