import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { callService, idsOf, recordId } from './call-service.ts'

const members = {
  Id: v.nullish(recordId, ''),
  Name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)),
  /** The DTMF triggers that also work in calls of accounts with this configuration. */
  DTMFTriggerId: v.nullish(
    v.union([
      v.array(recordId),
      v.pipe(
        recordId,
        v.transform((one) => (one === '' ? [] : [one])),
      ),
    ]),
    [],
  ),
  /** Whether keys are taken from RTP, and from SIP INFO. */
  RFC2833: v.nullish(v.boolean(), true),
  RFC2976: v.nullish(v.boolean(), true),
}

/** What a client sends; unknown members are kept. */
const written = v.looseObject(members)

export type DtmfConfiguration = v.InferOutput<typeof written>

const configuration = v.looseObject({
  ...members,
  Id: v.string(),
  DTMFTriggerId: v.array(v.string()),
})

/** The configuration that accounts for peer-to-peer calls share. Source: specification B §4. */
export const PEER_TO_PEER = 'Peer-to-peer accounts'

/** The device's own page of DTMF, which the console frames. Own design: the specification names no path (OPEN-79). */
export const DTMF_PAGE = '/admin/dtmf.shtml'

export const getDtmfConfiguration = actionCall({
  ...callService,
  id: 'sip.GetDTMFConfiguration',
  operation: 'GetDTMFConfiguration',
  effect: 'read',
  summary: 'Returns one DTMF configuration.',
  request: v.object({ DTMFConfigurationId: recordId }),
  data: v.object({ DTMFConfiguration: configuration }),
})

export const getDtmfConfigurations = actionCall({
  ...callService,
  id: 'sip.GetDTMFConfigurations',
  operation: 'GetDTMFConfigurations',
  effect: 'read',
  summary: 'Lists the DTMF configurations, or those with the given ids.',
  request: v.object({ DTMFConfigurationId: v.nullish(idsOf(recordId)) }),
  data: v.object({ DTMFConfiguration: v.array(configuration) }),
})

export const setDtmfConfiguration = actionCall({
  ...callService,
  id: 'sip.SetDTMFConfiguration',
  operation: 'SetDTMFConfiguration',
  effect: 'write',
  summary:
    'Replaces the DTMF configuration with this id, or creates one if the id is empty or unknown.',
  request: v.object({ DTMFConfiguration: written }),
  data: v.object({ DTMFConfigurationId: v.string() }),
})

export const setDtmfConfigurations = actionCall({
  ...callService,
  id: 'sip.SetDTMFConfigurations',
  operation: 'SetDTMFConfigurations',
  effect: 'write',
  summary: 'The same for several configurations: all of them or none.',
  request: v.object({ DTMFConfiguration: v.array(written) }),
  data: v.object({ DTMFConfigurationId: v.array(v.string()) }),
})

export const removeDtmfConfiguration = actionCall({
  ...callService,
  id: 'sip.RemoveDTMFConfiguration',
  operation: 'RemoveDTMFConfiguration',
  effect: 'write',
  summary:
    'Removes a DTMF configuration; an unknown id is ignored, one that an account has is refused.',
  request: v.object({ DTMFConfigurationId: recordId }),
  data: v.object({}),
})

export const removeDtmfConfigurations = actionCall({
  ...callService,
  id: 'sip.RemoveDTMFConfigurations',
  operation: 'RemoveDTMFConfigurations',
  effect: 'write',
  summary: 'The same for several configurations.',
  request: v.object({ DTMFConfigurationId: idsOf(recordId) }),
  data: v.object({}),
})
