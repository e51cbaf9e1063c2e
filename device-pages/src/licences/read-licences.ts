import { DeviceFault } from '@lintel/contract/fault'
import { signInAddress } from '../app/device.ts'

/** A package in the device's software. */
export interface Licence {
  name: string
  version: string
  /** SPDX expression. */
  licence: string
  /** Full text, in English. */
  text: string
}

/** The file written by the build (`tools/licences/licences.mjs`). */
interface LicenceFile {
  packages: readonly (Omit<Licence, 'text'> & { text: number })[]
  texts: readonly string[]
}

/**
 * Reads the list of third-party packages.
 * @throws DeviceFault when the device doesn't send it
 */
export async function readLicences(signal: AbortSignal): Promise<Licence[]> {
  const answer = await fetch('licences.json', { signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new DeviceFault('unreachable', 'page', '', { cause })
  })
  if (answer.redirected) {
    location.assign(signInAddress())
    return new Promise(() => {})
  }
  const { status } = answer
  if (!answer.ok) throw new DeviceFault('refused', 'page', '', { status })
  try {
    const { packages, texts } = (await answer.json()) as LicenceFile
    return packages.map((one) => ({ ...one, text: texts[one.text] ?? '' }))
  } catch (cause) {
    throw signal.aborted ? cause : new DeviceFault('malformed', 'page', '', { status, cause })
  }
}
