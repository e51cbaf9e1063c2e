import type { Engine } from './engine.ts'

/** All engines of a device as one. */
export interface Lifecycle extends Required<Engine> {
  add(engine: Engine | undefined): void
  start(): Promise<void>
  stateRestored(): Promise<void>
  close(): Promise<void>
}

/**
 * Calls engines in the order in which they were added, and closes them in reverse: an engine is
 * added after those it depends on, and closed before them.
 */
export function createLifecycle(): Lifecycle {
  const engines: Engine[] = []
  return {
    add(engine) {
      if (engine) engines.push(engine)
    },
    async start() {
      for (const engine of engines) await engine.start?.()
    },
    worldChanged(world) {
      for (const engine of engines) engine.worldChanged?.(world)
    },
    addressChanged() {
      for (const engine of engines) engine.addressChanged?.()
    },
    async stateRestored() {
      for (const engine of engines) await engine.stateRestored?.()
    },
    async close() {
      for (const engine of engines.toReversed()) await engine.close?.()
    },
  }
}

/** A list of engines that are opened one after the other. */
export interface EngineList<Parts> {
  /** The dependencies for the next engine: the initial parts and the engines so far. */
  readonly parts: Parts
  /**
   * Opens the next engine and adds it to the parts under the name under which `open` returns it. An
   * engine can only use parts that already exist; anything else does not compile. `undefined` means
   * that this product does not have the engine.
   */
  add<Opened extends Record<string, Engine | undefined>>(
    open: (parts: Parts) => Opened,
  ): EngineList<Parts & Opened>
}

/** Creates an empty list. The engines it opens are added to the lifecycle. */
export function engineList<Parts extends object>(
  parts: Parts,
  lifecycle: Pick<Lifecycle, 'add'>,
): EngineList<Parts> {
  return {
    parts,
    add(open) {
      const opened = open(parts)
      for (const engine of Object.values(opened)) lifecycle.add(engine)
      return engineList({ ...parts, ...opened }, lifecycle)
    },
  }
}
