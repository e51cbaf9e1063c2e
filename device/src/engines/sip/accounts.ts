/** The agents of all accounts: opened and left as the configuration changes. */
import { CERTIFICATE_MISSING } from '@lintel/contract/calls/sip-accounts'
import { userInUri } from '@lintel/contract/rules/sip'
import type { Clock } from '../../clock/clock.ts'
import type { AccountAgent } from './agent.ts'
import { OWN_HOST } from './exchange.ts'
import { GIVE_UP } from './retransmission.ts'
import { after } from './timer.ts'
import type { Flow } from './transport/flow.ts'
import { TRYING } from './registration.ts'
import type { AccountStatus, SipAccount, SipSettings } from './types.ts'
import { requestUriOf, readUri, uriIn, valueOf } from './wire.ts'
import type { WireMessage } from './wire.ts'

export interface Accounts {
  /** Brings the agents in line; resolves when what has to be left has been left. */
  configure(
    accounts: readonly SipAccount[],
    options: { anew: (account: SipAccount) => boolean; refresh: boolean },
  ): Promise<void>
  /** Leaves all, and forgets them. */
  leaveAll(): Promise<void>
  find(accountId: string | undefined): AccountAgent | undefined
  /** Whose a request from outside is; undefined if nobody's. */
  agentFor(request: WireMessage): AccountAgent | undefined
  /**
   * @param own where an account is called that doesn't register
   * @param isReady whether the device has the certificate that the account is to use
   */
  statuses(
    settings: SipSettings,
    own: (account: SipAccount) => string,
    isReady: (account: SipAccount) => boolean,
  ): AccountStatus[]
  /** A connection has ended. */
  connectionEnded(flow: Flow): void
  dispose(): void
}

/** Milliseconds that leaving a registrar may take before it goes on without. Own design. */
const LEAVE_MS = 2000
/** Before an account registers again after its connection ended. Own design. */
const RECONNECT_MS = 1000

/** What can change without a new registration. */
const ADAPTABLE: ReadonlySet<string> = new Set<keyof SipAccount>([
  'name',
  'isDefault',
  'encryption',
  'callerId',
  'autoAnswer',
  'dtmf',
])

/** Everything else; equal texts need no new registration. */
const registered = (account: SipAccount): string =>
  JSON.stringify(account, (key, value: unknown) => (ADAPTABLE.has(key) ? undefined : value))

export function openAccounts(
  clock: Pick<Clock, 'wait'>,
  open: (account: SipAccount) => AccountAgent,
): Accounts {
  let configured: readonly SipAccount[] = []
  const agents = new Map<string, AccountAgent>()
  /** Left, but with calls or requests that have not ended. */
  const retired = new Set<AccountAgent>()

  const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
    Promise.race([work, clock.wait(ms).catch(() => {})])

  async function leave(agent: AccountAgent): Promise<void> {
    agents.delete(agent.account().id)
    retired.add(agent)
    await within(LEAVE_MS, agent.leave())
    after(clock, GIVE_UP, () => dispose(agent))
  }

  /** Waits as long as calls go on. */
  function dispose(agent: AccountAgent): void {
    if (!retired.has(agent)) return
    if (agent.core.dialogs.size > 0) {
      after(clock, GIVE_UP, () => dispose(agent))
      return
    }
    retired.delete(agent)
    agent.dispose()
  }

  const all = () => [...agents.values(), ...retired]

  return {
    async configure(accounts, { anew, refresh }) {
      const wanted = new Map(
        accounts.filter(({ enabled }) => enabled).map((account) => [account.id, account]),
      )
      const left = Array.from(agents.values()).filter((agent) => {
        const next = wanted.get(agent.account().id)
        return !next || anew(next) || registered(next) !== registered(agent.account())
      })
      configured = accounts
      await Promise.all(left.map((agent) => leave(agent)))
      for (const account of wanted.values()) {
        const known = agents.get(account.id)
        known?.adapt(account)
        if (refresh) known?.refresh()
        if (!known) agents.set(account.id, open(account))
      }
    },
    async leaveAll() {
      await Promise.all(Array.from(agents.values(), (agent) => leave(agent)))
    },
    find(accountId) {
      if (accountId !== undefined) return agents.get(accountId)
      const list = Array.from(agents.values())
      return list.find((agent) => agent.account().isDefault) ?? list[0]
    },
    agentFor(request) {
      const dialog = dialogOf(request)
      const holder = dialog && all().find((agent) => agent.holds(dialog))
      return holder ?? addressee(request, Array.from(agents.values()))
    },
    statuses: ({ enabled }, own, isReady) =>
      configured.map((account) => {
        const now = agents.get(account.id)?.registration()
        const uri = `${account.sips ? 'sips' : 'sip'}:${userInUri(account.user)}`
        const home = account.domain ?? account.registrar
        return {
          accountId: account.id,
          uri: home === undefined ? own(account) : `${uri}@${now?.server.domain ?? home}`,
          registrar: now?.server.uri.replace(/^sips?:/, '') ?? account.registrar ?? account.domain,
          ...(now ? { status: now.status, text: now.text } : idle(enabled, account, isReady)),
        }
      }),
    connectionEnded(flow) {
      for (const agent of agents.values()) {
        if (agent.registeredOver(flow)) after(clock, RECONNECT_MS, () => agent.refresh())
      }
    },
    dispose() {
      for (const agent of all()) agent.dispose()
      agents.clear()
      retired.clear()
    },
  }
}

/** The status of an account without a registration, or whose registration has not begun yet. */
function idle(
  enabled: boolean,
  account: SipAccount,
  isReady: (account: SipAccount) => boolean,
): Pick<AccountStatus, 'status' | 'text'> {
  if (!enabled) return { status: 0, text: 'SIP is disabled' }
  if (!account.enabled) return { status: 0, text: 'The account is disabled' }
  const registers = account.registrar !== undefined || account.domain !== undefined
  if (registers) return TRYING
  return isReady(account)
    ? { status: 0, text: 'Does not register' }
    : { status: 503, text: CERTIFICATE_MISSING }
}

/** Identifies the dialog of a request; undefined outside of dialogs. */
function dialogOf(request: WireMessage) {
  const tag = (name: string) => /;\s*tag\s*=\s*([^;,\s]+)/i.exec(valueOf(request, name) ?? '')?.[1]
  const toTag = tag('to')
  if (toTag === undefined) return undefined
  return { callId: valueOf(request, 'call-id') ?? '', toTag, fromTag: tag('from') ?? '' }
}

const isPeer = (agent: AccountAgent): boolean => agent.aor().host === OWN_HOST

/** Whom a request is addressed to: by our mark, by name, or else the peer-to-peer account. */
function addressee(
  request: WireMessage,
  agents: readonly AccountAgent[],
): AccountAgent | undefined {
  const uri = readUri(requestUriOf(request))
  const marked = uri?.parameters.get('line')
  const to = readUri(uriIn(valueOf(request, 'to') ?? ''))
  return (
    agents.find(({ line }) => line === marked) ??
    agents.find((agent) => to?.user === agent.account().user && to.host === agent.aor().host) ??
    agents.find((agent) => uri?.user !== undefined && uri.user === agent.account().user) ??
    agents.find((agent) => isPeer(agent) && agent.account().isDefault) ??
    agents.find(isPeer)
  )
}
