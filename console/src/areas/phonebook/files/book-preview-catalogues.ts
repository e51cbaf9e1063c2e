import type { Catalogue } from '@lintel/ui/i18n'
import preview from '../../../../messages/book-preview/en.json'

/** The messages of the preview, which load with it. */
export const catalogues: readonly Catalogue[] = [preview]
