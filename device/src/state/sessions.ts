/** Sign-ins that outlive a restart. Tokens are kept as hashes only. */
export interface Sessions {
  /** Starts a session and gives its secret token. `now` is UTC milliseconds. */
  create(user: string, now: number): string
  find(token: string, now: number): { user: string } | undefined
  end(token: string): void
  /** Ends every session of an account. */
  endFor(user: string): void
}
