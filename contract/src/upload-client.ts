import type { AnswerOf, InputOf, UploadCall } from './call.ts'
import { CONSOLE_HEADER, faultByStatus, queryOf, readableText, withQuery } from './client.ts'
import { DeviceFault } from './fault.ts'

export interface UploadOptions {
  signal?: AbortSignal
  /** Called with the number of bytes sent so far, from 0 on, and the size of the file. */
  onProgress?: (sent: number, total: number) => void
}

export interface UploadClient {
  /**
   * Posts a file as the only part of a form, with the fields in the query. It may take any time as
   * long as bytes flow. Every failure is a `DeviceFault`, except the caller's own abort.
   */
  upload<C extends { kind: UploadCall['kind'] }>(
    call: C,
    input: InputOf<C>,
    file: File,
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
    upload(declared, input, file, use = {}) {
      const call = declared as unknown as UploadCall
      const path = (publicNames?.() ? call.publicPath : undefined) ?? call.path
      return post(call, withQuery(path, queryOf(input as object)), file, use) as Promise<
        AnswerOf<typeof declared>
      >
    },
  }
}

async function post(
  call: UploadCall,
  url: string,
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<unknown> {
  signal?.throwIfAborted()
  const form = new FormData()
  form.append(call.part, file, file.name)
  const request = new XMLHttpRequest()
  request.open('POST', url)
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
        onProgress?.(Math.min(sent, file.size), file.size)
      }
      // The total includes the form around the file, a few bytes that nobody wants to read about.
      request.upload.addEventListener('progress', ({ loaded }) => report(loaded))
      request.upload.addEventListener('load', () => report(file.size))
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
