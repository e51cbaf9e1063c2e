import { getClientNote } from '@lintel/contract/calls/client-notes'
import type { CallOptions } from '@lintel/contract/client'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { yesNo } from '@lintel/contract/parameters/codec'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** The numbers of the outputs, from 1. */
export const outputsIn = (parameters: ParameterValues): number[] =>
  Array.from(parameters).flatMap(([name, value]) => {
    const index = /^root\.IOPort\.I(\d+)\.Direction$/.exec(name)?.[1]
    return index !== undefined && value === 'output' ? [Number(index) + 1] : []
  })

/** The note that marks an output as having a button in the live view; from 0. A §7. */
export const noteOf = (port: number) => ({
  group: 'ACA',
  key: `System.ShowOutputButton${port - 1}`,
})

/** Whether the output of this number has a button in the live view. */
export const liveViewQuery = (port: number) =>
  queryOptions({
    queryKey: ['notes', 'liveView', port],
    queryFn: ({ signal }) => readLiveView(port, { signal }),
  })

export async function readLiveView(port: number, options: CallOptions): Promise<boolean> {
  const { Status, Message } = await device.call(getClientNote, noteOf(port), options)
  return Status === 0 && yesNo.decode(Message)
}
