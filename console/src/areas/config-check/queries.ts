import { getConfiguration } from '@lintel/contract/calls/intercom'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** Seconds after the last key until a PIN is given up, where nobody has set them. A §4. */
const PIN_TIMEOUT = 10

/** The seconds that the device gives up a PIN after. */
export const pinTimeoutQuery = queryOptions({
  queryKey: ['intercom', 'configuration'],
  queryFn: ({ signal }) => device.call(getConfiguration, {}, { signal }),
  select: ({ Configuration }) =>
    Configuration.CardReaderConfiguration?.PinConfiguration?.pinTimeout ?? PIN_TIMEOUT,
})
