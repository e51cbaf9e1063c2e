import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Plugged, World } from '@lintel/contract/wire'
import { SNMP_USER } from '@lintel/contract/rules/snmp'
import type { Clock } from '../../clock/clock.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import type { Parameters } from '../../state/parameters.ts'
import { ActionFailure } from '../action-rules/types.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { createAgent } from './agent.ts'
import type { Access } from './agent.ts'
import { noCounts } from './counters.ts'
import { createMib } from './mib.ts'
import { engineIdOf } from './names.ts'
import type { Varbind } from './pdu.ts'
import { openSocket, sendFrom } from './socket.ts'
import type { Socket } from './socket.ts'
import { messageVarbinds, trapV1, trapV2c, trapV3 } from './trap.ts'
import type { TrapId } from './trap.ts'
import { keysOf } from './usm.ts'
import type { Engine as SnmpEngine, Keys } from './usm.ts'
import { linkVarbinds, variablesOf } from './variables.ts'

/** The SNMP agent, configured by `root.SNMP`. */
export interface Snmp extends Engine {
  /** Starts listening, and sends the trap for the device's start. */
  start(): Promise<void>
  /** Without a network cable nothing is received or sent. */
  worldChanged(world: Pick<World, 'cable'>): void
  addressChanged(): void
  /**
   * Sends a message of an action rule as a trap; UDP doesn't confirm delivery.
   * @throws ActionFailure `notPossible` while traps are off or have no receiver, `unreachable`
   */
  sendMessage(topic: string, message: string): Promise<void>
  /** Resolves when the agent listens as configured, or has given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface SnmpParts {
  plugged: Pick<Plugged, 'serial' | 'ports' | 'reason' | 'world'>
  network: Pick<Network, 'listening'>
  clock: Pick<Clock, 'monotonic'>
  parameters: Pick<Parameters, 'get' | 'set' | 'subscribe'>
  log: Log
  logToBench: LogToBench
}

const BOOTS = 'root.SNMP.EngineBoots'
const LAST_BOOT = 2 ** 31 - 1
/** UDP port of trap receivers (RFC 3417 §3.1). */
const TRAP_PORT = 162

/** The parameter that enables each trap. */
const SWITCHES = {
  coldStart: 'root.SNMP.Trap.T0.ColdStart.Enabled',
  warmStart: 'root.SNMP.Trap.T0.WarmStart.Enabled',
  linkUp: 'root.SNMP.Trap.T0.LinkUp.Enabled',
  authenticationFailure: 'root.SNMP.Trap.T0.AuthFail.Enabled',
} as const satisfies Record<TrapId, ParameterName>

/**
 * Creates an agent that is not started yet. Parameters apply from the next datagram on; only a new
 * address, and switching it on or off, reopens the socket.
 */
export function openSnmp(parts: SnmpParts, { trapPort = TRAP_PORT } = {}): Snmp {
  const { plugged, network, clock, parameters, log, logToBench } = parts
  const counters = noCounts()
  const engine: SnmpEngine & { boots: number } = {
    id: engineIdOf(plugged.serial),
    boots: 0,
    time: () => Math.floor(clock.monotonic() / 1000),
  }
  let link = { up: plugged.world.cable, since: 0 }
  let cached: { password: string; keys: Keys } | undefined
  let started = false
  let listening: Socket | undefined
  let last: Promise<void> = Promise.resolve()

  const { get } = parameters
  const upTime = () => Math.floor(clock.monotonic() / 10)

  const respond = createAgent({
    mib: createMib(
      variablesOf({
        get,
        address: () => network.listening().address,
        upTime,
        link: () => link,
        counters,
        engine,
      }),
    ),
    engine,
    access,
    counters,
    store(values) {
      try {
        parameters.set(values)
      } catch (cause) {
        log.warn({ err: cause }, 'could not store parameters set by SNMP')
        throw cause
      }
      log.info({ parameters: Object.keys(values) }, 'parameters set by SNMP')
    },
    onAuthenticationFailure: () => sendTrap('authenticationFailure'),
  })

  function access(): Access {
    return {
      v1: get('root.SNMP.V1'),
      v2c: get('root.SNMP.V2c'),
      v3: get('root.SNMP.V3'),
      read: get('root.SNMP.V1ReadCommunity'),
      write: get('root.SNMP.V1WriteCommunity'),
      user: SNMP_USER,
      keys: keys(),
    }
  }

  /** Deriving keys is slow, so they are cached until the password changes. */
  function keys(): Keys | undefined {
    const password = get('root.SNMP.V3') ? get('root.SNMP.InitialUserPasswd') : ''
    if (password === '') cached = undefined
    else if (cached?.password !== password) cached = { password, keys: keysOf(password, engine.id) }
    return cached?.keys
  }

  /** Every start of the engine has a unique number that is never reused (RFC 3414 §2.2.2). */
  function countBoot(): void {
    const stored = get(BOOTS)
    if (engine.boots > 0 && stored >= engine.boots) return
    engine.boots = Math.max(engine.boots, Math.min(stored + 1, LAST_BOOT))
    try {
      parameters.set({ [BOOTS]: engine.boots })
    } catch (cause) {
      log.error({ err: cause }, 'could not store the SNMP boot counter')
    }
  }

  /** Opens or closes the socket to match the configuration. */
  async function listen(): Promise<void> {
    const on = started && get('root.SNMP.Enabled')
    const { listen: address } = network.listening()
    if (listening && on && listening.address === address) return
    await listening?.close()
    listening = undefined
    if (!on) return
    countBoot()
    const port = plugged.ports.snmp
    try {
      listening = await openSocket({ address, port, respond: respondIfConnected, log })
      log.info({ address, port }, 'SNMP agent listening')
    } catch (cause) {
      log.error({ err: cause, address, port }, 'SNMP agent could not listen')
      logToBench('snmp.noPort', { address, port })
    }
  }

  const respondIfConnected = (datagram: Buffer) => (link.up ? respond(datagram) : undefined)

  function follow(): void {
    last = last.then(listen)
  }

  /** Sends a trap if it is enabled. UDP doesn't confirm delivery. */
  function sendTrap(trap: TrapId, varbinds: readonly Varbind[] = []): void {
    const receiver = get('root.SNMP.Trap.T0.Address')
    const enabled = get('root.SNMP.Trap.Enabled') && get(SWITCHES[trap])
    if (!started || !link.up || !get('root.SNMP.Enabled') || !enabled || receiver === '') return
    const { listen: from, address } = network.listening()
    const datagram = encodeTrap(trap, varbinds, address)
    if (!datagram) return
    sendFrom(from, datagram, { address: receiver, port: trapPort }).then(
      () => logToBench('snmp.trap', { trap, address: receiver }),
      (cause: unknown) => log.warn({ err: cause, receiver, trap }, 'could not send trap'),
    )
  }

  /**
   * Uses the newest enabled version that needs no password, else version 3; undefined when none is
   * available.
   */
  function encodeTrap(
    trap: TrapId | 'actionRule',
    varbinds: readonly Varbind[],
    address: string,
  ): Buffer | undefined {
    const notification = { trap, upTime: upTime(), varbinds }
    const community = get('root.SNMP.Trap.T0.Community')
    if (get('root.SNMP.V2c')) return trapV2c(notification, community)
    if (get('root.SNMP.V1')) return trapV1(notification, community, address)
    const secret = keys()
    return secret && trapV3(notification, engine, SNMP_USER, secret)
  }

  async function sendMessage(topic: string, message: string): Promise<void> {
    const receiver = get('root.SNMP.Trap.T0.Address')
    if (!get('root.SNMP.Enabled') || !get('root.SNMP.Trap.Enabled') || receiver === '') {
      throw new ActionFailure('notPossible', 'SNMP traps are off, or have no receiver.')
    }
    if (!started || !link.up) throw new ActionFailure('unreachable')
    const { listen: from, address } = network.listening()
    const datagram = encodeTrap('actionRule', messageVarbinds(topic, message), address)
    if (!datagram) throw new ActionFailure('notPossible', 'No version of SNMP is ready for traps.')
    try {
      await sendFrom(from, datagram, { address: receiver, port: trapPort })
    } catch (cause) {
      log.warn({ err: cause, receiver }, 'could not send the trap of an action rule')
      throw new ActionFailure('unreachable', receiver)
    }
  }

  const end = parameters.subscribe('root.SNMP', (changed) => {
    if (changed.includes(BOOTS) && engine.boots > 0) countBoot()
    if (changed.includes('root.SNMP.Enabled')) follow()
  })

  return {
    async start() {
      started = true
      follow()
      await last
      sendTrap(plugged.reason === 'power' ? 'coldStart' : 'warmStart')
    },
    worldChanged({ cable }) {
      if (cable === link.up) return
      link = { up: cable, since: upTime() }
      if (cable) sendTrap('linkUp', linkVarbinds())
    },
    sendMessage,
    addressChanged: follow,
    stateRestored: () => last,
    settled: () => last,
    async close() {
      end()
      started = false
      follow()
      await last
    },
  }
}
