import * as calls from '@lintel/contract/calls/network-shares'
import { NETWORK_SHARE } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

const VERSIONS = [calls.SHARE_SCHEMA_VERSION, '1']

/** The network shares. Source: console specification B §7 "Storage". */
export const networkShareService: Service = ({ storage: { shares } }) => ({
  calls: [
    serve(calls.shareVersions, () => [calls.SHARE_SCHEMA_VERSION]),
    serve(calls.listShares, (request) => {
      checkVersion(request)
      return shares.list(request.shareid)
    }),
    serveChange(calls.addShare, (request) => {
      checkVersion(request)
      const { nicename, address, share, user, pass } = request
      return shares.add({ nicename, host: address, share, user, password: pass })
    }),
    serveChange(calls.removeShare, (request) => {
      checkVersion(request)
      shares.remove(request.shareid)
      return null
    }),
    serveChange(calls.bindShare, (request) => {
      checkVersion(request)
      shares.bind(request.shareid, request.automaticmount === 'yes')
      return NETWORK_SHARE
    }),
    serveChange(calls.unbindShare, (request) => {
      checkVersion(request)
      shares.unbind(request.shareid)
      return null
    }),
    serve(calls.testShare, (request) => {
      checkVersion(request)
      return shares.test(request.shareid)
    }),
    serve(calls.getShareJob, (request) => {
      checkVersion(request)
      return shares.job(request.jobid)
    }),
  ],
})

/** @throws Refusal for a version that the device does not speak */
function checkVersion({ schemaversion }: { schemaversion: string }): void {
  if (VERSIONS.includes(schemaversion)) return
  throw new Refusal('invalid', 'The schema version is not supported.', [calls.SHARE_ERRORS.version])
}
