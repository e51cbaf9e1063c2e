import type { RequestContext } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'

/**
 * Sets parameters by full name on behalf of a caller, all or none. Throws a `Refusal`: a version
 * that does not match, unknown, no right, invalid value, storage.
 */
export function updateAs(
  context: Pick<RequestContext, 'groups' | 'mustMatch'>,
  texts: Readonly<Record<string, string>>,
  parameters: Device['parameters'],
): void {
  context.mustMatch((version) => parameters.versions.isCurrent(version, Object.keys(texts)))
  parameters.update(texts, context.groups)
}
