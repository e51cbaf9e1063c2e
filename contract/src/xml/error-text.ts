/** Characters of a text that are shown. */
const SHOWN = 300

/** Whether a text contains a page in HTML. */
const isPage = (text: string) => /<(?:!doctype\s+html|html|head|title|body)\b/i.test(text)

/**
 * What people read of an error text: the title of a page in HTML, which may have none, or else the
 * text itself. Source: console specification B §8 "Storage".
 */
export function errorText(text: string): string {
  const said = isPage(text) ? /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1] : text
  return (said ?? '').trim().slice(0, SHOWN)
}

/**
 * The error text of an answer that is no XML, or a page: a web server's own, for example. Undefined
 * if there is nothing to read, as in XML that was cut off.
 */
export function errorInstead(text: string): string | undefined {
  const said = isPage(text) || !text.trimStart().startsWith('<') ? errorText(text) : ''
  return said === '' ? undefined : said
}
