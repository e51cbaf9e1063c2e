/** The HDMI output as its form has it. Source: specification B §3 "Video output", B §7 "HDMI". */
import { OFFERED_SOURCES, ALL_VIEWS } from '@lintel/contract/video-output'
import type { VideoRotation, VideoSource } from '@lintel/contract/video-output'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

export interface HdmiState {
  sources: readonly VideoSource[]
  rotations: readonly VideoRotation[]
  mirrored: boolean
}

export type HdmiValues = {
  /** The id of a source. */
  source: string
  /** Degrees. */
  rotation: string
  mirroring: boolean
}

export const hdmiValues = ({ sources, rotations, mirrored }: HdmiState): HdmiValues => ({
  source: sources.find(({ Active }) => Active)?.Id ?? '',
  rotation: rotations.find(({ Active }) => Active)?.Degrees ?? '',
  mirroring: mirrored,
})

/** The sources to choose from; another one that is active is there, but can't be chosen (OPEN-109). */
export const offeredSources = ({ sources }: HdmiState): (VideoSource & { offered: boolean })[] =>
  sources.flatMap((source) => {
    const offered = OFFERED_SOURCES.includes(source.Id)
    return offered || source.Active ? [{ ...source, offered }] : []
  })

/** Whether a picture can be turned like this. */
function fits({ source, rotation }: HdmiValues, { rotations }: HdmiState): boolean {
  const turned = rotations.find(({ Degrees }) => Degrees === rotation)
  return source !== ALL_VIEWS || turned?.QuadViewSupport !== false
}

export const checkHdmi = (values: HdmiValues, state: HdmiState): Errors<HdmiValues> =>
  found<HdmiValues>({
    rotation: fits(values, state) ? undefined : problem('hdmi.rotation.allViews'),
  })

/** The values that differ, in an order in which each fits to those before it. */
export function changesOf(sent: HdmiValues, now: HdmiValues): (keyof HdmiValues)[] {
  const order: (keyof HdmiValues)[] =
    sent.source === ALL_VIEWS
      ? ['rotation', 'source', 'mirroring']
      : ['source', 'rotation', 'mirroring']
  return order.filter((name) => sent[name] !== now[name])
}
