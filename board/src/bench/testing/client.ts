import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

/** A client whose connection the test operates. */
export class Client extends EventEmitter {
  readonly written: unknown[] = []
  writableLength = 0
  destroyed = false
  writeHead(): this {
    return this
  }
  flushHeaders(): void {}
  write(chunk: unknown): void {
    this.written.push(chunk)
  }
  destroy(): void {
    this.destroyed = true
  }
  get response(): ServerResponse {
    return this as unknown as ServerResponse
  }
}
