/**
 * A load generator on bare sockets: it has to be faster than any server, or it would measure
 * itself.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** A whole HTTP/1.1 request; called for each, because a Digest answer is good only once. */
export type NextRequest = () => string

const END = Buffer.from('\r\n\r\n')

/** One connection: sends a request as soon as the last one has been answered. */
function openLine(at: URL, next: NextRequest, answered: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(at.port), at.hostname)
    let expected: number | undefined
    let received = 0
    let head = ''
    socket.setNoDelay(true)
    socket.once('connect', () => {
      resolve(socket)
      socket.write(next())
    })
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (expected === undefined) {
        const end = chunk.indexOf(END)
        head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end)
        if (end === -1) return
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          socket.destroy(new Error(`Unexpected answer: ${head}`))
          return
        }
        expected = head.length + END.length + Number(length)
      }
      if (received < expected) return
      expected = undefined
      received = 0
      head = ''
      answered()
      socket.write(next())
    })
  })
}

/**
 * Keeps this process from sleeping until the returned function is called. Waking a process takes its
 * waker's processor time, so a server that is slower than the pump would also pay for that.
 */
function stayAwake(): () => void {
  let awake = true
  const poll = (): void => {
    if (awake) setImmediate(poll)
  }
  poll()
  return () => {
    awake = false
  }
}

/**
 * Keeps a server busy on several kept-alive connections.
 * @throws when one of them fails, or an answer is not a 200 with Content-Length
 */
export async function pump<T>(
  base: string,
  connections: number,
  next: NextRequest,
  during: (answers: () => number) => Promise<T>,
): Promise<T> {
  let answers = 0
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const lines = await Promise.all(
    Array.from({ length: connections }, () => openLine(new URL(base), next, () => (answers += 1))),
  )
  for (const line of lines) line.on('error', fail)
  const rest = stayAwake()
  try {
    return await Promise.race([during(() => answers), failed])
  } finally {
    rest()
    for (const line of lines) line.destroy()
  }
}
