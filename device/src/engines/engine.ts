import type { World } from '@lintel/contract/wire'

/**
 * An engine makes part of the state real: it listens, announces, measures or switches. It
 * implements the lifecycle methods it needs and adds those that services call.
 */
export interface Engine {
  /** The device answers on the network. It counts as running once every engine has started. */
  start?(): void | Promise<void>
  /** The environment changed: temperature, network cable, DHCP server or contacts. */
  worldChanged?(world: World): void
  /** The device's address changed, or https was opened or closed. */
  addressChanged?(): void
  /**
   * All stored state was replaced. Resolves once the engine has applied the new state. Subscribers
   * of changed parameters have been notified before.
   */
  stateRestored?(): void | Promise<void>
  /** Releases sockets, timers and subscriptions. No other method is called afterwards. */
  close?(): void | Promise<void>
}
