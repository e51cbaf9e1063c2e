import type { Catalogue } from '@lintel/ui/i18n'
import addressTest from '../../messages/address-test/en.json'

/** The result of an address test as text. */
export const catalogues: readonly Catalogue[] = [addressTest]
