import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import type { HostTime } from './host-time.ts'

/** Milliseconds that a listener has to answer. */
const ANSWER_LIMIT = 10_000

/**
 * Whether each of these addresses answers, whatever it says. Certificates are not checked: the
 * device makes its own. Empty addresses are closed.
 */
export async function answersAt(urls: string[], time: HostTime): Promise<boolean> {
  const open = urls.filter((url) => url !== '')
  const answers = await Promise.all(open.map((url) => oneAnswers(url, time)))
  return answers.every(Boolean)
}

function oneAnswers(url: string, time: HostTime): Promise<boolean> {
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((resolve) => {
    const request = get(url, { agent: false, rejectUnauthorized: false })
    const cancel = time.after(ANSWER_LIMIT, () => request.destroy())
    request.once('response', (response) => {
      response.destroy()
      resolve(true)
    })
    request.once('error', () => {})
    request.once('close', () => {
      cancel()
      resolve(false)
    })
  })
}
