import { member } from './member.ts'

/** The message of a Fault as the services under `/vapix/` answer it; undefined if it is none. */
export function faultMessageIn(answer: unknown): string | undefined {
  const message = member(answer, 'FaultMsg') ?? member(answer, 'FaultReason')
  return typeof message === 'string' ? message : undefined
}
