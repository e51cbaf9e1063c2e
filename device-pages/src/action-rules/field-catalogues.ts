import type { Catalogue } from '@lintel/ui/i18n'
import fields from '../../messages/rule-form/en.json'

/** The messages of the fields, which load with them. */
export const catalogues: readonly Catalogue[] = [fields]
