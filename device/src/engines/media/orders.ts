import type {
  CallSound,
  Gathered,
  Helpers,
  MediaAgreement,
  MediaStatistics,
  Microphone,
  Trouble,
} from './types.ts'

/** Messages between the device and its media worker. `id` names the session. */
export type ToWorker =
  | { type: 'open'; id: number; startPort: number; address: string }
  | { type: 'agree'; id: number; agreement: MediaAgreement }
  | { type: 'speak'; id: number; microphone: Microphone }
  | { type: 'press'; id: number; digit: string; milliseconds: number }
  /** `request` names the answer. */
  | { type: 'gather'; id: number; request: number; helpers: Helpers }
  | { type: 'close'; id: number }
  /** For all sessions, also later ones. */
  | { type: 'sound'; sound: CallSound }
  /** Into all microphones that are live. */
  | { type: 'spoken'; samples: Int16Array }
  /** Whether what is heard is to be reported. */
  | { type: 'listen'; on: boolean }

export type FromWorker =
  | { type: 'opened'; id: number; port: number }
  | { type: 'failed'; id: number; message: string }
  | { type: 'digit'; id: number; digit: string }
  /** Of all sessions at once. */
  | { type: 'statistics'; sessions: { id: number; statistics: MediaStatistics }[] }
  /** Of all sessions in which something was heard. */
  | { type: 'heard'; sessions: { id: number; samples: Int16Array; rate: number }[] }
  | { type: 'gathered'; request: number; found: Gathered }
  | { type: 'trouble'; id: number; trouble: Trouble }
