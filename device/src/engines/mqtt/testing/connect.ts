/** Connections for tests, to a broker on this computer. */
import { onTestFinished } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { connectTo } from '../connection.ts'
import type { BrokerSettings, Connection, OnMessage } from '../connection.ts'

/** Stands still until a test moves it. */
export const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })

/** A broker at a port of 127.0.0.1, without a sign-in. */
export const settingsFor = (port: number, more: Partial<BrokerSettings> = {}): BrokerSettings => ({
  protocol: 'tcp',
  host: '127.0.0.1',
  port,
  basepath: '',
  alpnProtocol: '',
  username: '',
  password: '',
  clientId: 'gate',
  keepAlive: 60,
  connectTimeout: 60,
  cleanSession: true,
  will: undefined,
  tls: { validates: true, authorities: [], own: undefined },
  ...more,
})

/** Connects, and cuts the connection after the test. */
export async function connect(
  settings: BrokerSettings,
  onMessage: OnMessage = () => undefined,
): Promise<Connection> {
  const connection = await connectTo(settings, { clock, onMessage }, new AbortController().signal)
  onTestFinished(() => connection.cut())
  return connection
}
