import { fork } from 'node:child_process'
import type { FromDevice, Plugged } from '@lintel/contract/wire'
import type { DeviceLog } from './device-log.ts'
import type { HostTime } from './host-time.ts'
import { openWire } from './wire.ts'
import type { Wire } from './wire.ts'

/** How a device ended: its exit code, or the signal that killed it. */
export interface Ending {
  code: number | null
  signal: string | null
}

/** One run of the device's software. */
export interface DeviceProcess {
  /** Undefined when it could not be started. */
  pid: number | undefined
  wire: Wire
  /** Cuts its power: SIGKILL, to the programs that it runs too. */
  kill(): void
  ended: Promise<Ending>
}

export interface DeviceStart {
  /** The device's main module. */
  entry: string
  /** The message that a starting device gets. */
  plugged: () => Plugged
  log: DeviceLog
  time: HostTime
  /** Receives its messages. */
  receive: (message: FromDevice) => void
}

/** Starts the device as a child process and connects it. */
export function startDevice({ entry, plugged, log, time, receive }: DeviceStart): DeviceProcess {
  const child = fork(entry, [], {
    serialization: 'json',
    // Without the board's own flags, such as an inspector's port. The smaller young generation (MB)
    // saves the device some 25 MB after a few thousand calls and costs no time.
    execArgv: ['--max-semi-space-size=2'],
    // glibc would raise this threshold (bytes) with the first picture of the camera that it frees, and
    // from then on keep the memory of pictures: 40 MB and more after large ones. This is its default.
    // 32 kB would give back 10 MB more, but also map the 64 kB buffer of every read: a parameter list
    // then took 1.5 times as long.
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In a process group of its own: Ctrl-C in a terminal goes to the board, which stops the device
    // cleanly.
    detached: process.platform !== 'win32',
  })
  const wire = openWire(
    (message) => {
      if (child.connected) child.send(message, () => {})
    },
    (message) => {
      if (message.type === 'hello') wire.send({ type: 'plugged', plugged: plugged() })
      else receive(message)
    },
    time,
  )
  child.stdout?.on('data', (chunk: Uint8Array) => {
    log.write(chunk)
  })
  child.stderr?.on('data', (chunk: Uint8Array) => {
    log.write(chunk)
  })
  child.on('message', (message) => {
    wire.received(message as FromDevice)
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      // Programs that a crashed device has left.
      killGroup(child.pid)
      resolve({ code, signal })
    })
    child.once('error', (error) => {
      log.write(Buffer.from(`${error.message}\n`))
      resolve({ code: null, signal: null })
    })
  }).finally(() => {
    wire.close()
  })
  return { pid: child.pid, wire, kill: () => killGroup(child.pid), ended }
}

/** Kills a process and the programs that it has started: without power they stop too. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended, or the host has no process groups.
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}
