import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import type { DeviceEvent } from '@lintel/contract/events'

/** Values by the names of a template's parameters. Absent and empty mean the same. */
export type Values = Readonly<Record<string, string>>

/** Where a delivery goes: a recipient's template and values, with its secrets. */
export interface Destination {
  /** `com.axis.recipient.smtp`. */
  template: string
  parameters: Values
}

/** A picture on its way. */
export interface Attachment {
  /** Folders below the recipient's own path, and the file name: `2026-11-27/image-1.jpg`. */
  path: string
  contentType: string
  bytes: Uint8Array
}

/** What is delivered: complete, so that it can be stored and tried again. */
export interface Parcel {
  /** Of a mail. */
  subject: string
  /** Of a mail, a TCP message, or the argument `Message` of an HTTP notification. */
  message: string
  /** For HTTP. */
  http?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    /** Further arguments, percent-encoded and joined by `&`; may be empty. */
    query: string
    /** Lines of headers; may be empty. */
    headers: string
    body: string
  }
  attachments: readonly Attachment[]
}

/** Delivers to recipients outside of the device. */
export interface Delivery {
  /**
   * Delivers, or fails within 30 s.
   * @returns what the other side answered, for the log; may be empty
   * @throws ActionFailure; the signal's reason when aborted
   */
  send(to: Destination, parcel: Parcel, signal: AbortSignal): Promise<string>
  /** Sends something that people recognise as a test; fails within 15 s. */
  test(to: Destination, signal: AbortSignal): Promise<string>
}

/** An action that failed, for the log and for people. */
export class ActionFailure extends Error {
  readonly reason: ActionFailureReason
  /** In the words of the other side; may be empty. Never with a secret. */
  readonly detail: string

  constructor(reason: ActionFailureReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'ActionFailure'
    this.reason = reason
    this.detail = detail
  }
}

/** One run of an action that the device does itself. */
export interface LocalRun {
  rule: { id: string; name: string }
  /** Undefined when a person runs the rule. */
  event: DeviceEvent | undefined
  /** The parameters of the template, with initial values in place of empty ones. */
  parameters: Values
  /**
   * Aborted when it has to stop: for an unlimited action as soon as its state or a condition ends,
   * for every action when the device closes, or its rule is changed or removed.
   */
  until: AbortSignal
}

/**
 * Does an action. A fixed one resolves as soon as it has taken effect or, if it lasts, has ended; an
 * unlimited one once `until` is aborted and everything is as before.
 * @returns what became of it, for the log; may be empty
 * @throws ActionFailure
 */
export type LocalAction = (run: LocalRun) => Promise<string>
