/** @param {Record<string, string>} attrs */
const meta = (attrs) => ({ tag: 'meta', attrs })

/**
 * The Vite plugin: adds the common head of every page, so that an HTML file only has its entry
 * script.
 * @param {{ title: string, icon: string }} page `title` until the page sets its own; `icon` is a
 * URL, or the path of a file that becomes an asset.
 * @returns {import('vite').Plugin}
 */
export function pageHead({ title, icon }) {
  return {
    name: 'lintel-page-head',
    transformIndexHtml: {
      // Before Vite resolves the icon's file.
      order: 'pre',
      handler: () => [
        meta({ charset: 'utf-8' }),
        meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        meta({ name: 'color-scheme', content: 'light dark' }),
        { tag: 'title', children: title },
        { tag: 'link', attrs: { rel: 'icon', href: icon, type: 'image/svg+xml' } },
      ],
    },
  }
}
