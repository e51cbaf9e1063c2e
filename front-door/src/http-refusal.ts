import type { RefusalReason } from '@lintel/contract/fault'
import { Refusal } from '@lintel/contract/fault'

/** A refusal by the front door itself, with headers that tell the client what to do about it. */
export class HttpRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string | string[]>>
  constructor(
    reason: RefusalReason,
    message: string,
    headers: Readonly<Record<string, string | string[]>> = {},
  ) {
    super(reason, message)
    this.headers = headers
  }
}
