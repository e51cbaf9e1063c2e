import type { Catalogue } from '@lintel/ui/i18n'
import addressTest from '../../messages/address-test/en.json'

/** What the test of an address found, in words. */
export const words: readonly Catalogue[] = [addressTest]
