import type { BenchState } from '@lintel/contract/bench'

/** Whether the loudspeaker plays something. */
export const isSounding = ({
  sound,
  calls,
  speaker,
}: Pick<BenchState, 'sound' | 'calls' | 'speaker'>): boolean =>
  sound !== null ||
  // A test plays a sweep.
  speaker?.status === 'Pending' ||
  calls.some(({ state, heard }) => state === 'active' && heard !== null)
