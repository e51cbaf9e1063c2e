import type { Catalogue } from './i18n.tsx'
import ui from '../messages/ui/de.json'
import validation from '../messages/validation/de.json'

export const words: Catalogue[] = [ui, validation]
