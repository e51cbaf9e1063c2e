const SENTENCES = {
  database:
    'The settings are lost: state.db is missing, empty or damaged, but secrets.key shows that there were some.',
  key: "The settings can't be read: secrets.key is missing or damaged, or belongs to other settings.",
} as const

/**
 * The stored state is lost, entirely or to anybody who wants to sign in. A device that started
 * without it would let anyone set it up.
 */
export class LostState extends Error {
  /** @param lost the file that is lost */
  constructor(lost: keyof typeof SENTENCES) {
    super(`${SENTENCES[lost]} Restore a snapshot, or factory values, on the bench.`)
    this.name = 'LostState'
  }
}
