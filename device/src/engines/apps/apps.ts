import type { Application, AppLicence } from '@lintel/contract/calls/applications'
import type { Plugged } from '@lintel/contract/wire'
import type { Credentials } from '@lintel/front-door/device-context'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { Log } from '../../log.ts'
import { openAppFolders } from '../../state/app-folders.ts'
import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { makeAccount } from './account.ts'
import type { AppAccount } from './account.ts'
import { RUNS_APPS } from './app-process.ts'
import { watchDisk } from './disk-use.ts'
import { checkLicence, endOf, readLicence } from './licence.ts'
import { appProblem, isFull, noRoom, notAllowed, unlessFull } from './problem.ts'
import { startRun } from './runner.ts'
import type { Run } from './runner.ts'
import type { AppSettings } from './settings.ts'
import { describe, environmentOf, licenceStateOf, OWN_DATA, urlOf } from './stored-app.ts'
import type { StoredApp } from './stored-app.ts'
import { killStrays } from './strays.ts'
import { unpackPackage } from './unpack-package.ts'

/** How many applications can be installed, and run, at once. Own design. */
const INSTALLED_MAX = 20
const RUNNING_MAX = 8
/** How many packages may arrive at once: each may take as much of the disk as a package can. */
const ARRIVING_MAX = 2

/** Where an application is, for those who pass requests on to it. */
export interface InstalledApp {
  settings: AppSettings
  folder: string
  running: boolean
}

/**
 * The installed applications. Every change is durable when the method returns; otherwise it throws a
 * `Refusal` with a code of the public calls. One change is made at a time.
 */
export interface Apps extends Engine {
  /** Whether uploaded programs may run. */
  readonly allowed: boolean
  /** By name. */
  all(): Application[]
  find(name: string): InstalledApp | undefined
  /** Installs a package while it arrives. Leaves nothing behind if that fails. */
  install(bytes: AsyncIterable<Uint8Array>): Promise<void>
  control(name: string, action: 'start' | 'stop' | 'restart' | 'remove'): Promise<void>
  putLicence(name: string, key: Uint8Array): Promise<void>
  removeLicence(name: string): Promise<void>
  /** Of the account of a running application. */
  credentials(user: string): Credentials | undefined
  /** Copies the folders of all applications, with a copy of the database. */
  saveFolders(folder: string): void
  /** Takes over the folders of such a copy, before the database is restored from it. */
  adoptFolders(folder: string): void
}

export interface AppParts {
  plugged: Pick<Plugged, 'allowApps' | 'dataFolder' | 'serial' | 'trustedKeys'>
  clock: Clock
  database: Database
  network: Pick<Network, 'urls'>
  events: Pick<EventBus, 'changed'>
  realm: string
  log: Log
  diskFull: () => boolean
}

const byName = (one: string, other: string) => one.localeCompare(other, 'en')

export function openApps(parts: AppParts): Apps {
  const { plugged, clock, database, network, events, realm, log, diskFull } = parts
  const record = openRecord<Record<string, StoredApp>>(database, 'applications')
  const folders = openAppFolders(plugged.dataFolder)
  const allowed = plugged.allowApps === true && RUNS_APPS
  let known = load()
  const runs = new Map<string, Run>()
  const accounts = new Map<string, AppAccount>()
  /** The URL that running applications know. */
  let url = ''
  let started = false
  let closing = false
  let arriving = 0
  let last: Promise<unknown> = Promise.resolve()
  let expiry = new AbortController()

  function load(): Record<string, StoredApp> {
    const stored = record.get() ?? {}
    folders.sweep(new Set(Object.values(stored).map(({ id }) => id)))
    return stored
  }

  function store(apps: Record<string, StoredApp>): void {
    record.put(apps)
    known = apps
    events.changed('applications')
  }

  const change = (name: string, members: Partial<StoredApp>): void => {
    store({ ...known, [name]: { ...foundOrRefused(name), ...members } })
  }

  /** Waits for changes that have begun. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  const found = (name: string): StoredApp | undefined =>
    Object.hasOwn(known, name) ? known[name] : undefined

  function foundOrRefused(
    name: string,
    code: 'noSuchApp' | 'notInstalled' = 'noSuchApp',
  ): StoredApp {
    const app = found(name)
    if (app) return app
    throw appProblem(code, 'There is no such application.')
  }

  const conditions = () => ({ serial: plugged.serial, now: clock.now() })

  const licenceOf = (app: StoredApp): AppLicence => licenceStateOf(app, conditions())

  /** Whether its licence lets it run. */
  const mayRun = (app: StoredApp): boolean => !['Missing', 'Invalid'].includes(licenceOf(app))

  function run(name: string, app: StoredApp): void {
    if (closing) return
    const { settings } = app
    const plan = () => {
      const account = makeAccount(name, realm)
      url = urlOf(network)
      accounts.set(account.user, account)
      return {
        name,
        folder: folders.pathOf(app.id),
        options: settings.options,
        env: environmentOf(account, url, folders.pathOf(app.id)),
      }
    }
    const onEnd = () => {
      forget(name)
      // One that people start by hand has done its work.
      const now = found(name)
      if (now && settings.runMode === 'never') unlessFull(() => change(name, { wanted: false }))
      else events.changed('applications')
    }
    runs.set(name, startRun(plan, settings.runMode, { clock, log, onEnd }))
    events.changed('applications')
  }

  function forget(name: string): void {
    runs.delete(name)
    accounts.delete(`app.${name}`)
  }

  async function halt(name: string): Promise<void> {
    const running = runs.get(name)
    if (!running) return
    await running.stop()
    forget(name)
    log.info({ app: name }, 'application stopped')
    events.changed('applications')
  }

  function killAll(): void {
    for (const running of runs.values()) running.kill()
    runs.clear()
    accounts.clear()
  }

  /** Starts what people want to run, after a start of the device or a restore. */
  function startWanted(): void {
    // What a device has left that was killed together with the companions of its applications.
    if (allowed) killStrays(folders.root)
    for (const [name, app] of Object.entries(known)) {
      const starts = allowed && app.wanted && app.settings.runMode !== 'never' && mayRun(app)
      if (starts && runs.size < RUNNING_MAX) run(name, app)
    }
    watchExpiry()
  }

  /** Stops applications on the last day of their licence, if they run then. */
  function watchExpiry(): void {
    expiry.abort()
    expiry = new AbortController()
    const ends = Array.from(runs.keys()).flatMap((name) => {
      const licence = found(name)?.licence
      return licence ? [endOf(licence) - clock.now()] : []
    })
    const soonest = Math.min(...ends)
    if (!Number.isFinite(soonest)) return
    clock.wait(Math.max(soonest, 0), expiry.signal).then(stopExpired, () => undefined)
  }

  function stopExpired(): void {
    inTurn(async () => {
      for (const name of Array.from(runs.keys())) {
        const app = found(name)
        if (!app || mayRun(app)) continue
        log.warn({ app: name }, 'licence not valid any more')
        await halt(name)
      }
      watchExpiry()
    }).catch((cause: unknown) => log.error({ err: cause }, 'licences not checked'))
  }

  function start(name: string): void {
    const app = foundOrRefused(name)
    if (!allowed) throw notAllowed()
    if (runs.has(name)) throw appProblem('alreadyRunning', 'The application is running.')
    if (!mayRun(app)) throw appProblem('notStarted', 'The application needs a valid licence key.')
    if (runs.size >= RUNNING_MAX) {
      throw appProblem('tooManyRunning', `At most ${RUNNING_MAX} applications can run.`)
    }
    change(name, { wanted: true })
    run(name, app)
    watchExpiry()
  }

  async function stop(name: string): Promise<void> {
    const app = foundOrRefused(name)
    if (!runs.has(name) && !app.wanted)
      throw appProblem('notRunning', 'The application does not run.')
    const ran = runs.has(name)
    change(name, { wanted: false })
    await halt(name)
    if (!ran) throw appProblem('notRunning', 'The application does not run.')
  }

  async function removeApp(name: string): Promise<void> {
    const { id } = foundOrRefused(name)
    const { [name]: _removed, ...left } = known
    store(left)
    await halt(name)
    folders.remove(id)
  }

  const controls = {
    start: async (name: string) => start(name),
    stop,
    async restart(name: string) {
      foundOrRefused(name)
      if (!allowed) throw notAllowed()
      await halt(name)
      start(name)
    },
    remove: removeApp,
  }

  /** Unpacks a package while others may be started and stopped, and then puts it in place. */
  async function install(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (!allowed) throw notAllowed()
    if (diskFull()) throw noRoom()
    if (arriving >= ARRIVING_MAX) {
      throw appProblem('unspecified', 'Too many applications are being installed.')
    }
    arriving += 1
    const id = folders.create()
    try {
      const settings = await unpackPackage(bytes, { folder: folders.pathOf(id), diskFull })
      await inTurn(() => replace(id, settings))
    } catch (cause) {
      folders.remove(id)
      throw isFull(cause) ? noRoom() : cause
    } finally {
      folders.settle(id)
      arriving -= 1
    }
  }

  /** Makes an unpacked package the version that counts. If that fails, the old one goes on. */
  async function replace(id: string, settings: AppSettings): Promise<void> {
    const { name, version } = settings
    const old = found(name)
    if (!old && Object.keys(known).length >= INSTALLED_MAX) {
      throw appProblem('noRoom', `At most ${INSTALLED_MAX} applications can be installed.`)
    }
    const ran = runs.has(name)
    await halt(name)
    try {
      if (old) folders.copyWithin(old.id, id, OWN_DATA)
      folders.makeWithin(id, OWN_DATA)
      store({ ...known, [name]: { wanted: false, ...old, settings, id } })
    } catch (cause) {
      if (old && ran) run(name, old)
      throw cause
    }
    if (old) folders.remove(old.id)
    log.info({ app: name, version }, 'application installed')
    const app = found(name)
    if (ran && app && mayRun(app)) run(name, app)
    watchExpiry()
  }

  async function putLicence(name: string, key: Uint8Array): Promise<void> {
    const { settings } = foundOrRefused(name, 'notInstalled')
    if (settings.licence !== 'checked')
      throw appProblem('notInstalled', 'The application takes no licence key.')
    const licence = readLicence(key, plugged.trustedKeys)
    checkLicence(licence, settings, conditions())
    try {
      change(name, { licence })
    } catch (cause) {
      throw isFull(cause) ? appProblem('keyNotStored', 'The device has no storage left.') : cause
    }
    watchExpiry()
  }

  async function removeLicence(name: string): Promise<void> {
    const { licence, ...app } = foundOrRefused(name, 'notInstalled')
    if (!licence) throw appProblem('keyNotRemoved', 'The application has no licence key.')
    try {
      store({ ...known, [name]: app })
    } catch (cause) {
      throw isFull(cause) ? appProblem('keyNotRemoved', 'The device has no storage left.') : cause
    }
    await halt(name)
  }

  /** Stops one that fills the disk; people have to start it again. */
  function stopTooLarge(name: string): void {
    inTurn(async () => {
      if (!runs.has(name)) return
      log.error({ app: name }, 'application stopped, as it has filled its share of the disk')
      unlessFull(() => change(name, { wanted: false }))
      await halt(name)
    }).catch((cause: unknown) => log.error({ err: cause }, 'application not stopped'))
  }

  const unfollow = clock.onJump(stopExpired)
  const inUse = () =>
    Object.entries(known).flatMap(([name, { id }]) =>
      runs.has(name) ? [{ name, folder: folders.pathOf(id) }] : [],
    )
  const unwatch = watchDisk(inUse, stopTooLarge)

  return {
    allowed,
    all: () =>
      Object.entries(known)
        .toSorted(([one], [other]) => byName(one, other))
        .map(([name, app]) => describe(app, licenceOf(app), runs.has(name))),
    find(name) {
      const app = found(name)
      return (
        app && { settings: app.settings, folder: folders.pathOf(app.id), running: runs.has(name) }
      )
    },
    install,
    control: (name, action) => inTurn(() => controls[action](name)),
    putLicence: (name, key) => inTurn(() => putLicence(name, key)),
    removeLicence: (name) => inTurn(() => removeLicence(name)),
    credentials: (user) => accounts.get(user)?.credentials,
    saveFolders: (folder) =>
      folders.copyTo(
        folder,
        Object.values(known).map(({ id }) => id),
      ),
    adoptFolders(folder) {
      killAll()
      folders.adopt(folder)
    },
    start() {
      started = true
      startWanted()
    },
    addressChanged() {
      if (!started || urlOf(network) === url) return
      // They learn of the new address when they start.
      inTurn(async () => {
        for (const name of Array.from(runs.keys())) {
          const app = found(name)
          await halt(name)
          if (app) run(name, app)
        }
      }).catch((cause: unknown) => log.error({ err: cause }, 'applications not restarted'))
    },
    stateRestored() {
      killAll()
      known = load()
      startWanted()
    },
    async close() {
      unfollow()
      unwatch()
      expiry.abort()
      started = false
      closing = true
      await Promise.all(Array.from(runs.values(), (running) => running.stop()))
      runs.clear()
    },
  }
}
