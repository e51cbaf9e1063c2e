import { faultMessageIn } from './service-fault.ts'
import type { TextFormat } from './text.ts'

/**
 * JSON answers, and refusals as Faults: how the services under `/vapix/` answer uploads
 * (device-calls.md §1.4).
 */
export function faultJson<A extends object>(): TextFormat<A> {
  return {
    contentType: 'application/json; charset=utf-8',
    encode: (answer) => JSON.stringify(answer),
    decode: (text) => JSON.parse(text) as A,
    faultIn: (text) => faultMessageIn(parsed(text)),
  }
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
