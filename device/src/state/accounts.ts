export interface Account {
  name: string
  comment: string
  /** Access groups in the order admin, operator, viewer, ptz. */
  groups: string[]
}

export interface Credentials {
  /** Hexadecimal digests of `user:realm:password` (RFC 7616 §3.4.2). */
  ha1: { md5: string; sha256: string }
  groups: string[]
}

/** What an update changes; what is left out stays. */
export interface AccountChange {
  comment?: string
  groups?: readonly string[]
  password?: string
}

/** The accounts that may sign in. Every change is durable when the method returns; otherwise `Refusal`. */
export interface Accounts {
  /** In the order in which they were made. */
  all(): Account[]
  find(name: string): Account | undefined
  /** Refuses a taken or ill-formed name and an ill-formed password. */
  add(account: Account, password: string): void
  /** A new password ends the account's sessions. Refuses an unknown name, and root out of its groups. */
  update(name: string, change: AccountChange): void
  /** Ends the account's sessions too. Refuses root and an unknown name. */
  remove(name: string): void
  credentials(name: string): Credentials | undefined
  rootPasswordSet(): boolean
  /** Another one after every change: the version of the list. */
  revision(): string
  subscribe(fn: () => void): () => void
}
