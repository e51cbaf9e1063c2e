import type { LanguageCode } from '@lintel/contract/languages'
import { I18n, useLanguage } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import type { ComponentType } from 'react'
import { Suspense, use } from 'react'
import { loadChunk } from '../chunk.ts'
import { loadAreaWords } from '../words/words.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { areaOf } from './page-table.ts'
import type { Page } from './page-table.ts'

interface Loaded {
  Component: ComponentType
  words: Catalogue
}

const loaded = new Map<string, Promise<Loaded>>()

/** The page with its messages, loaded once per language. */
function loadPage(page: Page, language: LanguageCode): Promise<Loaded> {
  const key = `${page.path} ${language}`
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all([
      loadChunk(page.titleId, page.load),
      loadAreaWords(areaOf(page), language),
    ]).then(([Component, words]) => ({ Component, words }))
    // A failed load is remembered: rendering would request it forever, and only a reload helps.
    loaded.set(key, promise)
  }
  return promise
}

/** Renders a page of the table: loads it, and reports when that takes long or fails. */
export function PageHost({ page }: { page: Page }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <LoadedPage page={page} />
      </Suspense>
    </ErrorBoundary>
  )
}

function LoadedPage({ page }: { page: Page }) {
  const { Component, words } = use(loadPage(page, useLanguage()))
  return (
    <I18n catalogues={[words]}>
      <Component />
    </I18n>
  )
}
