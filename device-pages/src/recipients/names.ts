import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { useHasText, useText } from '@lintel/ui/i18n'

/** Returns a function from the tokens of recipient templates to what people call them. */
export function useTypeName(): (token: string) => string {
  const text = useText()
  const hasText = useHasText()
  return (token) => {
    const id = `recipients.type.${recipientTemplate(token)?.id ?? ''}`
    return hasText(id) ? text(id) : token
  }
}

/** Where it is, in a line: an address, `server:port`, or the name of a share. */
export function placeOf(
  { parameters }: Pick<Recipient, 'parameters'>,
  { shares }: Pick<ActionChoices, 'shares'>,
): string {
  const { email_to: mail, upload_url: url, host = '', port = '', share_id: share } = parameters
  const address = host.includes(':') ? `[${host}]` : host
  return (
    mail ??
    url ??
    (share === undefined
      ? `${address}:${port}`
      : (shares.find(({ value }) => value === share)?.label ?? share))
  )
}
