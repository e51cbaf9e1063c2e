import type { Page } from '@playwright/test'
import { updateUser } from '@lintel/contract/calls/users'
import { ACCOUNTS } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'

export const { user: ANNA } = ACCOUNTS.admin
export const NEW_PASSWORD = 'Other2468!'

/** The dialog over the page of somebody whose session has ended. */
export function signInAgainOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const name = dialog.getByLabel('Username')
  const password = dialog.getByLabel('Password')
  const submit = dialog.getByRole('button', { name: 'Sign in' })
  return {
    dialog,
    name,
    password,
    submit,
    async signIn(user: string, secret: string) {
      await name.fill(user)
      await password.fill(secret)
      await submit.click()
    },
  }
}

/** Changes the password of the signed-in account from elsewhere. */
export const changePassword = (rig: Rig) =>
  rig.root.call(updateUser, { user: ANNA, pwd: NEW_PASSWORD })

/** Holds back the event socket, so that the page only learns from its own calls. */
export const withoutEvents = (page: Page) => page.routeWebSocket(/./, () => {})
