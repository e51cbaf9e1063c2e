import { isHostName } from './address.ts'
import { atMost, firstOf, printable, problem, required } from './problem.ts'
import type { Rule } from './problem.ts'

/**
 * Length limit of a device's names. DNS labels and mDNS instance names allow no more (RFC 6763
 * §4.1.1).
 */
const NAME_MAX = 63

/** A device's own name on the network. Source: specification A §5. */
export const hostName: Rule = firstOf(
  required,
  (value) => (isHostName(value) ? undefined : problem('validation.invalidHostName')),
  atMost(NAME_MAX),
)

/** The name that people give a device. Source: specification A §5. */
export const friendlyName: Rule = firstOf(
  (value) => required(value.trim()),
  printable,
  atMost(NAME_MAX),
)
