import { CONSOLE_PATH } from '@lintel/contract/site'

export { CONSOLE_PATH }

/**
 * Where to go after signing in: a path of this device with query and fragment, and the console for
 * everything else. Anything that a browser would take for another host (`//host`, `/\host`) is
 * refused.
 */
export function nextAfterSignIn(next: string | null | undefined): string {
  if (next === null || next === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) {
    return CONSOLE_PATH
  }
  const here = 'http://device.invalid'
  if (!URL.canParse(next, here)) return CONSOLE_PATH
  const url = new URL(next, here)
  const loops = url.pathname === '/sign-in' || url.pathname === '/sign-out'
  if (url.origin !== here || url.pathname.startsWith('//') || loops) return CONSOLE_PATH
  return url.pathname + url.search + url.hash
}
