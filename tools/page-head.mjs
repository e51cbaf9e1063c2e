/** @param {Record<string, string>} attrs */
const meta = (attrs) => ({ tag: 'meta', attrs })

/**
 * The Vite plugin: what the head of every page says, so that an entry file holds only what it starts.
 * @param {{ title: string, icon: string }} page `title` until the page gives itself one; `icon` is
 *   an address, or the path of a file that becomes an asset.
 * @returns {import('vite').Plugin}
 */
export function pageHead({ title, icon }) {
  return {
    name: 'lintel-page-head',
    transformIndexHtml: {
      // Before the icon's file is looked up.
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
