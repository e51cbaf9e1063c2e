import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Access } from '@lintel/contract/access'
import type { AnswerOf, Call, RequestOf, SocketCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import type { WebSocket } from 'ws'

/** The caller and the connection of a request, besides its input. */
export interface RequestContext {
  /** Undefined when the call came without credentials and needs none. */
  user: string | undefined
  groups: readonly string[]
  /** The client's address. */
  address: string
  /** The device as the client addresses it: `http://front-gate:8080`. */
  origin: string
  /** The query of the request, as the client wrote it. */
  query: string
  /** Its connection was opened before the web server's settings last changed. */
  oldConnection: boolean
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Signs the client in as this account: the response sets the cookie of a new session. */
  signIn(user: string): void
  /** Sets the version of the record that the client reads (ETag, RFC 9110 §8.8.3). */
  version(version: string): void
  /**
   * Refuses with `conflict` unless If-Match names the current version: this one, or one that turns
   * out to be current. Call it in the same turn of the event loop as the write, or an update can be
   * lost.
   */
  mustMatch(current: CurrentVersion): void
  /** Whether the device has this call, in the firmware that it emulates. */
  has(call: Call): boolean
}

/** Paths below which a service answers by itself, such as the pages of applications. */
export interface ServedFolder {
  /** What the paths begin with. */
  base: string
  /**
   * What is there; undefined if nothing is.
   * @param path below the base, as the client wrote it
   */
  find(path: string, request: IncomingMessage): Place | undefined
}

/** What answers at a path. It gets requests that its callers may make, and no foreign ones. */
export interface Place {
  access: Access
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Pick<RequestContext, 'user' | 'groups'>,
  ): void | Promise<void>
}

/** The current version of a record, or a function that tells whether one is current. */
export type CurrentVersion = string | ((version: string) => boolean)

/** The result of a stream call's handler, which writes until the signal ends it. */
export interface StreamAnswer {
  contentType: string
  /**
   * Sends one chunk, such as a whole picture, and returns whether it was accepted: a client that
   * has fallen behind gets none of it.
   */
  run(write: (chunk: Uint8Array) => boolean, signal: AbortSignal): Promise<void>
}

/** A file with the name under which browsers save it, or of another type than its call declares. */
interface FileHead {
  contentType: string
  /** Without a name, browsers show what they can. */
  fileName?: string
  /**
   * Its version, visible ASCII without quotes: browsers may keep the file and ask whether it has
   * changed (304, RFC 9110 §13.1.2). Unlike `context.version`, it is sent in every firmware.
   */
  etag?: string
}

/** A file whose size is known before it is sent. A function is called only if the bytes are sent. */
export interface FileAnswer extends FileHead {
  bytes: Uint8Array | (() => Uint8Array | Promise<Uint8Array>)
}

/**
 * A file that is sent while it is made. Each chunk is asked for when the client has taken those
 * before it, and `return` is called when it leaves or loses the right to the file; `context.signal`
 * also ends a wait. A refusal before the first chunk is answered as one; a later error cuts the
 * connection, so that nobody takes the file for whole.
 */
export interface ChunkedFileAnswer extends FileHead {
  chunks: AsyncIterable<Uint8Array>
}

/** What a handler returns for its kind of call. */
export type Reply<C> = C extends { kind: 'stream' }
  ? StreamAnswer
  : C extends { kind: 'download' }
    ? Uint8Array | FileAnswer | ChunkedFileAnswer
    : AnswerOf<C>

export type Handler<C> = (
  request: RequestOf<C>,
  context: RequestContext,
) => Reply<C> | Promise<Reply<C>>

/** A call with its handler. */
export interface ServedCall {
  call: Exclude<Call, SocketCall>
  handler: (request: never, context: RequestContext) => unknown
  /** The handler is synchronous and changes stored state (`serveChange`). */
  changes?: true
}

/** Ties a declared call to its handler; the declaration types the handler. */
export function serve<C extends Exclude<Call, SocketCall>>(
  call: C,
  handler: Handler<C>,
): ServedCall {
  return { call, handler }
}

/**
 * Ties a call that changes stored state to its handler, which runs in one transaction with all such
 * calls that arrive at the same time, so that one sync to the disk serves them all. It is therefore
 * synchronous, and engines and subscribers are notified after it, with the commit. The answer goes
 * out after that.
 */
export function serveChange<C extends Exclude<Call, SocketCall>>(
  call: C,
  handler: (request: RequestOf<C>, context: RequestContext) => Reply<C>,
): ServedCall {
  return { call, handler, changes: true }
}

/** Who has opened a socket. */
export interface SocketContext extends Pick<RequestContext, 'user' | 'groups' | 'address'> {
  /** The path at which the client has found it: a call can have several. */
  path: string
  /** Whether the account may make such calls now: its role may change while the socket is open. */
  mayCall: (access: SocketCall['access']) => boolean
}

type Connect = (socket: WebSocket, context: SocketContext) => void

export interface ServedSocket {
  call: SocketCall
  /** Runs before the handshake; throws a `Refusal` to refuse it. */
  prepare: (context: SocketContext) => Connect | Promise<Connect>
}

export function serveSocket(call: SocketCall, connect: Connect): ServedSocket {
  return { call, prepare: () => connect }
}

/**
 * Refuses when the client's If-Match names other versions only (RFC 9110 §13.1.1). `*` and an
 * absent header always match; a weak version never does.
 */
export function checkMatch(ifMatch: string | undefined, current: CurrentVersion): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const isCurrent = typeof current === 'string' ? (one: string) => one === current : current
  const named = ifMatch.split(',').map((one) => /^"([^"]*)"$/.exec(one.trim())?.[1])
  if (named.some((version) => version !== undefined && isCurrent(version))) return
  throw new Refusal('conflict', 'The record was changed in between.')
}
