import type { LanguageCode } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import type { Problem } from '@lintel/contract/rules/problem'
import type account from '@lintel/ui/messages/account/en.json'
import type drop from '@lintel/ui/messages/drop/en.json'
import type ui from '@lintel/ui/messages/ui/en.json'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { ReactNode } from 'react'
import type { Formatters } from 'intl-messageformat'
import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, createElement, Fragment, use, useCallback, useEffect, useMemo } from 'react'
import { withMinusSign } from './minus-sign.tsx'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    account: typeof account
    drop: typeof drop
    ui: typeof ui
  }
}

/**
 * A file of messages by id. In types it has the file's texts; at run time, messages with
 * placeholders are syntax trees compiled by the build (`tools/messages.mjs`).
 */
export type Catalogue = Readonly<Record<string, string>>

/** The values of a message: text, numbers, elements, and for a tag a function of its content. */
type Values<T> = Record<string, T | string | number | ((content: (T | string)[]) => T | string)>

/**
 * Formats a message; one that is missing, or lacks a value, shows as its id to make the mistake
 * visible.
 */
type Format = <T = string>(id: string, values: Values<T>) => (T | string)[]

/** Those of the browser, with a minus sign in every language. */
const formatters: Formatters = {
  getNumberFormat(...args) {
    const number = new Intl.NumberFormat(...args)
    // Messages only call `format`.
    return { format: (value: number) => withMinusSign(number.format(value)) } as Intl.NumberFormat
  },
  getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args) => new Intl.PluralRules(...args),
}

/** A language, its messages, and the function that formats them. */
interface Localisation {
  language: LanguageCode
  messages: Catalogue
  format: Format
}

/** The messages of a language, each with a formatter that is created on first use. */
function localise(language: LanguageCode, messages: Catalogue): Localisation {
  const known = new Map<string, IntlMessageFormat>()
  const format: Format = (id, values) => {
    const compiled = (messages[id] ?? id) as string | MessageFormatElement[]
    if (typeof compiled === 'string') return [compiled]
    const message =
      known.get(id) ?? new IntlMessageFormat(compiled, language, undefined, { formatters })
    known.set(id, message)
    try {
      const text = message.format(values)
      return Array.isArray(text) ? text : [text]
    } catch (cause) {
      console.error(`${id}:`, cause)
      return [id]
    }
  }
  return { language, messages, format }
}

const I18nContext = createContext(localise('en', {}))

/**
 * Provides messages to everything inside. A nested provider without a language adds its catalogues
 * to those of the outer ones, so that a page brings its own messages.
 */
export function I18n(props: {
  language?: LanguageCode
  catalogues: readonly Catalogue[]
  children: ReactNode
}) {
  const { catalogues, children } = props
  const outer = use(I18nContext)
  const language = props.language ?? outer.language
  const root = props.language !== undefined
  const messages = useMemo<Catalogue>(
    () => Object.assign({}, outer.messages, ...catalogues) as Catalogue,
    // oxlint-disable-next-line react/exhaustive-deps -- a new list each time, of the same members
    [outer.messages, ...catalogues],
  )
  const localisation = useMemo(() => localise(language, messages), [language, messages])
  useEffect(() => {
    if (root) document.documentElement.lang = language
  }, [root, language])
  return <I18nContext value={localisation}>{children}</I18nContext>
}

/** The language of the nearest provider. */
export const useLanguage = (): LanguageCode => use(I18nContext).language

export type TextValues = Record<string, string | number>

/** Returns a function from message ids to texts. */
export type TextOf = (id: MessageId, values?: TextValues) => string

/** The texts of the nearest provider. */
export function useText(): TextOf {
  const { format } = use(I18nContext)
  return useCallback((id, values) => format(id, { b: plain, ...values }).join(''), [format])
}

const plain = (content: string[]) => content.join('')

/**
 * Returns a function that tells whether a message is loaded, for ids built from the device's data:
 * another firmware version may send values that these catalogues have no text for.
 */
export function useHasText(): (id: string) => id is MessageId {
  const { messages } = use(I18nContext)
  return useCallback((id): id is MessageId => id in messages, [messages])
}

/** Returns a function from validation errors to their texts: the only place that formats them. */
export function useProblemText(): (problem: Problem) => string {
  const text = useText()
  return useCallback(({ id, values }) => text(id, values), [text])
}

const bold = (chunks: ReactNode[]) => createElement('b', null, ...chunks)

/** A message as an element. Its values may be elements, and `<b>…</b>` in it is bold. */
export function Text({ id, values }: { id: MessageId; values?: Record<string, ReactNode> }) {
  const { format } = use(I18nContext)
  return createElement(Fragment, null, ...format<ReactNode>(id, { b: bold, ...values }))
}
