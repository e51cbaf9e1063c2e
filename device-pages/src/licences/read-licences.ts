import { DeviceFault } from '@lintel/contract/fault'
import { signInAddress } from '../app/device.ts'

/** A package that is part of the device's software. */
export interface Licence {
  name: string
  version: string
  /** As its makers name it (SPDX). */
  licence: string
  /** Its whole text, in English. */
  text: string
}

/** The file that the build leaves (`tools/licences/licences.mjs`). */
interface LicenceFile {
  packages: readonly (Omit<Licence, 'text'> & { text: number })[]
  texts: readonly string[]
}

/**
 * Reads the list of what the software is made of.
 * @throws DeviceFault when the device doesn't give it
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
