import drop from '@lintel/ui/messages/drop/en.json'
import type { Catalogue } from './i18n.tsx'

/** The messages of the drop zone, which load with it. */
export const catalogues: readonly Catalogue[] = [drop]
