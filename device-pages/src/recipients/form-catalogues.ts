import type { Catalogue } from '@lintel/ui/i18n'
import form from '../../messages/recipient-form/en.json'

/** The messages of the form, which load with it. */
export const catalogues: readonly Catalogue[] = [form]
