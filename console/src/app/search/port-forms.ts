import { portsIn, type IoPort } from '../../areas/io-ports/ports.ts'
import type { Viewpoint } from '../conditions.ts'
import { isDoorstation } from '../conditions.ts'
import { paths } from '../routing/paths.ts'
import type { EachEntry, FieldEntry } from './entry.ts'

/** The form of each port, with the fields of its direction. */
export const portForms = (device: Viewpoint): EachEntry[] =>
  portsIn(device.parameters).map((port) => ({
    path: paths.editPort({ port: port.id }),
    name: port.name,
    fields: fieldsOf(port, isDoorstation(device)),
  }))

/** @param liveView whether outputs can have a button in the live view */
const fieldsOf = ({ direction, configurable }: IoPort, liveView: boolean): FieldEntry[] => [
  ...(configurable ? [DIRECTION] : []),
  { field: 'usage', label: 'ioPorts.usage' },
  {
    field: `${direction}Normal`,
    label: 'ioPorts.normal',
    description: `ioPorts.normal.help.${direction}`,
    keywords: ['ioPorts.normal.open', 'ioPorts.normal.closed', 'ioPorts.search.normal'],
  },
  ...(direction === 'output' ? OF_OUTPUTS : []),
  ...(direction === 'output' && liveView ? IN_LIVE_VIEW : []),
]

const DIRECTION: FieldEntry = {
  field: 'direction',
  label: 'ioPorts.direction',
  keywords: ['ioPorts.direction.input', 'ioPorts.direction.output'],
}

const OF_OUTPUTS: readonly FieldEntry[] = [
  {
    field: 'mode',
    label: 'ioPorts.mode',
    keywords: ['ioPorts.mode.bistable', 'ioPorts.mode.monostable', 'ioPorts.toggle'],
  },
  { field: 'pulseTime,mode', label: 'ioPorts.pulseTime', keywords: 'ioPorts.search.pulse' },
  { field: 'delayTime', label: 'ioPorts.delayTime' },
]

const IN_LIVE_VIEW: readonly FieldEntry[] = [
  { field: 'liveView', label: 'ioPorts.liveView.show' },
  {
    field: 'button',
    label: 'ioPorts.button',
    keywords: ['ioPorts.liveView', 'ioPorts.button.pulse', 'ioPorts.button.actinact'],
  },
]
