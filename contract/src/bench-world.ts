/** What the bench's call about the surroundings accepts. */
import * as v from 'valibot'
import { domainName, hostLabel, ipv4, subnetMask } from './rules/address.ts'
import type { Rule } from './rules/problem.ts'
import { SPEAKER_CONDITIONS } from './handling.ts'
import { PEER_STATUSES } from './wire.ts'

/** The light of a summer's day in the sun. */
export const LUX_MAX = 100_000

/**
 * A text that is empty or passes the rule. Marked pure where it is used, so that the bench page
 * carries no schema.
 */
const emptyOr = (rule: Rule, what: string) =>
  v.pipe(
    v.string(),
    v.check((value) => value === '' || rule(value) === undefined, `This is no ${what}.`),
  )
const address = /* @__PURE__ */ emptyOr(ipv4, 'IPv4 address')
/** A DHCP option lists a few addresses, not hundreds. */
const addresses = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((value) => ipv4(value) === undefined, 'This is not an IPv4 address.'),
    ),
  ),
  v.maxLength(8),
)

/** What the DHCP server gives (`LeaseOffer`). */
export const leaseOffer = v.object({
  address,
  subnetMask: /* @__PURE__ */ emptyOr(subnetMask, 'subnet mask from /8 to /30'),
  router: address,
  dnsServers: addresses,
  ntpServers: addresses,
  domainName: /* @__PURE__ */ emptyOr(domainName, 'domain name'),
  // Leases from older versions have none.
  hostName: v.optional(/* @__PURE__ */ emptyOr(hostLabel, 'host name without dots'), ''),
})

/** Another audio device (`AudioPeer`). */
export const audioPeer = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)),
  address: v.pipe(
    v.string(),
    v.check((value) => ipv4(value) === undefined, 'This is not an IPv4 address.'),
  ),
  mac: v.pipe(v.string(), v.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/)),
  leader: v.boolean(),
  status: v.picklist(PEER_STATUSES),
  type: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(32)),
})

/** The surroundings, with the members that change. */
export const worldChange = v.object({
  temperature: v.optional(v.pipe(v.number(), v.minValue(-50), v.maxValue(100))),
  lux: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(LUX_MAX)))),
  cable: v.optional(v.boolean()),
  dhcp: v.optional(
    v.object({ enabled: v.optional(v.boolean()), lease: v.optional(v.partial(leaseOffer)) }),
  ),
  peers: v.optional(v.pipe(v.array(audioPeer), v.maxLength(64))),
  speaker: v.optional(v.picklist(SPEAKER_CONDITIONS)),
  microphoneDisabled: v.optional(v.boolean()),
  cameraCovered: v.optional(v.boolean()),
})
