import type { LanguageCode } from '@lintel/contract/languages'
import { I18n, useLanguage } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import type { ComponentType } from 'react'
import { useCallback } from 'react'
import { loadChunk } from '../../../app/chunk.ts'
import { noteFilled } from './filled.ts'
import type { TileProps } from './filled.ts'
import { TileSkeleton } from './tile-skeleton.tsx'
import { loadMessagesOf } from './tile-messages.ts'
import type { Tile } from './tiles.ts'

interface Loaded {
  Component: ComponentType<TileProps>
  messages: Catalogue
}

const loaded = new Map<string, Promise<Loaded>>()

function load({ id, load: component, texts = [] }: Tile, language: LanguageCode): Promise<Loaded> {
  const key = `${id} ${language}`
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all([
      loadChunk(`tile-${id}`, component),
      loadMessagesOf(texts, language),
    ]).then(([Component, messages]) => ({ Component, messages }))
    // A failed load is remembered: only a reload helps.
    loaded.set(key, promise)
  }
  return promise
}

/** The content of a tile, with its messages. A failure to load reaches the error boundary. */
export function TileBody({ tile }: { tile: Tile }) {
  const parts = usePromise(load(tile, useLanguage()))
  const note = useCallback((isFilled: boolean) => noteFilled(tile.id, isFilled), [tile.id])
  if (!parts) return <TileSkeleton shape={tile.shape} />
  const { Component, messages } = parts
  return (
    <I18n catalogues={[messages]}>
      <Component note={note} />
    </I18n>
  )
}
