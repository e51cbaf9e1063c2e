import type { LanguageCode } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import type { Problem } from '@lintel/contract/rules/problem'
import type account from '@lintel/ui/messages/account/en.json'
import type ui from '@lintel/ui/messages/ui/en.json'
import type { ReactNode } from 'react'
import { createContext, createElement, Fragment, use, useCallback, useEffect, useMemo } from 'react'
import { formatMessage } from './message.ts'
import type { MessageElement, MessageValues } from './message.ts'

declare module '@lintel/contract/messages' {
  interface Catalogues {
    account: typeof account
    ui: typeof ui
  }
}

/**
 * A file of messages by id. TypeScript sees the texts of the file; of those with placeholders the
 * page gets their syntax trees, compiled by the build (`tools/messages.mjs`).
 */
export type Catalogue = Readonly<Record<string, string>>

const MessagesContext = createContext<Catalogue>({})
const LanguageContext = createContext<LanguageCode>('en')

/**
 * Gives the words to everything inside. A nested one without a language adds its catalogues to
 * those around it, so that a page brings its own words.
 */
export function I18n(props: {
  language?: LanguageCode
  catalogues: readonly Catalogue[]
  children: ReactNode
}) {
  const { catalogues, children } = props
  const around = use(MessagesContext)
  const aroundLanguage = use(LanguageContext)
  const language = props.language ?? aroundLanguage
  const root = props.language !== undefined
  const messages = useMemo<Catalogue>(
    () => Object.assign({}, around, ...catalogues) as Catalogue,
    // oxlint-disable-next-line react/exhaustive-deps -- the list is made anew each time, its members are not
    [around, ...catalogues],
  )
  useEffect(() => {
    if (root) document.documentElement.lang = language
  }, [root, language])
  return (
    <LanguageContext value={language}>
      <MessagesContext value={messages}>{children}</MessagesContext>
    </LanguageContext>
  )
}

/** The language of the words around. */
export const useLanguage = (): LanguageCode => use(LanguageContext)

export type TextValues = Record<string, string | number>

/** The parts of a message; a message that is missing is its id, so that it is seen. */
function partsOf<T>(
  messages: Catalogue,
  language: LanguageCode,
  id: MessageId,
  values: MessageValues<T> = {},
): (T | string)[] {
  const compiled = (messages[id] ?? id) as string | readonly MessageElement[]
  return typeof compiled === 'string' ? [compiled] : formatMessage(compiled, language, values)
}

/** A function from message ids to texts. */
export type TextOf = (id: MessageId, values?: TextValues) => string

/** The texts of the provider around. */
export function useText(): TextOf {
  const messages = use(MessagesContext)
  const language = use(LanguageContext)
  return useCallback(
    (id, values) => partsOf<string>(messages, language, id, values).join(''),
    [messages, language],
  )
}

/**
 * A function that tells whether a message is loaded, for ids that are made from what a device says:
 * one of another version may say what these catalogues have no text for.
 */
export function useHasText(): (id: string) => id is MessageId {
  const messages = use(MessagesContext)
  return useCallback((id): id is MessageId => id in messages, [messages])
}

/** A function from what is wrong with a value to the text beside it: the only place that does so. */
export function useProblemText(): (problem: Problem) => string {
  const text = useText()
  return useCallback(({ id, values }) => text(id, values), [text])
}

const bold = (chunks: ReactNode[]) => createElement('b', null, ...chunks)

/** A text as an element. Its values may be elements, and `<b>…</b>` in it is bold. */
export function Text({ id, values }: { id: MessageId; values?: Record<string, ReactNode> }) {
  const messages = use(MessagesContext)
  const language = use(LanguageContext)
  const parts = partsOf<ReactNode>(messages, language, id, { b: bold, ...values })
  return createElement(Fragment, null, ...parts)
}
