/** Real programs for tests of calls: Debian's kamailio, baresip, sipp and coturn. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, until } from './sip-rig.ts'

const exists = (program: string, flag = '-v'): boolean =>
  spawnSync(program, [flag]).error === undefined

const KAMAILIO_MODULES =
  [
    '/usr/lib/x86_64-linux-gnu/kamailio/modules/',
    '/usr/lib/aarch64-linux-gnu/kamailio/modules/',
  ].find((path) => existsSync(path)) ?? ''

export const HAS = {
  kamailio: exists('kamailio') && existsSync(join(KAMAILIO_MODULES, 'tls.so')),
  baresip: exists('baresip'),
  sipp: exists('sipp'),
  coturn: exists('turnserver', '--version'),
}

const BARESIP_MODULES = '/usr/lib/baresip/modules'

/** A folder that goes when the test ends. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lintel-sip-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A running program, with what it has said so far. */
export interface Program extends ChildProcess {
  output(): string
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
}

/** Runs a program, which ends with the test at the latest. */
export function run(program: string, args: readonly string[], cwd: string): Program {
  let text = ''
  const child = spawn(program, args, { cwd, env: { ...process.env, HOME: cwd }, detached: true })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const gone = once(child, 'exit')
    process.kill(-child.pid, signal)
    await gone
  }
  onTestFinished(() => end('SIGKILL'))
  return Object.assign(child, { output: () => text, stop: () => end('SIGTERM') })
}

/** The domain of the registrar, and the password of each of its users. */
export const REALM = 'lab.local'
export const passwordOf = (user: string): string => `secret-${user}`

export interface Kamailio {
  port: number
  tlsPort: number
  stop(): Promise<void>
}

/** A registrar, which redirects calls to `moved` to `ann`, and proxy with digest authentication, on UDP, TCP and TLS of 127.0.0.1 and [::1]. */
export async function openKamailio(
  certificate: { key: string; cert: string },
  { port, tlsPort }: { port?: number; tlsPort?: number } = {},
): Promise<Kamailio> {
  const path = folder()
  const numbers = { port: port ?? (await freePort()), tlsPort: tlsPort ?? (await freePort()) }
  writeFileSync(join(path, 'key.pem'), certificate.key)
  writeFileSync(join(path, 'cert.pem'), certificate.cert)
  writeFileSync(join(path, 'kamailio.cfg'), kamailioConfig(path, numbers))
  const child = run(
    'kamailio',
    [
      '-f',
      join(path, 'kamailio.cfg'),
      '-DD',
      '-E',
      '-Y',
      path,
      '-P',
      join(path, 'pid'),
      '-m',
      '32',
      '-M',
      '4',
    ],
    path,
  )
  try {
    await until(() => listens('127.0.0.1', numbers.tlsPort))
  } catch (cause) {
    throw new Error(`kamailio did not start: ${child.output()}`, { cause })
  }
  return { ...numbers, stop: () => child.stop() }
}

/** Rejects unless something listens there. */
export async function listens(host: string, port: number): Promise<void> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

const kamailioConfig = (
  path: string,
  { port, tlsPort }: { port: number; tlsPort: number },
): string => `
debug=1
log_stderror=yes
children=2
tcp_children=2
enable_tls=yes
auto_aliases=no
alias="${REALM}"
${['127.0.0.1', '[::1]']
  .flatMap((host) => [
    `listen=udp:${host}:${port}`,
    `listen=tcp:${host}:${port}`,
    `listen=tls:${host}:${tlsPort}`,
  ])
  .join('\n')}
mpath="${KAMAILIO_MODULES}"
${[
  'tls',
  'kex',
  'tm',
  'tmx',
  'sl',
  'rr',
  'pv',
  'maxfwd',
  'usrloc',
  'registrar',
  'textops',
  'siputils',
  'auth',
]
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
modparam("tls","private_key","${path}/key.pem")
modparam("tls","certificate","${path}/cert.pem")
modparam("tls","tls_method","TLSv1.2+")
modparam("usrloc","db_mode",0)
modparam("registrar","default_expires",60)
modparam("registrar","max_expires",120)
modparam("auth","nonce_count",1)
modparam("auth","qop","auth")
request_route {
  if(!mf_process_maxfwd_header("10")){ sl_send_reply("483","Too Many Hops"); exit; }
  if(has_totag()){
    if(loose_route()){ t_relay(); exit; }
    if(is_method("ACK")){ if(t_check_trans()){ t_relay(); } exit; }
    t_relay(); exit;
  }
  if(is_method("CANCEL")){ if(t_check_trans()){ t_relay(); } exit; }
  t_check_trans();
  if(is_method("REGISTER")){
    if(!pv_www_authenticate("${REALM}","secret-$tU","0")){ www_challenge("${REALM}","1"); exit; }
    consume_credentials();
    save("location");
    exit;
  }
  if(is_method("INVITE")){
    if(!pv_proxy_authenticate("${REALM}","secret-$fU","0")){ proxy_challenge("${REALM}","1"); exit; }
    consume_credentials();
    record_route();
  }
  if($rU=="moved"){ append_to_reply("Contact: <sip:ann@${REALM}>\r\n"); sl_send_reply("302","Moved Temporarily"); exit; }
  if(!lookup("location")){ sl_send_reply("404","Not Found"); exit; }
  t_relay();
}
`

export interface Baresip {
  port: number
  tlsPort: number
  /** Where it takes commands. */
  control: number
  /** Dials, hangs up, …; resolves with what it says. */
  command(command: string, params?: string): Promise<void>
  /** Events as it reports them: `CALL_ESTABLISHED`. */
  events: { type: string; param: string }[]
  /** What it has said so far. */
  output(): string
  close(): void
}

async function startBaresip(options: Parameters<typeof openBaresip>[0]) {
  const path = folder()
  const { port, control } = options.ports ?? {
    port: await freePort(),
    control: await freePort(),
  }
  // baresip always uses the next port for TLS.
  const tlsPort = port + 1
  if (options.certificate) {
    writeFileSync(join(path, 'both.pem'), options.certificate.key + options.certificate.cert)
  }
  const { address = '127.0.0.1', within = [], modules: more = [] } = options
  const applications = ['account', 'ctrl_tcp', 'menu']
  const modules = ['g722', 'g711', 'ausine', 'srtp', 'aufile', ...more, ...applications]
    .filter((name) => existsSync(join(BARESIP_MODULES, `${name}.so`)))
    .map((name) => `${applications.includes(name) ? 'module_app' : 'module'} ${name}.so`)
  writeFileSync(
    join(path, 'config'),
    [
      `sip_listen ${address}:${port}`,
      options.certificate ? `sip_certificate ${join(path, 'both.pem')}` : '',
      'audio_player aufile,/dev/null',
      'audio_source ausine,440',
      'ausrc_srate 48000',
      'ausrc_channels 2',
      'call_local_timeout 120',
      'call_max_calls 10',
      `net_interface ${address}`,
      `ctrl_tcp_listen ${address}:${control}`,
      `module_path ${BARESIP_MODULES}`,
      ...modules,
      '',
    ].join('\n'),
  )
  writeFileSync(join(path, 'accounts'), `${options.account({ port, tlsPort })}\n`)
  writeFileSync(join(path, 'contacts'), '')
  const [program, ...args] = [...within, 'baresip', '-f', path, '-4']
  const child = run(program, args, path)
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error('It has ended.')
      return listens(address, control)
    })
  } catch (cause) {
    throw new Error(`baresip did not start: ${child.output()}`, { cause })
  }
  return { child, port, tlsPort, control }
}

/**
 * A phone without sound: it plays a tone of 440 Hz.
 * @param options.account an address with parameters, in baresip's own form
 */
export async function openBaresip(options: {
  account: (ports: { port: number; tlsPort: number }) => string
  certificate?: { key: string; cert: string }
  /** Where it is, and the command that runs it there. */
  address?: string
  within?: readonly string[]
  /** Besides those that each has. */
  modules?: readonly string[]
  /** Those of one that has ended, by default free ones. */
  ports?: Pick<Baresip, 'port' | 'control'>
}): Promise<Baresip> {
  // It takes three ports, of which another program may take one before.
  const { child, port, tlsPort, control } = await startBaresip(options)
    .catch(() => startBaresip(options))
    .catch(() => startBaresip(options))
  const events: Baresip['events'] = []
  const socket = connect(control, options.address ?? '127.0.0.1')
  await once(socket, 'connect')
  let waiting = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const colon = waiting.indexOf(':')
      const length = Number(waiting.toString('latin1', 0, Math.max(colon, 0)))
      if (colon < 0 || waiting.length < colon + length + 2) return
      const text = waiting.toString('utf8', colon + 1, colon + 1 + length)
      waiting = waiting.subarray(colon + length + 2)
      const { type = '', param = '' } = JSON.parse(text) as { type?: string; param?: string }
      events.push({ type, param })
    }
  })
  onTestFinished(() => void socket.destroy())
  return {
    port,
    tlsPort,
    control,
    events,
    command(command, params = '') {
      const text = JSON.stringify({ command, params })
      return new Promise((resolve) => {
        socket.write(`${Buffer.byteLength(text)}:${text},`, () => resolve())
      })
    },
    output: () => child.output(),
    close: () => child.kill('SIGKILL'),
  }
}

/** What sipp says about its calls when it has made all of them. */
export interface SippResult {
  succeeded: number
  failed: number
  output: string
}

/**
 * Lets sipp call a device: so many calls, so many a second, each of so many milliseconds.
 * @param options.scenario steps in sipp's XML, in place of a plain call
 */
export async function callWithSipp(
  target: string,
  options: { calls: number; rate: number; duration: number; user?: string; scenario?: string },
): Promise<SippResult> {
  const path = folder()
  const { calls, rate, duration, user = 'door', scenario } = options
  if (scenario !== undefined) writeFileSync(join(path, 'scenario.xml'), scenario)
  const args = [
    target,
    ...(scenario === undefined ? ['-sn', 'uac'] : ['-sf', join(path, 'scenario.xml')]),
    '-s',
    user,
    '-i',
    '127.0.0.1',
    '-p',
    String(await freePort()),
    '-mp',
    String(await freePort()),
    '-m',
    String(calls),
    '-r',
    String(rate),
    '-d',
    String(duration),
    '-nostdin',
    '-trace_stat',
    '-stf',
    join(path, 'stat.csv'),
    '-timeout',
    '120s',
  ]
  return new Promise((resolve) => {
    execFile(
      'sipp',
      args,
      { cwd: path, env: { ...process.env, TERM: 'dumb' } },
      (_, stdout, stderr) => {
        const text = stdout + stderr
        const count = (name: string) =>
          Number(new RegExp(`${name}\\s*\\|\\s*\\d+\\s*\\|\\s*(\\d+)`).exec(text)?.[1] ?? -1)
        resolve({ succeeded: count('Successful call'), failed: count('Failed call'), output: text })
      },
    )
  })
}
