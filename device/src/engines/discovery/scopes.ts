import type { Product } from '@lintel/contract/products/product'
import type { Parameters } from '../../state/parameters.ts'

const SCOPE = 'onvif://www.onvif.org'

/** What the scopes depend on. */
interface Scoped {
  product: Pick<Product, 'brand' | 'number' | 'camera'>
  parameters: Pick<Parameters, 'get'>
}

/** The scopes that tell what the device is (ONVIF Core, "Scope parameters"). The name comes last. */
export function fixedScopes({ product, parameters }: Scoped): string[] {
  const { brand, number, camera } = product
  const name = parameters.get('root.Network.Bonjour.FriendlyName')
  return [
    ...(camera ? [`${SCOPE}/type/video_encoder`, `${SCOPE}/Profile/Streaming`] : []),
    `${SCOPE}/type/Network_Video_Transmitter`,
    `${SCOPE}/hardware/${encodeURIComponent(number)}`,
    `${SCOPE}/name/${encodeURIComponent(`${brand.name} ${number}`)}`,
    `${SCOPE}/location/`,
    `${SCOPE}/name/${encodeURIComponent(name)}`,
  ]
}

/** The scopes that clients have set. */
export const ownScopes = ({ parameters }: Pick<Scoped, 'parameters'>): readonly string[] =>
  parameters.get('root.WebService.DiscoveryMode.Scopes')

/** All scopes by which clients find the device. */
export const scopesOf = (device: Scoped): string[] => [...fixedScopes(device), ...ownScopes(device)]
