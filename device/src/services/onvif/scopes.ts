import { addScopes, getScopes, removeScopes, setScopes } from '@lintel/contract/calls/onvif-device'
import { SCOPE_LENGTH_MAX, SCOPES_MAX } from '@lintel/contract/parameters/web-service'
import { serve, serveChange } from '@lintel/front-door/serve'
import { fixedScopes, ownScopes } from '../../engines/discovery/scopes.ts'
import type { Service } from '../service.ts'
import { onvifFault } from './faults.ts'

/** The scopes by which clients find the device. Source: ONVIF Core, "Scope parameters". */
export const onvifScopeService: Service = (device) => {
  const { parameters } = device

  function store(scopes: readonly string[]): void {
    const stored = Array.from(new Set(scopes))
    for (const scope of stored) checkScope(scope)
    if (stored.length > SCOPES_MAX) {
      const message = `The device keeps at most ${SCOPES_MAX} scopes.`
      throw onvifFault('Receiver', ['Action', 'TooManyScopes'], message)
    }
    parameters.set({ 'root.WebService.DiscoveryMode.Scopes': stored })
  }

  return {
    calls: [
      serve(getScopes, () => ({
        Scopes: [
          ...fixedScopes(device).map((ScopeItem) => ({ ScopeDef: 'Fixed' as const, ScopeItem })),
          ...ownScopes(device).map((ScopeItem) => ({
            ScopeDef: 'Configurable' as const,
            ScopeItem,
          })),
        ],
      })),
      serveChange(setScopes, ({ Scopes }) => {
        const fixed = fixedScopes(device)
        if (Scopes.some((scope) => fixed.includes(scope))) {
          const message = 'A fixed scope cannot be set.'
          throw onvifFault('Sender', ['OperationProhibited', 'ScopeOverwrite'], message)
        }
        store(Scopes)
        return {}
      }),
      serveChange(addScopes, ({ ScopeItem }) => {
        const fixed = fixedScopes(device)
        store([...ownScopes(device), ...ScopeItem.filter((scope) => !fixed.includes(scope))])
        return {}
      }),
      serveChange(removeScopes, ({ ScopeItem }) => {
        const fixed = fixedScopes(device)
        const own = ownScopes(device)
        for (const scope of ScopeItem) {
          if (fixed.includes(scope)) {
            const message = 'A fixed scope cannot be removed.'
            throw onvifFault('Sender', ['OperationProhibited', 'FixedScope'], message)
          }
          if (!own.includes(scope)) {
            throw onvifFault('Sender', ['InvalidArgVal', 'NoScope'], 'A scope is unknown.')
          }
        }
        store(own.filter((scope) => !ScopeItem.includes(scope)))
        return { ScopeItem }
      }),
    ],
  }
}

function checkScope(scope: string): void {
  if (/^[a-z][\w+.-]*:\S+$/i.test(scope) && scope.length <= SCOPE_LENGTH_MAX) return
  const message = `A scope must be a URI of at most ${SCOPE_LENGTH_MAX} characters.`
  throw onvifFault('Sender', ['InvalidArgVal', 'InvalidScope'], message)
}
