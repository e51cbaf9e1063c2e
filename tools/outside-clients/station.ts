import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, TextCall } from '@lintel/contract/call'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { FirmwareSlots, ToDevice } from '@lintel/contract/wire'
import { expect } from 'vitest'
import { PUBLIC_KEY } from '../../device/src/engines/firmware/testing/make-image.ts'
import { plugIn } from '../../device/src/testing/fake-board.ts'
import type { FakeBoard } from '../../device/src/testing/fake-board.ts'
import type {
  Client,
  ClientRequest,
  ClientResponse,
} from '../../front-door/src/testing/clients/client.ts'

/** A request that makes this call; the address is a path of the device. */
export interface Step extends Omit<ClientRequest, 'url'> {
  call: Exclude<Call, { kind: 'socket' }>
  /** If it is not the call's own. */
  path?: string
  /** What the answer contains. */
  find?: RegExp
}

export const ROOT = { user: 'root', password: 'pass-root' }
const FIRST = 'action=add&user=root&pwd=pass-root&grp=root&sgrp=admin:operator:viewer:ptz'

/** The calls that some client has made. */
export const made = new Set<string>()

/** A device in a process of its own, whose board carries out every order at once. */
export interface Station {
  url(): string
  /** Makes calls with a client, over http unless told otherwise; each of them must succeed. */
  makes(
    client: Client,
    steps: readonly Step[],
    scheme?: 'http' | 'https',
  ): Promise<ClientResponse[]>
  /** Waits until the device has asked for its restart and ended, and starts it again. */
  restarted(): Promise<void>
  send(message: ToDevice): void
  /** Puts an empty SD card into the slot (bytes). */
  insertCard(size: number): void
  close(): Promise<void>
}

export async function openStation(
  product: string,
  firmware?: FirmwareSlots,
  serial?: string,
): Promise<Station> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-clients-'))
  let board: FakeBoard
  let url = ''
  let secure = ''

  async function start(): Promise<void> {
    board = plugIn(folder, {
      product,
      cardFolder: folder,
      trustedKeys: [PUBLIC_KEY],
      allowApps: true,
      ...(firmware ? { firmware } : {}),
      ...(serial === undefined ? {} : { serial }),
    })
    const { child } = board
    child.on('message', (message: { type: string; ask: number }) => {
      if (message.type === 'order') board.send({ type: 'ordered', to: message.ask })
    })
    const { http, https } = await board.waitFor('running')
    url = http
    secure = https ?? ''
    // The first boot makes a certificate, which closes connections.
    if (https === undefined) secure = (await board.waitFor('https')).https
    const body = { method: 'POST', body: FIRST }
    const answer = await fetch(`${url}/axis-cgi/pwdgrp.cgi`, body)
    expect([200, 401]).toContain(answer.status)
  }
  await start()

  return {
    url: () => url,
    async makes(client, steps, scheme = 'http') {
      const requests = steps.map(({ call, path = call.path, ...request }) => ({
        ...request,
        url: (scheme === 'http' ? url : secure) + path,
      }))
      const responses = await client.send(ROOT, requests)
      for (const [at, step] of steps.entries()) {
        const response = responses[at]
        if (!response) throw new Error(`${client.name} sent nothing for ${step.call.id}.`)
        expect(`${client.name}: ${step.call.id} ${problemWith(step, response)}`).toBe(
          `${client.name}: ${step.call.id} made`,
        )
        made.add(step.call.id)
      }
      return responses
    },
    async restarted() {
      await board.waitFor('restart')
      await board.ended
      await start()
    },
    send: (message) => board.send(message),
    insertCard(size) {
      writeFileSync(join(folder, 'card.img'), '')
      truncateSync(join(folder, 'card.img'), size)
      board.send({ type: 'world', world: { ...PLAIN_WORLD, sdCard: 'card' } })
    },
    async close() {
      board.child.kill('SIGKILL')
      await board.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `made` if the response is the call's own success, or else the response. */
function problemWith({ call, find, ...request }: Step, { status, text }: ClientResponse): string {
  const failed = `${status} ${text.slice(0, 500)}`
  if (status !== 200 || (find && !find.test(text))) return failed
  const sent = JSON.stringify(request)
  // Calls at one path are told apart by a name.
  const name =
    call.kind === 'text' || call.kind === 'download' || call.kind === 'upload'
      ? call.action
      : call.kind === 'json'
        ? call.method
        : call.kind === 'action'
          ? call.operation
          : undefined
  if (!sent.includes(name ?? '')) return `not asked: ${sent}`
  const succeeded = {
    text: () => call.kind === 'text' && !saysFault(call, text),
    upload: () => call.kind === 'upload' && call.format.faultIn(text) === undefined,
    json: () => /^\{.*"data":/.test(text),
    action: () => !text.includes('"error"'),
    soap: () => call.kind === 'soap' && text.includes(`:${call.operation}Response`),
    rest: () => text !== '',
    download: () => text !== '',
    stream: () => text !== '',
  }
  return succeeded[call.kind]() ? 'made' : failed
}

/**
 * Answers in XML are read with a browser's parser. The error of a job on a disk is part of an answer.
 */
const saysFault = ({ format }: TextCall, text: string): boolean =>
  format.contentType.startsWith('text/xml')
    ? /result="ERROR"|(?<!<JobSuccess>)<GeneralError>/i.test(text)
    : format.faultIn(text) !== undefined
