import type { Product } from '@lintel/contract/products/product'

const SCOPE = 'onvif://www.onvif.org'

/**
 * The scopes by which clients find a device (ONVIF Core, "Scope parameters"). The name comes last.
 */
export function scopesOf({ brand, number, camera }: Product, name: string): string[] {
  return [
    ...(camera ? [`${SCOPE}/type/video_encoder`, `${SCOPE}/Profile/Streaming`] : []),
    `${SCOPE}/type/Network_Video_Transmitter`,
    `${SCOPE}/hardware/${encodeURIComponent(number)}`,
    `${SCOPE}/name/${encodeURIComponent(`${brand.name} ${number}`)}`,
    `${SCOPE}/location/`,
    `${SCOPE}/name/${encodeURIComponent(name)}`,
  ]
}
