import { createRecordClient } from '@lintel/contract/soap-client'
import { transport } from '../app/device.ts'

/** Makes a SOAP call. */
export const callService = createRecordClient(transport)
