/** A module with words, loaded for each language; made by `tools/messages.mjs`. */
declare module '*?languages' {
  import type { Catalogue } from '@lintel/ui/i18n'
  import type { ByLanguage } from '@lintel/ui/words'

  export const languages: ByLanguage<{
    words: readonly Catalogue[]
    /** Loaders of the areas' words by the paths of their files, for modules that export them. */
    areas: Readonly<Record<string, () => Promise<Catalogue>>>
  }>
}
