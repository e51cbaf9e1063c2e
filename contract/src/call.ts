import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Access, Phase } from './access.ts'
import type { JsonCodes } from './fault.ts'
import type { SoapService } from './soap/service.ts'
import type { Fields, FieldsValue } from './soap/shape.ts'
import type { TextFormat } from './text.ts'

/**
 * One declaration per device call, used by both ends.
 *
 * The console gets a typed function from it (`client.ts`), the device a typed route
 * (`@lintel/front-door/serve`), the tests the access matrix, and the docs `docs/device-api.md`.
 * `request` and `data` are schemas that only the device runs: the console's build leaves them out.
 */
interface Declared {
  /** Unique name, `family.operation`. */
  id: string
  /**
   * A segment in braces is a member of the request: `/things/{id}/image`. It reaches the handler as
   * text, like a field of a query. Kinds: text, rest, download, upload, stream.
   */
  path: string
  /** Other addresses of the same call. */
  aliases?: readonly string[]
  /** Its public path, under which firmware from 10.5 on has it (`firmware.ts`). */
  publicPath?: string
  /** Our own design, so no other device has it (`firmware.ts`). */
  own?: true
  /** Who may make it: a role, or a function of the phase for calls that are open during set-up. */
  access: Access | ((phase: Phase) => Access)
  /** A write by session cookie needs the console's header; a read does not. */
  effect: 'read' | 'write'
  /** One sentence for the API reference. */
  summary: string
  /** Section of the specification, RFC, or `own design`. */
  source: string
  /** What proves the bytes: recorded answers, an outside client, or only our own two ends. */
  proof: 'fixture' | 'client' | 'own design'
}

export type Method = 'GET' | 'POST' | 'DELETE'

/** GET query or POST form in, text out. */
export interface TextCall<Q extends GenericSchema = GenericSchema, A = unknown> extends Declared {
  kind: 'text'
  methods: readonly Method[]
  /** The value of `action=` that selects this call among those at the same path. */
  action?: string
  /** The query field whose presence selects this call among those at the same path. */
  selectedBy?: string
  /** Whether our client has the fields in the address also when it posts. */
  postsQuery?: true
  request: Q
  format: TextFormat<A>
}

/** The JSON envelope of the CGIs: apiVersion, context, method and params in, data or error out. */
export interface JsonCall<
  P extends GenericSchema = GenericSchema,
  D extends GenericSchema = GenericSchema,
> extends Declared {
  kind: 'json'
  method: string
  /** The version that our client requests. */
  apiVersion: string
  /** The version that the device answers with, and the highest it accepts. */
  answersWith: string
  /** Which family of error codes. */
  codes: JsonCodes
  /** Whether the answer repeats the method; by default it does. */
  echoesMethod?: false
  /** Whether the members of the envelope may also come as a form, as our client sends them. */
  takesForms?: true
  request: P
  data: D
}

/**
 * Plain JSON in and out, HTTP statuses for errors: our own calls, and the few plain JSON documents.
 */
export interface RestCall<
  Q extends GenericSchema = GenericSchema,
  D extends GenericSchema = GenericSchema,
> extends Declared {
  kind: 'rest'
  methods: readonly Method[]
  /**
   * Open pages make it every second or so: the device's log has a line for it only if it fails, or
   * they would fill the log.
   */
  polled?: true
  request: Q
  data: D
}

/**
 * A JSON service under `/vapix/`: the body names the operation, the answer is bare, a failure is a
 * 400 with a Fault. Operations share their service's path.
 */
export interface ActionCall<
  Q extends GenericSchema = GenericSchema,
  D extends GenericSchema = GenericSchema,
> extends Declared {
  kind: 'action'
  operation: string
  /** The prefix that our client puts before the operation, with a colon. */
  prefix?: string
  /**
   * The largest body in bytes, if it may be larger than other bodies. Only from people who are signed
   * in and may make this call.
   */
  bodyLimit?: number
  request: Q
  data: D
}

/**
 * A SOAP operation (document, literal): the body's element names it, and the answer's has the same
 * name with `Response` appended. The operations of all services share one path.
 */
export interface SoapCall<I extends Fields = Fields, O extends Fields = Fields> extends Declared {
  kind: 'soap'
  service: SoapService
  operation: string
  /** The elements of the request and of the answer, in the service's namespace. */
  input: I
  output: O
}

/** Query in, one file out. */
export interface DownloadCall<Q extends GenericSchema = GenericSchema> extends Declared {
  kind: 'download'
  /** GET by default; a POST accepts a form too. */
  methods?: readonly Method[]
  /** The value of `action=` in the query that selects this call among those at the same path. */
  action?: string
  request: Q
  contentType: string
}

/** A file being uploaded, as the handler gets it: it can be read once, as it arrives. */
export interface IncomingFile {
  /** The sender's name for it; empty if there is none. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * The files of a form, as the handler gets them: each can be read once, before the next one. What
 * is left unread of a file is skipped. The iteration throws a `Refusal` when there are too many, or
 * when the form is broken or cut off, so keep nothing before it has ended.
 */
export interface IncomingFiles<F = unknown> {
  fields: F
  files: AsyncIterable<IncomingFile>
}

interface Upload<Q extends GenericSchema, A> extends Declared {
  kind: 'upload'
  /** The query field whose presence selects this call among those at the same path. */
  selectedBy?: string
  /** The value of `action=` in the query that does. */
  action?: string
  /** The name of the file parts in our client's forms; the device accepts any. */
  part: string
  /** Size limit of each file, in bytes. */
  maxBytes: number
  request: Q
  format: TextFormat<A>
}

/**
 * POST of one file, as the only file part of a form (RFC 7578) or as the bare body; fields in the
 * query or in the form before it; text out.
 */
export interface FileUploadCall<
  Q extends GenericSchema = GenericSchema,
  A = unknown,
> extends Upload<Q, A> {
  several?: false
}

/** The same with several files in one form; the bare body is one file. */
export interface FilesUploadCall<
  Q extends GenericSchema = GenericSchema,
  A = unknown,
> extends Upload<Q, A> {
  several: true
  /** How many files a form may hold. */
  maxFiles: number
}

export type UploadCall<Q extends GenericSchema = GenericSchema, A = unknown> =
  | FileUploadCall<Q, A>
  | FilesUploadCall<Q, A>

/** GET query in, an endless response out. */
export interface StreamCall<Q extends GenericSchema = GenericSchema> extends Declared {
  kind: 'stream'
  /** The query field whose presence selects this call among those at the same path. */
  selectedBy?: string
  request: Q
  contentType: string
}

/** A WebSocket. */
export interface SocketCall extends Declared {
  kind: 'socket'
}

export type Call =
  | TextCall
  | JsonCall
  | RestCall
  | ActionCall
  | SoapCall
  | DownloadCall
  | UploadCall
  | StreamCall
  | SocketCall

export const textCall = <Q extends GenericSchema, A>(
  call: Omit<TextCall<Q, A>, 'kind'>,
): TextCall<Q, A> => ({ kind: 'text', ...call })

export const jsonCall = <P extends GenericSchema, D extends GenericSchema>(
  call: Omit<JsonCall<P, D>, 'kind'>,
): JsonCall<P, D> => ({ kind: 'json', ...call })

export const restCall = <Q extends GenericSchema, D extends GenericSchema>(
  call: Omit<RestCall<Q, D>, 'kind'>,
): RestCall<Q, D> => ({ kind: 'rest', ...call })

export const actionCall = <Q extends GenericSchema, D extends GenericSchema>(
  call: Omit<ActionCall<Q, D>, 'kind'>,
): ActionCall<Q, D> => ({ kind: 'action', ...call })

export const soapCall = <I extends Fields, O extends Fields>(
  call: Omit<SoapCall<I, O>, 'kind'>,
): SoapCall<I, O> => ({ kind: 'soap', ...call })

export const downloadCall = <Q extends GenericSchema>(
  call: Omit<DownloadCall<Q>, 'kind'>,
): DownloadCall<Q> => ({ kind: 'download', ...call })

export function uploadCall<Q extends GenericSchema, A>(
  call: Omit<FilesUploadCall<Q, A>, 'kind'>,
): FilesUploadCall<Q, A>
export function uploadCall<Q extends GenericSchema, A>(
  call: Omit<FileUploadCall<Q, A>, 'kind'>,
): FileUploadCall<Q, A>
export function uploadCall(call: Omit<FilesUploadCall, 'kind'> | Omit<FileUploadCall, 'kind'>) {
  return { kind: 'upload', ...call }
}

export const streamCall = <Q extends GenericSchema>(
  call: Omit<StreamCall<Q>, 'kind'>,
): StreamCall<Q> => ({ kind: 'stream', ...call })

export const socketCall = (call: Omit<SocketCall, 'kind'>): SocketCall => ({
  kind: 'socket',
  ...call,
})

/** What the client passes; the file of an upload goes separately. */
export type InputOf<C> = C extends { request: infer Q extends GenericSchema }
  ? InferInput<Q>
  : C extends SoapCall<infer I>
    ? FieldsValue<I>
    : never

/** What the device's handler gets: the same, validated and with defaults. */
export type RequestOf<C> = C extends { kind: 'upload'; request: infer Q extends GenericSchema }
  ? C extends { several: true }
    ? IncomingFiles<InferOutput<Q>>
    : { fields: InferOutput<Q>; file: IncomingFile }
  : C extends { request: infer Q extends GenericSchema }
    ? InferOutput<Q>
    : C extends SoapCall<infer I>
      ? FieldsValue<I>
      : never

/** What the device's handler returns and the client gets. */
export type AnswerOf<C> = C extends
  | TextCall<GenericSchema, infer A>
  | UploadCall<GenericSchema, infer A>
  ? A
  : C extends { kind: 'json' | 'rest' | 'action'; data: infer D extends GenericSchema }
    ? InferOutput<D>
    : C extends SoapCall<Fields, infer O>
      ? FieldsValue<O>
      : C extends { kind: 'download' }
        ? Uint8Array
        : never

/** The access in this phase. */
export function accessOf(call: Pick<Call, 'access'>, phase: Phase): Access {
  return typeof call.access === 'function' ? call.access(phase) : call.access
}
