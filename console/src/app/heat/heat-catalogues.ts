import type { Catalogue } from '@lintel/ui/i18n'
import heat from '../../../messages/heat/en.json'

/** The messages of the banners, which load with the first of them. */
export const catalogues: readonly Catalogue[] = [heat]
