import type { Engine } from './engine.ts'

/** All engines of a device as one. */
export interface Lifecycle extends Required<Engine> {
  add(engine: Engine | undefined): void
  start(): Promise<void>
  stateRestored(): Promise<void>
  close(): Promise<void>
}

/**
 * Calls engines in the order in which they were added, and closes them in reverse: one that needs
 * another is added after it and closed before it.
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

/** A list of engines that is being opened, one after the other. */
export interface EngineList<Parts> {
  /** What engines are made of: the parts from the beginning and the engines so far. */
  readonly parts: Parts
  /**
   * Opens the next engine and adds it to the parts under the name that `open` returns it by. It can
   * only need what is there already: anything else does not compile. Undefined stands for an engine
   * that this product does without.
   */
  add<Opened extends Record<string, Engine | undefined>>(
    open: (parts: Parts) => Opened,
  ): EngineList<Parts & Opened>
}

/** An empty list; what it opens takes part in the lifecycle. */
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
