import { getIPAccessConnections } from '@lintel/contract/calls/card-reader'
import type { IPAccessConnection } from '@lintel/contract/calls/card-reader'
import type { InputOf } from '@lintel/contract/call'
import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { CallOptions } from '@lintel/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { keepHidden } from './hidden.ts'
import { outputInput, outputValues, sameOutput, shownOutput } from './output-values.ts'
import { pinIn, pinValues, samePin } from './pin-values.ts'
import type { OutputValues } from './output-values.ts'
import type { PinValues } from './pin-values.ts'
import { readerInput, readerValues, sameReader, shownFields } from './protocol-values.ts'
import type { ReaderValues } from './protocol-values.ts'
import { readerIn } from './reader-state.ts'

/** Reads the settings of the reader. Keys and passwords are masked. */
export async function readReader(options: CallOptions): Promise<CardReaderConfiguration> {
  const { Configuration } = await device.call(getConfiguration, {}, options)
  return readerIn(Configuration.CardReaderConfiguration)
}

const reader: Reading<CardReaderConfiguration> = {
  key: ['intercom', 'reader'],
  read: readReader,
  alsoShown: [['intercom', 'configuration']],
}

export const readerQuery = readingQuery(reader)

/** Of a setting of the reader. */
export const shared = { ...reader, call: updateConfiguration.id }

type Input = NonNullable<
  InputOf<typeof updateConfiguration>['Configuration']['CardReaderConfiguration']
>

/** Writes members of the settings; the others keep their values. */
export async function write(
  input: Partial<CardReaderConfiguration>,
  options: Pick<CallOptions, 'ifMatch'>,
): Promise<undefined> {
  // The call's type has lists that can be changed.
  const CardReaderConfiguration = input as Input
  const Configuration = { CardReaderConfiguration }
  await device.call(updateConfiguration, { Configuration }, { ...options, secret: true })
}

/** The protocol with its own settings. B §2. */
export const protocolSetting = storedSetting<CardReaderConfiguration, ReaderValues>({
  ...shared,
  values: readerValues,
  same: sameReader,
  effective: (typed, before) => keepHidden(typed, before, shownFields(typed)),
  write: (sent, { options }) => write(readerInput(sent), options),
})

/** In which form cards are passed on. B §3. */
export const outputSetting = storedSetting<CardReaderConfiguration, OutputValues>({
  ...shared,
  values: outputValues,
  same: sameOutput,
  effective: (typed, before) => keepHidden(typed, before, shownOutput(typed)),
  write: (sent, { now, changed, options }) => write(outputInput(sent, changed, now), options),
})

/** How PINs are typed. B §5. */
export const pinSetting = storedSetting<CardReaderConfiguration, PinValues>({
  ...shared,
  values: ({ PinConfiguration }) => pinValues(PinConfiguration),
  same: samePin,
  write: (sent, { options }) => write({ PinConfiguration: pinIn(sent) }, options),
})

/** Readers that the remote access server has for this device, and why there is none. */
interface Connections {
  connections: readonly IPAccessConnection[]
  warning: string | undefined
}

/** The connections to the remote access server; none in firmware that doesn't say. READER-29. */
export const connectionsQuery = queryOptions({
  queryKey: ['intercom', 'connections'],
  queryFn: async ({ signal }): Promise<Connections> => {
    const answer = await unlessMissing(device.call(getIPAccessConnections, {}, { signal }))
    const all = answer?.IPAccessConnections ?? []
    const connections = all.filter(({ Id }) => Id !== '')
    // Without a connection, what is listed only has a text.
    const warning = all.find(({ Id, StatusText }) => Id === '' && StatusText !== '')?.StatusText
    return { connections, warning }
  },
})
