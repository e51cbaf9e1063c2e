import { member } from './member.ts'

/** The code of a service that has no such operation. Source: ONVIF Core Specification, "Faults". */
export const UNKNOWN_OPERATION = 'ActionNotSupported'

/** Whether a Fault says that the service has no such operation. */
export const isUnknownOperation = (answer: unknown): boolean =>
  String(member(answer, 'FaultCode')).endsWith(`:${UNKNOWN_OPERATION}`)

/** The message of a Fault as the services under `/vapix/` answer it; undefined if it is none. */
export function faultMessageIn(answer: unknown): string | undefined {
  const message = member(answer, 'FaultMsg') ?? member(answer, 'FaultReason')
  return typeof message === 'string' ? message : undefined
}
