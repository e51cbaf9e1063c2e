import {
  getAllProperties,
  getBasicInfoVersions,
  getBrand,
  getProperties,
  getUnrestrictedProperties,
} from '@lintel/contract/calls/identity'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/**
 * The product's name, and what identifies the device. Source: console specification A §7 "Users and
 * identity".
 */
export const identityService: Service = ({ parameters, plugged, product }) => {
  const { get } = parameters

  const unrestricted = () => ({
    Brand: get('root.Brand.Brand'),
    BuildDate: get('root.Properties.Firmware.BuildDate'),
    HardwareID: get('root.Properties.System.HardwareID'),
    ProdFullName: get('root.Brand.ProdFullName'),
    ProdNbr: get('root.Brand.ProdNbr'),
    ProdShortName: get('root.Brand.ProdShortName'),
    ProdType: get('root.Brand.ProdType'),
    ProdVariant: get('root.Brand.ProdVariant'),
    SerialNumber: get('root.Properties.System.SerialNumber'),
    Version: get('root.Properties.Firmware.Version'),
    WebURL: get('root.Brand.WebURL'),
  })

  const all = () => ({
    ...unrestricted(),
    Architecture: get('root.Properties.System.Architecture'),
    Soc: get('root.Properties.System.Soc'),
    // A simulated chip has no number of its own: eight digits twice, as real ones have.
    SocSerialNumber: `${plugged.serial.slice(0, 8)}-${plugged.serial.slice(4)}`,
  })

  return {
    calls: [
      serve(getBrand, () => ({
        Brand: {
          Brand: get('root.Brand.Brand'),
          ProdType: get('root.Brand.ProdType'),
          ProdNbr: get('root.Brand.ProdNbr'),
          ProdShortName: get('root.Brand.ProdShortName'),
          ProdFullName: get('root.Brand.ProdFullName'),
          ...(product.manual === undefined ? {} : { ManualURL: product.manual }),
        },
      })),
      serve(getProperties, ({ propertyList }) => {
        const known: ReadonlyMap<string, string> = new Map(Object.entries(all()))
        const unknown = propertyList.find((name) => !known.has(name))
        if (unknown !== undefined) {
          throw new Refusal('invalid', `Property not supported: ${unknown.slice(0, 64)}`)
        }
        return {
          propertyList: Object.fromEntries(
            propertyList.map((name) => [name, known.get(name) ?? '']),
          ),
        }
      }),
      serve(getAllProperties, () => ({ propertyList: all() })),
      serve(getUnrestrictedProperties, () => ({ propertyList: unrestricted() })),
      serve(getBasicInfoVersions, () => ({ apiVersions: [getAllProperties.answersWith] })),
    ],
  }
}
