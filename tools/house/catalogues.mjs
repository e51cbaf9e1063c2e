/** The message catalogues: `<workspace>/messages/<area>/<language>.json`. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** @typedef {Record<string, string>} Texts */
/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

export const LANGUAGES = ['en', 'de']

/** Texts that are the same words in both languages. */
const SAME =
  /^(?:[\d\s\p{P}\p{S}]|\{\w+\}|OK|PTZ|IPv4|IPv6|DNS|DHCP|NTP|Hz|System|Name|Lintel|Status|Administrator|Version|Firmware|Port|HTTPS?|Server|Information|°C)*$/u

/**
 * The placeholders of a text with their kinds, and the plurals with their forms.
 * @param {readonly Element[]} elements
 * @returns {string[]}
 */
function shape(elements) {
  return elements
    .flatMap((element) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound) return []
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        return [
          `${element.value}: ${element.type === TYPE.plural ? 'plural' : 'select'}`,
          ...Object.values(element.options).flatMap(({ value }) => shape(value)),
        ]
      }
      if (element.type === TYPE.tag) return [`<${element.value}>`, ...shape(element.children)]
      return [element.value]
    })
    .toSorted()
    .filter((name, index, all) => name !== all[index - 1])
}

/**
 * The plural forms that a text lacks: each language of ours tells one from the rest.
 * @param {readonly Element[]} elements
 * @returns {boolean}
 */
function lacksOne(elements) {
  return elements.some(
    (element) =>
      element.type === TYPE.plural &&
      !(('one' in element.options || '=1' in element.options) && 'other' in element.options),
  )
}

/**
 * What is wrong with one area's texts in one language, measured by the English ones.
 * @param {string} file For the lines.
 * @param {string} language
 * @param {Texts} texts
 * @param {Texts} english
 * @returns {string[]}
 */
export function catalogueFaults(file, language, texts, english) {
  const missing = Object.keys(english).filter((id) => !(id in texts))
  const surplus = Object.keys(texts).filter((id) => !(id in english))
  return [
    ...missing.map((id) => `${file} lacks ${id}`),
    ...surplus.map((id) => `${file} has ${id}, which English lacks`),
    ...Object.entries(texts).flatMap(([id, text]) => {
      const original = english[id]
      if (text.trim() === '' || text !== text.trim())
        return [`${file}: ${id} is empty or has spaces around`]
      if (text.includes('!') && !text.includes('!@#$')) return [`${file}: ${id} exclaims`]
      try {
        const elements = parse(text)
        if (lacksOne(elements)) return [`${file}: ${id} lacks the form for one`]
        if (original === undefined) return []
        if (shape(elements).join() !== shape(parse(original)).join()) {
          return [`${file}: ${id} has other placeholders than in English`]
        }
      } catch (error) {
        return [`${file}: ${id} is not valid ICU (${String(error)})`]
      }
      if (language !== 'en' && text === original && !SAME.test(text)) {
        return [`${file}: ${id} is still English: ${text}`]
      }
      return []
    }),
  ]
}

/**
 * Ids that no code names, neither whole nor as the beginning of a template.
 * @param {readonly string[]} ids
 * @param {string} code All code that may name them.
 */
export function unusedIds(ids, code) {
  const beginnings = Array.from(
    code.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)*\.?[A-Za-z]*)\$\{/g),
    ([, text]) => text ?? '',
  )
  return ids.filter(
    (id) =>
      !code.includes(`'${id}'`) &&
      !code.includes(`"${id}"`) &&
      !beginnings.some((text) => text.length > 2 && id.startsWith(text)),
  )
}
