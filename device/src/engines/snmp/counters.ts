/** The agent's counters since its start, named as in RFC 3418 §2 and RFC 3414 §5. */
export interface Counters {
  /** Messages received. */
  inPkts: number
  /** With an unsupported version. */
  inBadVersions: number
  /** With an unknown community. */
  inBadCommunityNames: number
  /** With a community that doesn't permit the operation. */
  inBadCommunityUses: number
  inASNParseErrs: number
  unsupportedSecLevels: number
  notInTimeWindows: number
  unknownUserNames: number
  unknownEngineIDs: number
  wrongDigests: number
  decryptionErrors: number
}

export const noCounts = (): Counters => ({
  inPkts: 0,
  inBadVersions: 0,
  inBadCommunityNames: 0,
  inBadCommunityUses: 0,
  inASNParseErrs: 0,
  unsupportedSecLevels: 0,
  notInTimeWindows: 0,
  unknownUserNames: 0,
  unknownEngineIDs: 0,
  wrongDigests: 0,
  decryptionErrors: 0,
})

/** Arcs of the reportable counters, below `usmStats` (RFC 3414 §5). */
export const USM_STATS = {
  unsupportedSecLevels: 1,
  notInTimeWindows: 2,
  unknownUserNames: 3,
  unknownEngineIDs: 4,
  wrongDigests: 5,
  decryptionErrors: 6,
} as const satisfies Partial<Record<keyof Counters, number>>

export type UsmStat = keyof typeof USM_STATS
