import type { SipAttribute } from '@lintel/contract/calls/sip'
import type { Form } from '@lintel/ui/form'
import type { SipState, SipValues } from './settings.ts'

/** The props of the fields on each tab. */
export interface FieldProps {
  form: Form<SipValues>
  state: SipState
  /** The attributes that the page shows. */
  shown: ReadonlySet<SipAttribute>
}
