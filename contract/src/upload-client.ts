import type { AnswerOf, InputOf, UploadCall } from './call.ts'
import {
  CONSOLE_HEADER,
  faultByStatus,
  queryOf,
  readableText,
  withAction,
  withQuery,
} from './client.ts'
import { DeviceFault } from './fault.ts'
import { fillPath } from './path.ts'
import { atSite } from './site.ts'

export interface UploadOptions {
  signal?: AbortSignal
  /** Called with the number of bytes sent so far, from 0 on, and the size of all files. */
  onProgress?: (sent: number, total: number) => void
}

export interface UploadClient {
  /**
   * Posts files as the only parts of a form, with the fields in the query; only a call of `several`
   * takes more than one. It may take any time as long as bytes flow. Every failure is a
   * `DeviceFault`, except the caller's own abort.
   */
  upload<C extends { kind: UploadCall['kind'] }>(
    call: C,
    input: InputOf<C>,
    files: File | readonly File[],
    options?: UploadOptions,
  ): Promise<AnswerOf<C>>
}

export interface UploadClientOptions {
  /** Whether the device has calls under their public paths only. */
  publicNames?: () => boolean
}

/** Time without any progress, in milliseconds, after which it gives up. Own. */
const SILENCE = 120_000

/**
 * Typed access to the device for files: a separate client, because few pages need it. It uses
 * XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function createUploadClient({ publicNames }: UploadClientOptions = {}): UploadClient {
  return {
    async upload(declared, input, files, use = {}) {
      const call = declared as unknown as UploadCall
      const declaredPath = (publicNames?.() ? call.publicPath : undefined) ?? call.path
      const { path, rest } = fillPath(call.id, declaredPath, input as object)
      const answer = await post(
        call,
        withQuery(path, queryOf(withAction(call, rest))),
        [files].flat(),
        use,
      )
      return answer as AnswerOf<typeof declared>
    },
  }
}

async function post(
  call: UploadCall,
  url: string,
  files: readonly File[],
  { signal, onProgress }: UploadOptions,
): Promise<unknown> {
  signal?.throwIfAborted()
  const form = new FormData()
  for (const file of files) form.append(call.part, file, file.name)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const request = new XMLHttpRequest()
  request.open('POST', atSite(url))
  request.setRequestHeader(CONSOLE_HEADER, '1')

  let silence: ReturnType<typeof setTimeout> | undefined
  const abort = () => request.abort()
  try {
    await new Promise<void>((resolve, reject) => {
      function listen(): void {
        clearTimeout(silence)
        silence = setTimeout(() => {
          reject(new DeviceFault('timeout', call.id, ''))
          request.abort()
        }, SILENCE)
      }
      function report(sent: number): void {
        listen()
        onProgress?.(Math.min(sent, total), total)
      }
      // The total includes the form around the files, a few bytes that nobody wants to read about.
      request.upload.addEventListener('progress', ({ loaded }) => report(loaded))
      request.upload.addEventListener('load', () => report(total))
      request.addEventListener('load', () => resolve())
      request.addEventListener('error', () => reject(new DeviceFault('unreachable', call.id, '')))
      request.addEventListener('abort', () => reject(signal?.reason as Error))
      signal?.addEventListener('abort', abort)
      report(0)
      request.send(form)
    })
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', abort)
  }
  return answerOf(call, request)
}

/** The content of the answer; a fault is thrown. */
async function answerOf(call: UploadCall, { status, responseText }: XMLHttpRequest) {
  const fault = faultByStatus(call.id, status, () => Promise.resolve(responseText))
  if (fault) throw await fault
  const message = call.format.faultIn(responseText)
  if (message !== undefined || status < 200 || status > 299) {
    throw new DeviceFault('refused', call.id, message ?? readableText(responseText), { status })
  }
  try {
    return call.format.decode(responseText)
  } catch (cause) {
    throw new DeviceFault('malformed', call.id, '', { status, cause })
  }
}
