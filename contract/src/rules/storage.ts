import { addressOrHostName } from './address.ts'
import { atMost, firstOf, found, printable, problem, required } from './problem.ts'
import type { Errors, Rule } from './problem.ts'

/** Characters of a passphrase. Source: OPEN-89; device-api.md #28. */
export const PASSPHRASE_MAX = 512
/** Characters of a share's name (MS-FSCC §2.1.6), and of its user and password. */
export const SHARE_NAME_MAX = 80
export const SHARE_LOGIN_MAX = 256

/** A passphrase of a card. */
export const passphrase: Rule = firstOf(required, atMost(PASSPHRASE_MAX), printable)

/** The server of a network share. Source: specification B §5 "Storage". */
export const shareHost: Rule = firstOf(required, addressOrHostName)

/** The name of a share on its server: one folder, without the server in front of it. */
export const shareName: Rule = firstOf(required, atMost(SHARE_NAME_MAX), (value) =>
  /^[^\p{Cc}"/\\[\]:|<>+=;,*?]+$/u.test(value) ? undefined : problem('validation.errorInvalid'),
)

/** The fields of a network share. */
export interface ShareForm {
  host: string
  share: string
  requireLogin: boolean
  user: string
  password: string
}

const login: Rule = firstOf(required, atMost(SHARE_LOGIN_MAX), printable)

/** What is wrong with a network share; without a login, user and password may be empty. */
export const checkShare = (form: ShareForm): Errors<ShareForm> =>
  found<ShareForm>({
    host: shareHost(form.host),
    share: shareName(form.share),
    user: form.requireLogin ? login(form.user) : undefined,
    password: form.requireLogin ? login(form.password) : undefined,
  })
