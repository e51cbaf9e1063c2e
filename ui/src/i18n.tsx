import type { LanguageCode } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import type { Problem } from '@lintel/contract/rules/problem'
import type account from '@lintel/ui/messages/account/en.json'
import type ui from '@lintel/ui/messages/ui/en.json'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { ReactNode } from 'react'
import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, createElement, Fragment, use, useCallback, useEffect, useMemo } from 'react'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    account: typeof account
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

interface Spoken {
  language: LanguageCode
  messages: Catalogue
  format: Format
}

/** The messages of a language, each prepared on first use. */
function speak(language: LanguageCode, messages: Catalogue): Spoken {
  const prepared = new Map<string, IntlMessageFormat>()
  const format: Format = (id, values) => {
    const compiled = (messages[id] ?? id) as string | MessageFormatElement[]
    if (typeof compiled === 'string') return [compiled]
    const message = prepared.get(id) ?? new IntlMessageFormat(compiled, language)
    prepared.set(id, message)
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

const SpokenContext = createContext(speak('en', {}))

/**
 * Provides messages to everything inside. A nested provider without a language adds its catalogues
 * to those around it, so that a page brings its own messages.
 */
export function I18n(props: {
  language?: LanguageCode
  catalogues: readonly Catalogue[]
  children: ReactNode
}) {
  const { catalogues, children } = props
  const around = use(SpokenContext)
  const language = props.language ?? around.language
  const root = props.language !== undefined
  const messages = useMemo<Catalogue>(
    () => Object.assign({}, around.messages, ...catalogues) as Catalogue,
    // oxlint-disable-next-line react/exhaustive-deps -- the list is made anew each time, its members are not
    [around.messages, ...catalogues],
  )
  const spoken = useMemo(() => speak(language, messages), [language, messages])
  useEffect(() => {
    if (root) document.documentElement.lang = language
  }, [root, language])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

/** The language of the provider around. */
export const useLanguage = (): LanguageCode => use(SpokenContext).language

export type TextValues = Record<string, string | number>

/** Returns a function from message ids to texts. */
export type TextOf = (id: MessageId, values?: TextValues) => string

/** The messages of the provider around. */
export function useText(): TextOf {
  const { format } = use(SpokenContext)
  return useCallback((id, values) => format(id, { b: plain, ...values }).join(''), [format])
}

const plain = (content: string[]) => content.join('')

/**
 * Returns a function that tells whether a message is loaded, for ids built from the device's data:
 * another firmware version may send values that these catalogues have no text for.
 */
export function useHasText(): (id: string) => id is MessageId {
  const { messages } = use(SpokenContext)
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
  const { format } = use(SpokenContext)
  return createElement(Fragment, null, ...format<ReactNode>(id, { b: bold, ...values }))
}
