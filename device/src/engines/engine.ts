import type { World } from '@lintel/contract/wire'

/**
 * What the device tells its engines. An engine makes some of the state real: it listens, announces,
 * measures or switches. It implements what concerns it and adds the methods that services call.
 */
export interface Engine {
  /** The device answers on the network. It counts as running once every engine has started. */
  start?(): void | Promise<void>
  /** The surroundings changed: temperature, network cable, DHCP server or contacts. */
  worldChanged?(world: World): void
  /** The device answers at another address, or https was opened or closed. */
  addressChanged?(): void
  /**
   * All stored state was replaced. Resolves once the engine runs by the new state; changed parameters
   * have been announced to their subscribers already.
   */
  stateRestored?(): void | Promise<void>
  /** Releases sockets, timers and subscriptions. Nothing else is called afterwards. */
  close?(): void | Promise<void>
}
