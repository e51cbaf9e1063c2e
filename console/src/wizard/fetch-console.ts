import { atSite, CONSOLE_PATH } from '@lintel/contract/site'

/**
 * Fetches what the console begins with while the wizard waits for the device, so that it opens at
 * once in its place. If that fails, the console loads it itself.
 */
export async function fetchConsole(): Promise<void> {
  const answer = await fetch(atSite(CONSOLE_PATH))
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of page.querySelectorAll('script[src], link[rel="stylesheet"]')) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = part.getAttribute('src') ?? part.getAttribute('href') ?? ''
    document.head.append(link)
  }
}
