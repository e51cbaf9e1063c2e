import { getConfiguration, PIN_TIMEOUT } from '@lintel/contract/calls/intercom'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** Seconds after which the device discards a PIN. */
export const pinTimeoutQuery = queryOptions({
  queryKey: ['intercom', 'configuration'],
  queryFn: ({ signal }) => device.call(getConfiguration, {}, { signal }),
  select: ({ Configuration }) =>
    Configuration.CardReaderConfiguration?.PinConfiguration.pinTimeout ?? PIN_TIMEOUT,
})
