import type { Catalogue } from './i18n.tsx'
import ui from '../messages/ui/en.json'
import validation from '../messages/validation/en.json'

export const words: Catalogue[] = [ui, validation]
