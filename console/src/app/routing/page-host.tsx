import type { LanguageCode } from '@lintel/contract/languages'
import { I18n, useLanguage } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { Skeleton } from '@lintel/ui/skeleton'
import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../chunk.ts'
import { loadAreaMessages } from '../messages/app-messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { notePage } from '../search/recent.ts'
import { areaOf } from './page-table.ts'
import type { Page } from './page-table.ts'

interface Loaded {
  Component: ComponentType
  messages: Catalogue
}

const loaded = new Map<string, Promise<Loaded>>()

/** The page with its messages, loaded once per language. */
function loadPage(page: Page, language: LanguageCode): Promise<Loaded> {
  const key = `${page.path} ${language}`
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all([
      loadChunk(page.titleId, page.load),
      loadAreaMessages(areaOf(page), language),
    ]).then(([Component, messages]) => ({ Component, messages }))
    // A failed load is remembered: rendering would request it forever, and only a reload helps.
    loaded.set(key, promise)
  }
  return promise
}

/** Renders a page of the table: loads it, and reports when that takes long or fails. */
export function PageHost({ page }: { page: Page }) {
  return (
    <ErrorBoundary>
      <LoadedPage key={page.path} page={page} />
    </ErrorBoundary>
  )
}

function LoadedPage({ page }: { page: Page }) {
  useEffect(() => notePage(page.path), [page.path])
  // The page keeps its content, and what is typed, until it has loaded in another language.
  const parts = usePromise(loadPage(page, useLanguage()))
  if (!parts) return <Skeleton shape="page" />
  const { Component, messages } = parts
  return (
    <I18n catalogues={[messages]}>
      <Component />
    </I18n>
  )
}
