import { getApiList } from '@lintel/contract/calls/discovery'
import type { Category } from '@lintel/contract/capabilities'
import { DeviceFault } from '@lintel/contract/fault'
import { client, withSession } from './device.ts'
import { firmware, noteMissing } from './firmware.ts'
import { NEEDS } from './needs.ts'

/**
 * Finds out which of the paths that pages need (`NEEDS`) are missing in firmware that is not ours: from
 * the device's list of its interfaces, if it has one, otherwise by a request to each. Only a 404 proves
 * that a path is missing. For administrators.
 * @param category of the product; it is not asked for what only other products have
 */
export async function probeCalls(category: Category): Promise<void> {
  const listed = await listedApis()
  const needs = new Map(
    Object.values(NEEDS)
      .filter((need) => need.category === undefined || need.category === category)
      .map((need) => [need.path, need]),
  )
  await Promise.all(
    Array.from(needs.values(), async (need) => {
      const isThere = listed && need.api !== undefined ? listed.has(need.api) : await answers(need)
      if (!isThere) noteMissing(need.path)
    }),
  )
}

/** The ids of the device's interfaces; undefined if it doesn't list them. */
async function listedApis(): Promise<ReadonlySet<string> | undefined> {
  try {
    const { apiList } = await withSession(() => client.call(getApiList, {}))
    return new Set(apiList.map(({ id }) => id))
  } catch {
    return undefined
  }
}

/** Whether a device has anything at a path. */
async function answers({ path, publicPath, ask }: (typeof NEEDS)[string]): Promise<boolean> {
  if (ask === false) return true
  const url = (firmware.get().publicNames ? publicPath : undefined) ?? path
  const target =
    ask === undefined
      ? ({ url, method: 'GET' } as const)
      : ({ url, method: 'POST', body: ask, contentType: 'application/json' } as const)
  try {
    await withSession(() => client.send('probe', target, {}))
    return true
  } catch (fault) {
    return !(fault instanceof DeviceFault && fault.kind === 'missing')
  }
}
